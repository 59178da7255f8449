import { describe, expect, test, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('navigator', { languages: ['en'] });
const { HANDED, Slips } = await import('../src/lib/slips');

const tap = (at: number, more: object = {}) => ({ at, x: 100, y: 700, on: 'bid', means: 'Anna', decides: true, ...more });

describe('a second tap in the same place', () => {
  test.each([
    ['on another control', 250, { on: 'pass' }, true],
    ['on a control that asks another person', 250, { means: 'Bence' }, true],
    ['on the same control, which means the same', 250, {}, false],
    ['on another control, but later', 600, { on: 'pass' }, false],
    ['on another control, which lies elsewhere', 250, { on: 'pass', x: 140 }, false],
    ['on another control, nearly there', 250, { on: 'pass', x: 110, y: 710 }, true],
    ['on a tab that has come there', 250, { on: 'notes', means: null, decides: false }, true],
  ])('%s', (_, after, more, slipped) => {
    const slips = new Slips();
    expect(slips.slipped(tap(1000), true)).toBe(false);
    expect(slips.slipped(tap(1000 + after, more), true)).toBe(slipped);
  });

  test('and whoever goes on tapping is heard after a while', () => {
    const slips = new Slips();
    const taken = [0, 200, 400, 600].map((at) => !slips.slipped(tap(at, { means: at === 0 ? 'Anna' : 'Bence' }), true));
    expect(taken).toEqual([true, false, false, true]);
  });
});

test('two taps that decide nothing are none of its business', () => {
  const slips = new Slips();
  expect(slips.slipped(tap(1000, { on: 'chat', decides: false }), false)).toBe(false);
  expect(slips.slipped(tap(1250, { on: 'notes', decides: false }), false)).toBe(false);
});

test('when the screen goes to another person the bar answers nobody for a moment', () => {
  const slips = new Slips();
  slips.handOver(1000);
  expect(slips.slipped(tap(1000 + HANDED - 1), true)).toBe(true);
  expect(slips.slipped(tap(1500 + HANDED), true)).toBe(false);
});

test('and as long as somebody goes on tapping there', () => {
  const slips = new Slips();
  slips.handOver(1000);
  const taken = [1300, 1600, 1900, 2200, 2800].map((at) => !slips.slipped(tap(at), true));
  expect(taken).toEqual([false, false, false, false, true]);
});

test('unless they have tapped on something else: then they have it', () => {
  const slips = new Slips();
  const taken = vi.fn();
  slips.handOver(1000, taken);
  expect(slips.slipped(tap(1100, { on: 'place', y: 300 }), false)).toBe(false);
  expect(taken).toHaveBeenCalledOnce();
  expect(slips.slipped(tap(1400), true)).toBe(false);
});
