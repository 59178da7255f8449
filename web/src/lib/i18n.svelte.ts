import type { Lang } from './settings.svelte';
import { type Catalogue, type Params, Words } from './words';

export const LANGUAGES: Lang[] = ['hu', 'en'];
/** Each language in its own words, for people who can't read the current one. */
export const LANGUAGE_NAMES: Record<Lang, string> = { hu: 'Magyar', en: 'English' };

/** Nothing comes where the page is about to start anew, see `main.ts`. */
const loaders: Record<Lang, () => Promise<{ default: Catalogue } | undefined>> = {
  hu: () => import('virtual:words/hu'),
  en: () => import('virtual:words/en'),
};

/** The catalogue in use; everything that shows words reads it, so a change re-words the page. */
class Speech {
  lang = $state<Lang>('en');
  catalogue = $state.raw<Catalogue>({ shared: {}, games: {} });
  shared = $derived(new Words(this.lang, [this.catalogue.shared]));

  private wanted: Lang = 'en';

  /** Speak a language; false where another one was asked for before its words came. */
  async load(lang: Lang): Promise<boolean> {
    this.wanted = lang;
    const loaded = await loaders[lang]();
    if (loaded === undefined || this.wanted !== lang) return false;
    this.catalogue = loaded.default;
    this.lang = lang;
    return true;
  }

  /** A game's words, with the shared ones behind them. */
  game(name: string): Words {
    return new Words(this.lang, [this.catalogue.games[name] ?? {}, this.catalogue.shared]);
  }
}

export const speech = new Speech();

/** The page's own words: `t('lobby.title')` is the key `page.lobby.title`. */
export function t(key: string, params: Params = {}): string {
  return speech.shared.say(`page.${key}`, params);
}

/** A number to one decimal place, as people of the language write it. */
export function decimal(value: number): string {
  return (Math.round(value * 10) / 10).toLocaleString(speech.lang);
}

/** A date or time of day as people of the language write it. */
export function when(time: number): string {
  const date = new Date(time);
  const today = new Date().toDateString() === date.toDateString();
  const style: Intl.DateTimeFormatOptions = today
    ? { hour: 'numeric', minute: '2-digit' }
    : { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };
  return date.toLocaleString(speech.lang, style);
}
