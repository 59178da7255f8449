import { beforeEach, expect, test, vi } from 'vitest';

const said: string[] = [];
const settings = { still: true, pace: 'quick' };
vi.stubGlobal('document', { hidden: false });
vi.mock('../src/lib/settings.svelte', () => ({ settings }));
vi.mock('../src/lib/announce.svelte', () => ({ announcer: { say: (text: string) => said.push(text) } }));
vi.mock('../src/lib/api', () => ({ api: {}, RequestFailed: class extends Error {} }));
vi.mock('../src/lib/games', () => ({ hasBoard: () => true }));

const { DiagramPlayer } = await import('../src/lib/diagram.svelte');
const frame = (n: number) => ({
  view: { n },
  waiting: [n % 2],
  picture: null,
  told: n === 0 ? null : { n: n - 1, seat: 0, kind: 'move', move: 'x', events: [], lines: [`move ${n}`] },
});
let player: InstanceType<typeof DiagramPlayer>;

beforeEach(() => {
  said.length = 0;
  player = new DiagramPlayer('huupp', { text: '', seat: null, names: ['Ginger', 'Slate'], frames: [0, 1, 2, 3].map(frame) });
});

test('a diagram plays to its end, tells every move, and begins again', async () => {
  await player.play();
  expect([player.at, player.playing, player.over]).toEqual([3, false, true]);
  expect(player.stage.view).toEqual({ n: 3 });
  expect(said).toEqual(['move 1', 'move 2', 'move 3']);
  const again = player.play();
  await vi.waitFor(() => expect(player.at).toBe(1));
  player.pause();
  await again;
  expect([player.at, player.playing]).toEqual([1, false]);
});

test('a step is one move; at the end there is none', async () => {
  for (let n = 1; n <= 3; n += 1) {
    await player.step();
    expect(player.stage.view).toEqual({ n });
    expect(player.stage.waiting).toEqual([n % 2]);
  }
  await player.step();
  expect(player.at).toBe(3);
});

test('a step hurries what is being performed, and plays on from there', async () => {
  settings.still = false;
  player.stage.perform = async () => player.stage.rest(60_000);
  void player.play();
  await vi.waitFor(() => expect(player.stage.performing).toBe(true));
  const step = player.step();
  await vi.waitFor(() => expect(player.at).toBe(2));
  expect(player.stage.view).toEqual({ n: 1 });
  player.stage.skip();
  await step;
  expect([player.at, player.playing, player.stage.view]).toEqual([2, false, { n: 2 }]);
  settings.still = true;
});

test('what is told has time to be read, whatever the pace', async () => {
  settings.pace = 'at_once';
  const began = performance.now();
  await player.play();
  expect(performance.now() - began).toBeGreaterThan(700);
  settings.pace = 'quick';
});
