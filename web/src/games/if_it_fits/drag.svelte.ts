/** A card of the hand that is carried to the table with the mouse or a finger; without a board. */

export interface Spot {
  x: number;
  y: number;
}

const SLOP = 8; // pixels before a press is a drag

export class Drag {
  /** Where the card is carried, on the screen; null while none is. */
  at = $state.raw<Spot | null>(null);
  /** The place below it. */
  over = $state<string | null>(null);
  private start: Spot | null = null;
  private ended = false;

  /** `lift` takes up the card with this number, if it may; `drop` lays it on a place. */
  constructor(
    private readonly lift: (card: number) => boolean,
    private readonly drop: (place: string) => void,
  ) {}

  down(event: PointerEvent): void {
    this.ended = false;
    if (event.isPrimary && event.button === 0) this.start = { x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent, card: number): void {
    if (this.start === null) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.at === null) {
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLOP) return;
      if (!this.lift(card)) return void (this.start = null);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    this.at = now;
    this.over = placeAt(now);
  }

  up(): void {
    const { at, over } = this;
    this.cancel();
    if (at === null) return;
    this.ended = true;
    if (over !== null) this.drop(over);
  }

  cancel(): void {
    this.start = this.at = this.over = null;
  }

  /** Whether a click is only the end of a drag; asked once. */
  swallows(): boolean {
    const { ended } = this;
    this.ended = false;
    return ended;
  }
}

function placeAt({ x, y }: Spot): string | null {
  return document.elementFromPoint(x, y)?.closest('[data-place]')?.getAttribute('data-place') ?? null;
}
