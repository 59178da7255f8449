/** "What is this?": the pointer that rests on a thing, a long press, or the key ? where the focus is, explains it.
 *
 * `{@attach explains(() => text)}` on anything; one <Explanation /> on the page shows what is asked for. The press
 * that asked chooses nothing: the click after it is swallowed. What it asked for stays when the finger is lifted,
 * until the next touch. Nothing that is `data-clear` is covered by a note, nor any of what it is about.
 */
import type { Rect } from './beside';

const RESTING = 650; // milliseconds
const PRESSING = 480;
const SLOP = 10; // pixels that a resting finger may wander

const nothing = (): string => '';

class Explanation {
  private say = $state.raw<() => string>(nothing);
  /** As things stand now: what is explained may change while somebody reads. */
  text = $derived(this.say());
  /** What is explained, as it lies on the screen. */
  box = $state.raw<DOMRect | null>(null);
  /** What the note must not lie on besides. */
  clear = $state.raw<readonly Rect[]>([]);
  private about: Element | null = null;
  /** A move is shown before it is played: what is drawn is looked at then, and explained to whoever asks for it. */
  private deciding = false;

  /** `whole`: all parts of what the text is about. */
  show(about: Element, say: () => string, whole: () => Iterable<Element> = () => []): void {
    if (say() === '') return;
    this.about = about;
    this.say = say;
    this.box = about.getBoundingClientRect();
    this.clear = [...whole(), ...document.querySelectorAll('[data-clear]')].map((one) => one.getBoundingClientRect());
  }

  /** The pointer rests on it, and may do so for another reason. */
  offer(about: Element, say: () => string, whole?: () => Iterable<Element>): void {
    if (!this.disturbs(about)) this.show(about, say, whole);
  }

  decide(deciding: boolean): void {
    this.deciding = deciding;
    if (this.about !== null && this.disturbs(this.about)) this.hide();
  }

  private disturbs(about: Element): boolean {
    return this.deciding && about instanceof SVGElement && about.ownerSVGElement !== null;
  }

  hide(about?: Element): void {
    if (about !== undefined && about !== this.about) return;
    this.about = null;
    this.say = nothing;
    this.box = null;
  }
}

export const explanation = new Explanation();

/** Where the pointer was when it moved last: what comes to lie under it by itself isn't asked about. */
const last = { x: Number.NaN, y: Number.NaN };
globalThis.addEventListener?.(
  'pointermove',
  (event) => {
    ({ screenX: last.x, screenY: last.y } = event as PointerEvent);
  },
  { capture: true, passive: true },
);

/** `whole`: all parts of what the text is about, where that is more than the element. */
export function explains(text: () => string, whole?: () => Iterable<Element>): (element: Element) => () => void {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start: { x: number; y: number } | null = null;
    let asked = false;
    let unasked = false; // it has come under a resting pointer
    const later = (wait: number, press: boolean): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        asked = press;
        if (press) explanation.show(element, text, whole);
        else explanation.offer(element, text, whole);
      }, wait);
    };
    const leave = (): void => {
      clearTimeout(timer);
      start = null;
      explanation.hide(element);
    };
    const on: [string, (event: Event) => void][] = [
      [
        'pointerenter',
        (event) => {
          const { pointerType, screenX: x, screenY: y } = event as PointerEvent;
          if (pointerType !== 'mouse') return;
          unasked = x === last.x && y === last.y;
          if (!unasked) later(RESTING, false);
        },
      ],
      ['pointerleave', () => !asked && leave()],
      ['pointercancel', leave],
      [
        'pointerdown',
        (event) => {
          const { pointerType, clientX: x, clientY: y } = event as PointerEvent;
          leave();
          asked = false;
          if (pointerType === 'mouse') return;
          start = { x, y };
          later(PRESSING, true);
        },
      ],
      [
        'pointermove',
        (event) => {
          const { clientX: x, clientY: y } = event as PointerEvent;
          if (unasked) later(RESTING, false);
          unasked = false;
          if (start !== null && Math.hypot(x - start.x, y - start.y) > SLOP) leave();
        },
      ],
      [
        'pointerup',
        () => {
          clearTimeout(timer);
          start = null;
        },
      ],
      ['contextmenu', (event) => asked && event.preventDefault()],
      [
        'click',
        (event) => {
          if (!asked) return explanation.hide(element);
          asked = false;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
      ],
      [
        'keydown',
        (event) => {
          if ((event as KeyboardEvent).key !== '?' || event.defaultPrevented || text() === '') return;
          event.preventDefault(); // else the whole situation is explained, see HelpSheet
          explanation.show(element, text, whole);
        },
      ],
      ['focusout', leave],
    ];
    // A drawing that hears of the focus would be a stop of the tab key itself.
    if (element instanceof SVGElement && !element.hasAttribute('tabindex')) on.pop();
    for (const [name, act] of on) element.addEventListener(name, act, { capture: name === 'click' });
    return () => {
      clearTimeout(timer);
      // What is explained goes while the page is being changed: the note changes afterwards, or half of it stays.
      queueMicrotask(() => explanation.hide(element));
      for (const [name, act] of on) element.removeEventListener(name, act, { capture: name === 'click' });
    };
  };
}
