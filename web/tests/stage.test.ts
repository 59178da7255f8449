import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Backstage, type Choice, handOf, type Scene, Stage } from '../src/lib/stage.svelte';
import { sleep } from '../src/lib/time';

vi.stubGlobal('document', { hidden: false });

const scene = (n: number): Scene => ({ n, view: { n }, events: [], lines: [] });
let played: Choice[];
let refused: string[];
let asked: Choice[];
let careful: boolean;
let hinted: number;
let thinking: number;
let stage: Stage;

const backstage: Backstage = {
  preview: (choice) => {
    asked.push(choice);
    if (choice === 'nonsense' || Number(choice) > 2) return Promise.reject(new Error('taken'));
    const action = typeof choice === 'number' ? choice : null;
    return Promise.resolve({ action, view: { after: choice }, events: [{ type: 'placed' }], lines: [`move ${choice}`] });
  },
  play: (choice) => Promise.resolve(void played.push(choice)),
  undo: () => Promise.resolve(),
  careful: () => careful,
  refused: (text) => void refused.push(text),
  proposed: () => undefined,
  hint: async () => {
    hinted += 1;
    await sleep(thinking);
    return { action: 2, worth: 'good', why: '', lines: [] };
  },
};

beforeEach(setUp);

function setUp(): void {
  [played, refused, asked, careful] = [[], [], [], true];
  [hinted, thinking] = [0, 0];
  stage = new Stage(backstage);
  stage.legal = new Set([1, 2]);
  stage.moves = [undefined, ...[1, 2].map((at) => ({ move: { type: 'go' }, notation: `go ${at}` }))];
}

describe('what happens', () => {
  test('in one breath is all shown, where nothing moves', async () => {
    stage.still = () => true;
    await Promise.all([1, 2, 3].map((n) => stage.enqueue(scene(n))));
    expect(stage.view).toEqual({ n: 3 });
    expect(stage.performing).toBe(false);
  });
});

describe('the pace', () => {
  // Time goes by only where something waits for it, however busy the machine is.
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setTimerTickMode('nextTimerAsync');
    setUp(); // with this time
  });
  afterEach(() => void vi.useRealTimers());

  const perform = async (scenes: number): Promise<number> => {
    stage.eyes = 0;
    stage.perform = async () => stage.rest(1000);
    const began = performance.now();
    await Promise.all(Array.from({ length: scenes }, (_, n) => stage.enqueue(scene(n))));
    return performance.now() - began;
  };

  test('never lets a person wait for more than two seconds', async () => {
    expect(await perform(4)).toBeLessThan(2000);
  });

  test('is what a person likes', async () => {
    stage.tempo.share = () => 0.2;
    expect(await perform(1)).toBeLessThan(600);
    stage.tempo.share = () => 0;
    expect(await perform(3)).toBeLessThan(150);
  });

  test('is ended by a tap, until the next decision', async () => {
    const waiting = perform(3);
    await sleep(50);
    stage.skip();
    expect(await waiting).toBeLessThan(600);
    expect(await perform(1)).toBeGreaterThan(900);
  });

  test('gives everything less time, the more there is to show, and the end as much as the beginning', async () => {
    stage.eyes = 0;
    stage.legal = new Set();
    const times: number[] = [];
    stage.length = () => 600;
    stage.perform = async () => {
      times.push(stage.lasts(600));
      expect(stage.speed).toBeCloseTo(stage.lasts(1), 1);
      await stage.rest(600);
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: 12 }, (_, n) => stage.enqueue(scene(n))));
    expect(performance.now() - began).toBeLessThan(2000);
    expect(times[0]).toBeLessThan(150);
    expect(times.at(-1)).toBeGreaterThan(times[0]! / 2);
    stage.eyes = null;
    stage.tempo.share = () => 0.5;
    expect(stage.lasts(600)).toBe(300);
    stage.still = () => true;
    expect(stage.lasts(600)).toBe(0);
  });

  test('gives time back while others think, and to who only looks on', async () => {
    stage.eyes = 0;
    stage.legal = new Set();
    stage.perform = async () => stage.rest(1400);
    await stage.enqueue(scene(1));
    const hurried = stage.lasts(1000);
    expect(hurried).toBeLessThan(800);
    await sleep(300);
    expect(stage.lasts(1000)).toBeGreaterThan(hurried + 200);
    stage.eyes = null;
    expect(stage.lasts(1000)).toBe(1000);
  });

  test('lets what follows from a scene wait for it', async () => {
    const marks: string[] = [];
    stage.eyes = 0;
    stage.perform = async ({ n }) => {
      marks.push(`performs ${n}`);
      await stage.rest(20);
    };
    await Promise.all([1, 2].map((n) => stage.enqueue({ ...scene(n), shown: () => void marks.push(`shown ${n}`) })));
    expect(marks).toEqual(['performs 1', 'shown 1', 'performs 2', 'shown 2']);
  });

  test('tells the story no sooner than the board has shown it', async () => {
    stage.eyes = 0;
    stage.tempo.share = () => 0.1;
    const seen: number[] = [];
    stage.perform = async () => {
      seen.push(stage.told);
      await stage.rest(100);
    };
    await Promise.all([4, 5].map((n) => stage.enqueue(scene(n))));
    expect(seen).toEqual([3, 4]);
    expect(stage.told).toBe(Infinity);
  });
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

