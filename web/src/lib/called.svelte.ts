/** Names in tight room: never broken inside a word. One that finds no room is written smaller; where that isn't enough it is
 * cut in the middle, so that both its ends stay: they tell two players apart. The whole name is heard, and explained.
 *
 * `<span {@attach called(() => name)}></span>` on a box of its own: a block, or an item of a flex box or a grid.
 */
import { untrack } from 'svelte';
import { explains } from './explain.svelte';

const SMALLEST = 9; // pixels
const SHARE = 0.75; // of its size, at least
const FEWEST = 4; // letters that stay
const CUT = '\u2060…\u2060'; // no line ends there

/** So many letters of a name, from both its ends. */
export function shortened(name: string, letters: number): string {
  const all = [...name];
  if (all.length <= letters) return name;
  const end = Math.ceil(letters / 2);
  return `${all.slice(0, letters - end).join('').trimEnd()}${CUT}${all.slice(all.length - end).join('').trimStart()}`;
}

const fits = (box: Element): boolean => box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1;

/** Write a name so that it fits into its box; whether it is all there. */
function write(box: HTMLElement, name: string): boolean {
  box.style.fontSize = '';
  box.textContent = name;
  if (box.clientWidth <= 1 || fits(box)) return true; // not seen, or all of it
  const size = Number.parseFloat(getComputedStyle(box).fontSize);
  const least = Math.min(size, Math.max(SMALLEST, size * SHARE));
  box.style.fontSize = `${Math.max(least, (size * box.clientWidth) / box.scrollWidth - 0.1)}px`;
  if (fits(box)) return true;
  box.style.fontSize = `${least}px`;
  if (fits(box)) return true;
  let letters = [...name].length;
  do box.textContent = shortened(name, --letters);
  while (letters > FEWEST && !fits(box));
  const [seen, heard] = [document.createElement('span'), document.createElement('span')];
  seen.textContent = box.textContent;
  seen.setAttribute('aria-hidden', 'true');
  heard.textContent = name;
  heard.className = 'only-heard';
  box.replaceChildren(seen, heard);
  return false;
}

/** `about`: what else there is to say of whoever is called so. */
export function called(name: () => string, about: () => string = () => ''): (box: HTMLElement) => () => void {
  return (box) => {
    const whole = $derived(name());
    let complete = true;
    let width = -1;
    let frame = 0;
    const fit = (): void => {
      complete = write(box, whole);
      width = box.clientWidth;
    };
    box.dataset['called'] = '';
    box.style.setProperty('transition', 'none', 'important'); // what is measured is as it will be
    $effect(() => {
      void whole;
      untrack(fit);
    });
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (box.clientWidth === width && complete && box.style.fontSize === '' ? undefined : fit()));
    });
    watch.observe(box);
    if (box.parentElement !== null) watch.observe(box.parentElement);
    const unexplain = explains(() => about() || (complete ? '' : whole))(box);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      unexplain();
    };
  };
}
