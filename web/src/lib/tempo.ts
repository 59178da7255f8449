import { sleep } from './time';

export type Pace = 'calm' | 'normal' | 'quick' | 'at_once';

/** How much of its time everything takes, by the pace that a person likes. */
export const SHARE: Record<Pace, number> = { calm: 1.6, normal: 1, quick: 0.45, at_once: 0 };
/** Milliseconds of normal pace that a person waits for what is shown between two decisions, at most. */
const PATIENCE = 1550;
/** Milliseconds of normal pace by which somebody who likes it calm, or has nothing to decide, may be behind what happens. */
const LEISURE = 8000;
/** The shortest that a scene is taken for, in milliseconds of normal pace. */
const SCENE = 700;
/** Whatever would be so much faster than normal isn't worth a look. */
const BLINK = 0.02;

/** How fast things happen on a board, and how long the person has waited for them since their last decision.
 *
 * The more there is to show, the faster all of it is shown, so that the end isn't swallowed: there a sack is paid.
 * Time in which nothing is shown is others' thinking, and is given back: who waits for somebody anyway can as well look.
 */
export class Tempo {
  /** Of the normal time. */
  share: () => number = () => 1;
  /** Whether nothing is to be decided by the one who looks. */
  patient: () => boolean = () => false;
  /** Milliseconds of normal pace that what is shown still takes, with all that waits behind it. */
  ahead: () => number = () => 0;
  private waited = 0;
  /** Since when something is shown, or nothing. */
  private since = performance.now();
  private showing = false;
  private hurried = false;
  private wake: (() => void) | null = null;

  /** The person decides: the next wait begins anew. */
  begin(): void {
    this.waited = 0;
    this.since = performance.now();
    this.hurried = false;
  }

  /** Something begins to be shown, or all is shown. */
  shows(showing: boolean): void {
    this.waited = this.waitedNow();
    this.since = performance.now();
    this.showing = showing;
  }

  /** What is shown is enough: on to what comes next, until the person decides again. */
  skip(): void {
    this.hurried = true;
    this.wake?.();
  }

  /** How long something takes now, as a share of its normal time. */
  get rate(): number {
    const share = this.share();
    if (this.hurried || share === 0) return 0;
    const room = this.patient() || share > 1 ? LEISURE * share : PATIENCE * share;
    const left = this.patient() ? room : room - this.waitedNow();
    const rate = share * Math.min(1, left / (share * Math.max(SCENE, this.ahead())));
    return rate < BLINK ? 0 : rate;
  }

  /** Rest for so many milliseconds of normal pace; a tap ends it. */
  async rest(ms: number): Promise<void> {
    const time = ms * this.rate;
    if (time === 0) return;
    await Promise.race([sleep(time), new Promise<void>((wake) => (this.wake = wake))]);
    this.wake = null;
  }

  private waitedNow(): number {
    const gone = performance.now() - this.since;
    return Math.max(0, this.waited + (this.showing ? gone : -gone));
  }
}