/** A scene in the middle of its performance. */
async function underWay() {
  let finish = () => {};
  let on = () => false;
  const begun = new Promise<void>((begin) => {
    stage.perform = (_, goesOn) => {
      on = goesOn;
      begin();
      return new Promise((done) => (finish = done));
    };
  });
  const performed = stage.enqueue(scene(1));
  await begun;
  return { finish: () => finish(), on: () => on(), performed };
}

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
    const { finish, performed } = await underWay();
    expect(stage.mine).toBe(false);
    finish();
    await performed;
    expect(stage.mine).toBe(true);
  });

  test('a position set anew wins over what is being performed, which is told to stop', async () => {
    const { finish, performed, on } = await underWay();
    expect(on()).toBe(true);
    stage.show({ n: 9 });
    expect(on()).toBe(false);
    finish();
    await performed;
    expect(stage.view).toEqual({ n: 9 });
  });

  test('a position set anew is another one, even where it looks the same', () => {
    const view = { n: 1 };
    stage.show(view);
    const before = stage.view;
    stage.show(view);
    expect(stage.view).toEqual(before);
    expect(stage.view).not.toBe(before);
  });

  test('what waits is dropped when it is told to stop', async () => {
    const { finish, performed } = await underWay();
    const waiting = stage.enqueue(scene(2));
    stage.stop();
    finish();
    await Promise.all([performed, waiting]);
    expect(stage.view).toEqual({});
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

test('without a table behind it nothing can be done, and what is shown stays', async () => {
  const replayed = new Stage();
  replayed.legal = new Set([1]);
  expect(replayed.mine).toBe(false);
  replayed.preview = { choice: 1, action: 1, view: null, events: [], lines: [], passing: true };
  await replayed.glance(null);
  expect(replayed.preview).not.toBeNull();
});

describe('a move that is typed', () => {
  beforeEach(() => {
    stage.legal = new Set([1]);
  });

  test('is shown, and played when it is typed again', async () => {
    await stage.pointNotation(' far 9 ', 'keys');
    expect(stage.preview).toMatchObject({ choice: 'far 9', action: null, view: { after: 'far 9' } });
    await stage.pointNotation('far 9', 'keys');
    expect(played).toEqual(['far 9']);
  });

  test('is the legal one of that notation, where the page knows it', async () => {
    await stage.pointNotation('go 1', 'keys');
    expect(stage.preview).toMatchObject({ choice: 1, action: 1 });
    expect(stage.shown?.notation).toBe('go 1');
  });

  test('that makes no sense is refused, and the reason stays until something else is done', async () => {
    await stage.pointNotation('nonsense', 'keys');
    expect(refused).toEqual(['taken']);
    expect(stage.refusal).toBe('taken');
    await stage.pointNotation('go 1', 'keys');
    expect(stage.refusal).toBe('');
  });

  test('is nothing where nothing is typed', async () => {
    await stage.pointNotation('  ', 'keys');
    expect([asked, refused]).toEqual([[], []]);
  });
});

test('nothing can be decided before the page knows what the legal ids mean', () => {
  expect(stage.mine).toBe(true);
  stage.legal = new Set([1, 3]);
  expect(stage.mine).toBe(false);
  stage.moves = [...stage.moves, { move: { type: 'go' }, notation: 'go 3' }];
  expect(stage.mine).toBe(true);
});

test('legal moves that aren’t known yet are left out', () => {
  stage.moves = [undefined, { move: { type: 'go' }, notation: 'go 1' }];
  expect(stage.legalMoves()).toEqual([{ action: 1, move: { type: 'go' } }]);
  expect(stage.find(() => true)).toBe(1);
});

describe('what others do unseen', () => {
  test('leaves what is shown, and a hint that is thought about', async () => {
    await stage.point(1, 'touch');
    stage.refresh({ waiting: 1 });
    expect(stage.preview).toMatchObject({ action: 1 });
    expect(stage.view).toEqual({ waiting: 1 });
    thinking = 20;
    const asking = stage.askHint('touch');
    stage.refresh({ waiting: 0 });
    await asking;
    expect(stage.advised).toMatchObject({ action: 2 });
  });

  test('waits until everything before it has been performed', async () => {
    const { finish, performed } = await underWay();
    stage.refresh({ n: 2 });
    expect(stage.view).toEqual({});
    finish();
    await performed;
    expect(stage.view).toEqual({ n: 2 });
  });
});

describe('a hint', () => {
  test('that was thought about while something happened is dropped', async () => {
    thinking = 20;
    const asking = stage.askHint('touch');
    await stage.enqueue(scene(1));
    await asking;
    expect([stage.preview, stage.advice]).toEqual([null, null]);
  });

  test('is shown like any other move, and played by confirming it', async () => {
    await stage.askHint('touch');
    expect(stage.preview).toMatchObject({ action: 2, passing: false });
    expect(stage.advised).toMatchObject({ worth: 'good' });
    await stage.confirm();
    expect(played).toEqual([2]);
  });

  test('is asked for once in a position, and no more shown beside another move', async () => {
    await stage.askHint('touch');
    await stage.point(1, 'touch');
    expect(stage.advised).toBeNull();
    await stage.askHint('touch');
    expect(stage.advised).not.toBeNull();
    expect(hinted).toBe(1);
    stage.show({});
    await stage.askHint('touch');
    expect(hinted).toBe(2);
  });

  test('that comes too late is dropped', async () => {
    const asking = stage.askHint('touch');
    stage.show({});
    await asking;
    expect(stage.preview).toBeNull();
    expect(stage.advice).toBeNull();
  });

  test('doesn’t take the place of a move that was chosen while it was thought about', async () => {
    thinking = 20;
    const asking = stage.askHint('touch');
    await stage.point(1, 'touch');
    await asking;
    expect(stage.preview).toMatchObject({ action: 1 });
    await stage.askHint('touch');
    expect(stage.preview).toMatchObject({ action: 2 });
    expect(hinted).toBe(1);
  });

  test('is shown over a move that was chosen before, or only looked at', async () => {
    await stage.point(1, 'touch');
    await stage.askHint('touch');
    expect(stage.preview).toMatchObject({ action: 2 });
    stage.show({});
    thinking = 120;
    await Promise.all([stage.askHint('mouse'), stage.glance(1)]);
    expect(stage.preview).toMatchObject({ action: 2, passing: false });
  });

  test('is not for those who are not to decide', async () => {
    stage.legal = new Set();
    await stage.askHint('touch');
    expect(hinted).toBe(0);
  });
});

describe('the hand behind a click', () => {
  const click = (detail: number, pointerType: string) => handOf({ detail, pointerType } as PointerEvent);

  test('is a key where there was no pointer', () => expect(click(0, '')).toBe('keys'));
  test('is the mouse or a finger, as the browser says', () => {
    expect(click(1, 'mouse')).toBe('mouse');
    expect(click(1, 'touch')).toBe('touch');
    expect(click(1, 'pen')).toBe('touch');
  });
});
