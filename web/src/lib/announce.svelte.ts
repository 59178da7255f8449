/** What a screen reader is to say next; the same words twice are said twice. */
class Announcer {
  text = $state('');
  private odd = false;

  say(text: string): void {
    if (text === '') return;
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

/** Short notes at the edge of the screen that go by themselves. */
class Toasts {
  all = $state.raw<Toast[]>([]);
  private serial = 0;

  show(words: string, tone: Toast['tone'] = 'plain'): void {
    if (words === '') return;
    const text = words.replace(/([A-Z])-(?=\d)/g, '$1\u2011'); // a rule's number stays on one line
    const id = this.serial++;
    this.all = [...this.all.filter((one) => one.text !== text).slice(-2), { id, text, tone }];
    announcer.say(text);
    setTimeout(() => (this.all = this.all.filter((one) => one.id !== id)), 5000);
  }

  drop(id: number): void {
    this.all = this.all.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();
