import { expect, test, vi } from 'vitest';
import { catalogue } from '../build/catalogues';

vi.mock('virtual:words/en', () => ({ default: { shared: catalogue('en').shared, games: {} } }));
vi.mock('virtual:words/hu', () => ({ default: { shared: catalogue('hu').shared, games: {} } }));
const { madeText, speech } = await import('../src/lib/i18n.svelte');

test('a draw is no defeat', async () => {
  await speech.load('en');
  expect([1, 0.5, 0].map((points) => madeText(points, false))).toEqual(['won', 'draw', 'lost']);
  expect([1, 0].map((points) => madeText(points, true))).toEqual(['one point', '0 points']);
});
