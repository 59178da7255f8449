/** One stop of the tab key for many places, and arrow keys between them.
 *
 * The places are elements with `data-place` inside a holder: squares of a board, cards, buttons. Each gets
 * `tabindex={roving.tab(place)}` and `onfocus={() => roving.stand(place)}`; the holder gets `{@attach roving.hold}`
 * and `onkeydown={roving.keys}`.
 */

/** A step to the right or left, down or up. */
export interface Arrow {
  x: number;
  y: number;
}

export const ARROWS: Record<string, Arrow> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A place on the screen. */
export interface Spot {
  place: string;
  x: number;
  y: number;
}

/** How much worse a step aside is than one ahead. */
const ASIDE = 2;

/** The nearest spot in a direction, from where it lies on the screen; null at the edge. */
export function nearest(from: Spot, arrow: Arrow, spots: readonly Spot[]): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const { place, x, y } of spots) {
    const ahead = (x - from.x) * arrow.x + (y - from.y) * arrow.y;
    const aside = Math.abs((x - from.x) * arrow.y) + Math.abs((y - from.y) * arrow.x);
    if (ahead < 1 || ahead * ASIDE < aside) continue;
    const far = ahead + ASIDE * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

interface Ways {
  /** Where an arrow key leads from a place; without it, to the nearest place on the screen. */
  neighbour?: (place: string, arrow: Arrow) => string;
  /** Where the keyboard stands first, and where it goes from a place that is no more. */
  start?: string;
  instead?: (gone: string) => string;
}

export class Roving {
  private at = $state('');
  /** The place that the tab key leads to. */
  readonly current = $derived.by(() => {
    const places = this.places();
    return places.includes(this.at) ? this.at : (this.ways.instead?.(this.at) ?? places[0] ?? '');
  });
  private holder: Element | null = null;

  constructor(
    /** All places there are now. */
    private readonly places: () => readonly string[],
    private readonly ways: Ways = {},
  ) {
    this.at = ways.start ?? '';
  }

  /** The keyboard stays inside when the place it stands on goes. */
  readonly hold = (holder: Element): (() => void) => {
    this.holder = holder;
    let inside = false;
    const come = (): void => void (inside = true);
    const go = (event: Event): void => void (inside &&= (event as FocusEvent).relatedTarget === null);
    const watch = new MutationObserver(() => {
      if (inside && document.activeElement === document.body) this.go(this.current);
    });
    watch.observe(holder, { childList: true, subtree: true });
    holder.addEventListener('focusin', come);
    holder.addEventListener('focusout', go);
    return () => {
      watch.disconnect();
      holder.removeEventListener('focusin', come);
      holder.removeEventListener('focusout', go);
      this.holder = null;
    };
  };

  tab(place: string): 0 | -1 {
    return place === this.current ? 0 : -1;
  }

  stand(place: string): void {
    this.at = place;
  }

  /** Go to a place, with the focus. */
  go(place: string): void {
    this.at = place;
    this.element(place)?.focus();
  }

  /** Follow an arrow key, Home or End; other keys are somebody else's. */
  readonly keys = (event: KeyboardEvent): void => {
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : this.next(event.key);
    if (next === null) return;
    event.preventDefault();
    this.go(next);
  };

  private next(key: string): string | null {
    const arrow = ARROWS[key];
    if (arrow !== undefined) return this.ways.neighbour?.(this.current, arrow) ?? this.beside(arrow);
    if (key === 'Home') return this.places()[0] ?? null;
    return key === 'End' ? (this.places().at(-1) ?? null) : null;
  }

  /** At the edge an arrow is still ours: it must not scroll the page away. */
  private beside(arrow: Arrow): string | null {
    const spots = this.places().flatMap((place) => {
      const box = this.element(place)?.getBoundingClientRect();
      return box === undefined ? [] : [{ place, x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    });
    const here = spots.find(({ place }) => place === this.current);
    return here === undefined ? null : (nearest(here, arrow, spots) ?? this.current);
  }

  private element(place: string): HTMLElement | SVGElement | null {
    return this.holder?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`) ?? null;
  }
}
