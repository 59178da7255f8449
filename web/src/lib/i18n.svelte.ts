import type { Lang } from './settings.svelte';
import type { WordList } from './wire';
import { type Catalogue, type Params, type Table, unbrokenTable, Words } from './words';

export const LANGUAGES: Lang[] = ['hu', 'en'];
/** Each language in its own words, for people who can't read the current one. */
export const LANGUAGE_NAMES: Record<Lang, string> = { hu: 'Magyar', en: 'English' };

/** Nothing comes where the page is about to start anew, see `main.ts`. */
const loaders: Record<Lang, () => Promise<{ default: Catalogue } | undefined>> = {
  hu: () => import('virtual:words/hu'),
  en: () => import('virtual:words/en'),
};

/** The words of a game: the page was built with them, or the server has them. */
async function wordsOf(catalogue: Catalogue, lang: Lang, name: string): Promise<Table> {
  const built = catalogue.games[name];
  if (built !== undefined) return unbrokenTable((await built())?.default ?? {});
  const answer = await fetch(new URL(`api/games/${encodeURIComponent(name)}/words/${lang}`, document.baseURI));
  if (!answer.ok) throw new Error(`no words of ${name}`);
  return unbrokenTable(((await answer.json()) as WordList).words);
}

/** The catalogue in use; everything that shows words reads it, so a change re-words the page. */
class Speech {
  lang = $state<Lang>('en');
  catalogue = $state.raw<Catalogue>({ shared: {}, games: {} });
  shared = $derived(new Words(this.lang, [this.catalogue.shared]));
  /** The words of the games that have been on the screen. */
  private games = $state.raw<Record<string, Table>>({});
  private names = new Set<string>();
  private wanted: Lang = 'en';

  /** Speak a language; false where another one was asked for before its words came. */
  async load(lang: Lang): Promise<boolean> {
    this.wanted = lang;
    const loaded = await loaders[lang]();
    if (loaded === undefined) return false;
    const games: Record<string, Table> = {};
    for (const name of this.names) games[name] = await wordsOf(loaded.default, lang, name); // grows meanwhile
    if (this.wanted !== lang) return false;
    this.catalogue = { ...loaded.default, shared: unbrokenTable(loaded.default.shared) };
    this.games = games;
    this.lang = lang;
    return true;
  }

  /** Get the words of a game, which stay with the page from then on, whatever language it speaks. */
  async learn(name: string): Promise<void> {
    while (!(name in this.games)) {
      const { lang, catalogue } = this;
      const words = await wordsOf(catalogue, lang, name);
      this.names.add(name);
      if (lang === this.lang) this.games = { ...this.games, [name]: words };
    }
  }

  /** A game's words, with the shared ones behind them. */
  game(name: string): Words {
    return new Words(this.lang, [this.games[name] ?? {}, this.catalogue.shared]);
  }

  /** What a game is called; nothing until its words are there. */
  title(name: string): string {
    return this.games[name]?.['title'] ?? '';
  }
}

export const speech = new Speech();

/** The page's own words: `t('lobby.title')` is the key `page.lobby.title`. */
export function t(key: string, params: Params = {}): string {
  return speech.shared.say(`page.${key}`, params);
}

/** Names as a sentence has them: "Panni, Marci and Zita". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return speech.shared.say('player.listed', { others: names.slice(0, -1).join(', '), last: names.at(-1)! });
}

/** A number to one decimal place, as people of the language write it. */
export function decimal(value: number): string {
  return minus((Math.round(value * 10) / 10).toLocaleString(speech.lang));
}

/** Points as people write and read them: "42 points". */
export function pointsText(points: number): string {
  return t('points', { n: Number.isInteger(points) ? minus(String(points)) : decimal(points) });
}

/** What somebody made of a deal: points, or, where a game counts none, who has won; a half is a draw. */
export function madeText(points: number, counted: boolean): string {
  if (counted) return pointsText(points);
  return t(points === 0.5 ? 'daily.drawn' : points > 0.5 ? 'daily.won' : 'daily.lost');
}

/** A number with a real minus sign. */
export function minus(text: string | number): string {
  return String(text).replace('-', '−');
}

/** A number with its sign: what comes, or what goes. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : minus(n));

/** A date or time of day as people of the language write it. */
export function when(time: number): string {
  const date = new Date(time);
  const today = new Date().toDateString() === date.toDateString();
  const style: Intl.DateTimeFormatOptions = today
    ? { hour: 'numeric', minute: '2-digit' }
    : { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };
  return date.toLocaleString(speech.lang, style);
}
