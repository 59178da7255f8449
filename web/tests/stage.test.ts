import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Backstage, type Scene, Stage } from '../src/lib/stage.svelte';

vi.stubGlobal('document', { hidden: false });

const scene = (n: number): Scene => ({ n, view: { n }, events: [], lines: [] });
let played: number[];
let refused: string[];
let asked: number[];
let careful: boolean;
let stage: Stage;

const backstage: Backstage = {
  preview: (action) => {
    asked.push(action);
    if (action > 2) return Promise.reject(new Error('taken'));
    return Promise.resolve({ events: [{ type: 'placed' }], lines: [`move ${action}`] });
  },
  play: (action) => Promise.resolve(void played.push(action)),
  undo: () => Promise.resolve(),
  careful: () => careful,
  refused: (text) => void refused.push(text),
  proposed: () => undefined,
};

beforeEach(() => {
  [played, refused, asked, careful] = [[], [], [], true];
  stage = new Stage(backstage);
  stage.legal = new Set([1, 2]);
});

describe('pointing at a move', () => {
  test('shows it first, and plays it when pointed at again', async () => {
    await stage.point(1, 'touch');
    expect(stage.preview).toMatchObject({ action: 1, lines: ['move 1'], passing: false });
    expect(played).toEqual([]);
    await stage.point(1, 'touch');
    expect(played).toEqual([1]);
    expect(stage.preview).toBeNull();
  });

  test('elsewhere shows the other one instead', async () => {
    await stage.point(1, 'touch');
    await stage.point(2, 'touch');
    expect(stage.preview).toMatchObject({ action: 2 });
    expect(played).toEqual([]);
  });

  test('plays it at once with a hand that needs no care', async () => {
    careful = false;
    await stage.point(1, 'mouse');
    expect(played).toEqual([1]);
  });

  test('that is illegal tells the reason, however careless the hand', async () => {
    careful = false;
    await stage.point(7, 'mouse');
    expect(refused).toEqual(['taken']);
    expect(played).toEqual([]);
  });

  test('does nothing when it is somebody else’s turn', async () => {
    stage.legal = new Set();
    await stage.point(1, 'touch');
    expect(asked).toEqual([]);
  });

  test('asks the server once about the same move', async () => {
    await stage.point(1, 'touch');
    stage.cancel();
    await stage.point(1, 'touch');
    expect(asked).toEqual([1]);
  });
});

describe('performing', () => {
  test('happens in order, one scene after the other', async () => {
    const seen: number[] = [];
    stage.perform = async (one) => {
      await Promise.resolve();
      seen.push(one.n);
    };
    await Promise.all([stage.enqueue(scene(1)), stage.enqueue(scene(2))]);
    expect(seen).toEqual([1, 2]);
    expect(stage.view).toEqual({ n: 2 });
  });

  test('nothing can be played meanwhile', async () => {
    let finish = () => {};
    stage.perform = () => new Promise((done) => (finish = done));
    const performed = stage.enqueue(scene(1));
    expect(stage.mine).toBe(false);
    finish();
    await performed;
    expect(stage.mine).toBe(true);
  });

  test('a position set anew wins over what is being performed', async () => {
    let finish = () => {};
    stage.perform = () => new Promise((done) => (finish = done));
    const performed = stage.enqueue(scene(1));
    stage.show({ n: 9 });
    finish();
    await performed;
    expect(stage.view).toEqual({ n: 9 });
  });

  test('is left out where nothing shall move', async () => {
    stage.still = () => true;
    stage.perform = () => Promise.reject(new Error('moved'));
    await stage.enqueue(scene(1));
    expect(stage.view).toEqual({ n: 1 });
  });

  test('a new position forgets what was shown', async () => {
    await stage.point(1, 'touch');
    await stage.enqueue(scene(1));
    expect(stage.preview).toBeNull();
  });
});

test('without a table behind it nothing can be done', () => {
  const replayed = new Stage();
  replayed.legal = new Set([1]);
  expect(replayed.mine).toBe(false);
});
