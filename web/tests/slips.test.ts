import { afterEach, describe, expect, test, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('navigator', { languages: ['en'] });
/** A control of the page, and in what it lies. */
class Control {
  constructor(private readonly inside: string) {}
  closest = (selectors: string): this | null => (selectors.split(', ').some((one) => one === 'button' || one === this.inside) ? this : null);
}
for (const name of ['HTMLInputElement', 'HTMLSelectElement']) vi.stubGlobal(name, class {});
vi.stubGlobal('Element', Control);
const { settings } = await import('../src/lib/settings.svelte');
const { guardSlips, HANDED, Slips } = await import('../src/lib/slips');

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

describe('a second tap where another control has come', () => {
  let now = 0;
  /** Whether the page heard it. */
  function heard(inside: string): boolean {
    let guard: (event: object) => void;
    vi.stubGlobal('addEventListener', (_: string, listener: typeof guard) => (guard = listener));
    vi.stubGlobal('removeEventListener', () => undefined);
    const stop = guardSlips(() => 'Bence');
    const preventDefault = vi.fn();
    now += 10_000;
    for (const at of [now, now + 200]) {
      const target = new Control(inside);
      guard!({ target, timeStamp: at, clientX: 100, clientY: 700, detail: 1, pointerType: 'touch', isTrusted: true, stopImmediatePropagation: () => undefined, preventDefault });
    }
    stop();
    return preventDefault.mock.calls.length === 0;
  }

  afterEach(() => (settings.pace = 'normal'));

  test.each(['.bar', '.notices'])('decides nothing in %s', (inside) => {
    expect(heard(inside)).toBe(false);
    expect(heard('aside')).toBe(true);
  });

  test.each(['.curtain', '.notices'])('opens nobody’s secrets in %s, however quick somebody is', (inside) => {
    settings.pace = 'at_once';
    expect(heard(inside)).toBe(false);
    expect(heard('.bar')).toBe(true);
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
