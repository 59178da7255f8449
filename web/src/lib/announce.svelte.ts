import { unbroken } from './words';

/** Milliseconds within which what is said is said in one: else the last of it is all that is heard. */
const BREATH = 60;

/** What a screen reader is to say next; the same words twice are said twice. */
class Announcer {
  text = $state('');
  private odd = false;
  private waiting: string[] = [];

  say(text: string): void {
    if (text === '') return;
    this.waiting.push(text);
    if (this.waiting.length === 1) setTimeout(() => this.speak(), BREATH);
  }

  private speak(): void {
    const text = this.waiting.join(' ');
    this.waiting = [];
    this.odd = !this.odd;
    this.text = this.odd ? text : `${text}\u200b`;
  }
}

export const announcer = new Announcer();

export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'no';
}

/** How long a note stays: long enough to be read twice. */
export function readingTime(text: string): number {
  return Math.min(9000, 2500 + 55 * text.length);
}

/** Short notes at the edge of the screen that go by themselves, or with the page they belong to. */
class Toasts {
  all = $state.raw<Toast[]>([]);
  private serial = 0;

  show(words: string, tone: Toast['tone'] = 'plain'): void {
    if (words === '') return;
    const text = unbroken(words);
    const id = this.serial++;
    this.all = [...this.all.filter((one) => one.text !== text).slice(-2), { id, text, tone }];
    announcer.say(text);
    setTimeout(() => (this.all = this.all.filter((one) => one.id !== id)), readingTime(text));
  }

  /** A refusal is out of date as soon as something was done instead. */
  forgive(): void {
    if (this.all.some((one) => one.tone === 'no')) this.all = this.all.filter((one) => one.tone !== 'no');
  }

  clear(): void {
    if (this.all.length > 0) this.all = [];
  }
}

export const toasts = new Toasts();
