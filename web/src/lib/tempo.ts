import { sleep } from './time';

export type Pace = 'calm' | 'normal' | 'quick' | 'at_once';

/** How much of its time everything takes, by the pace that a person likes. */
export const SHARE: Record<Pace, number> = { calm: 1.6, normal: 1, quick: 0.45, at_once: 0 };
/** Milliseconds that may be waited between two decisions of a person at normal pace; the rest is hurried. */
const PATIENCE = 1500;
/** The least that each thing is seen, when it is hurried. */
const GLIMPSE = 40;

/** How fast things happen on a board, and how long the person has waited since their last decision. */
export class Tempo {
  /** Of the normal time. */
  share: () => number = () => 1;
  private waited = 0;
  private hurried = false;
  private wake: (() => void) | null = null;

  /** The person decides: the next wait begins anew. */
  begin(): void {
    this.waited = 0;
    this.hurried = false;
  }

  /** What is shown is enough: on to what comes next, until the person decides again. */
  skip(): void {
    this.hurried = true;
    this.wake?.();
  }

  /** Rest for so many milliseconds of normal pace, fewer where a decision is waited for; a tap ends it. */
  async rest(ms: number, patient: boolean): Promise<void> {
    const time = this.lasts(ms, patient);
    this.waited += time;
    if (time === 0) return;
    await Promise.race([sleep(time), new Promise<void>((wake) => (this.wake = wake))]);
    this.wake = null;
  }

  private lasts(ms: number, patient: boolean): number {
    const share = this.share();
    if (this.hurried) return 0;
    if (patient) return ms * share;
    const room = Math.max(0, PATIENCE * share - this.waited);
    return Math.min(ms * share, Math.max(GLIMPSE * share, room));
  }
}
