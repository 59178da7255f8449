/** "What is this?": the pointer that rests on a thing, a long press, or the key ? where the focus is, explains it.
 *
 * `{@attach explains(() => text)}` on anything; one <Explanation /> on the page shows what is asked for. The press
 * that asked chooses nothing: the click after it is swallowed. What it asked for stays when the finger is lifted,
 * until the next touch.
 */

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
  private about: Element | null = null;

  show(about: Element, say: () => string): void {
    if (say() === '') return;
    this.about = about;
    this.say = say;
    this.box = about.getBoundingClientRect();
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

export function explains(text: () => string): (element: Element) => () => void {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start: { x: number; y: number } | null = null;
    let asked = false;
    let unasked = false; // it has come under a resting pointer
    const later = (wait: number, press: boolean): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        asked = press;
        explanation.show(element, text);
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
          explanation.show(element, text);
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
