/** Taps that were meant for what was there a moment ago: buttons of the next question come to the same place. */
import { settings } from './settings.svelte';
import { handOf } from './stage.svelte';

/** Milliseconds in which a second tap still belongs to the first. */
const SOON = 500;
/** Pixels between two taps of a finger that stayed where it was. */
const NEAR = 24;
/** Milliseconds after a hand-over in which bar and curtain answer nobody: the one who decided still has the screen. */
export const HANDED = 800;

/** What one taps on, and where what is tapped on decides something. */
const CONTROL = 'button, a[href], input, select, textarea, summary, label, [role="button"], [tabindex]:not([tabindex="-1"], main), [data-place]';
const RESTS = '.bar, .curtain';
const SECRETS = '.curtain, .asked, .notices';
const DECIDES = '.bar, [data-mine], .curtain, .asked, .notices';

export interface Tap {
  /** Milliseconds. */
  at: number;
  x: number;
  y: number;
  /** The control that it meets. */
  on: unknown;
  /** What the control decides now: changes with each decision. */
  means: unknown;
  /** It decides something. */
  decides: boolean;
}

/** Which taps are slips. */
export class Slips {
  private last: Tap | null = null;
  private handed = -Infinity;
  private taken: () => void = () => undefined;

  /** The screen goes to another person now, who has it when they tap on anything that doesn't rest. */
  handOver(now: number, taken: () => void = () => undefined): void {
    this.handed = now;
    this.taken = taken;
  }

  /** Whether a tap means what isn't there any more, or was meant for it. While the bar rests, a finger has to rest as well. */
  slipped(tap: Tap, rests: boolean): boolean {
    const handed = tap.at - this.handed < HANDED;
    if (rests && handed) {
      this.handed = Math.max(this.handed, tap.at + SOON - HANDED);
      return true;
    }
    if (this.isSecond(tap)) return true;
    if (handed) this.taken();
    this.handed = -Infinity;
    this.last = tap;
    return false;
  }

  private isSecond({ at, x, y, on, means, decides }: Tap): boolean {
    if (this.last === null || at - this.last.at >= SOON || !(decides || this.last.decides)) return false;
    const near = Math.hypot(x - this.last.x, y - this.last.y) <= NEAR;
    return near && (on !== this.last.on || means !== this.last.means);
  }
}

const slips = new Slips();
/** What the screens that are looked at decide; the last is the one that was opened last. */
const screens: (() => unknown)[] = [];

/** The control under a tap: a label and its input are one. */
function controlAt(event: Event): Element | null {
  const found = event.target instanceof Element ? event.target.closest(CONTROL) : null;
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? (found.labels?.[0] ?? found) : found;
}

/** Let no tap through that is a slip. Keys never slip, nor does what a script clicks; and who likes it all at once is quick,
 * except where secrets are opened.
 */
function guard(event: MouseEvent): void {
  const on = controlAt(event);
  if (on === null || !event.isTrusted || handOf(event) === 'keys') return;
  if (settings.pace === 'at_once' && on.closest(SECRETS) === null) return;
  const decides = on.closest(DECIDES) !== null;
  const means = decides ? (on.closest<HTMLElement>('[data-means]')?.dataset['means'] ?? screens.at(-1)?.()) : null;
  const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY, on, means, decides };
  if (!slips.slipped(tap, on.closest(RESTS) !== null)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** Guard against slips while a screen is there, on which `means` changes with each decision. */
export function guardSlips(means: () => unknown): () => void {
  if (screens.push(means) === 1) addEventListener('click', guard, { capture: true });
  return () => {
    screens.splice(screens.indexOf(means), 1);
    if (screens.length === 0) removeEventListener('click', guard, { capture: true });
  };
}

/** The screen goes to another person; `taken` is called when they have it before the bar has rested. */
export const handOver = (taken: () => void): void => slips.handOver(performance.now(), taken);
