import { remember, remembered } from './store';
import { type Pace, SHARE } from './tempo';

export type Lang = 'hu' | 'en';
export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'less';
/** When a move is shown before it is played: on touch alone, always, or never. */
export type Confirm = 'touch' | 'always' | 'never';
/** What of the chat is shown: everything, set phrases alone, nothing. */
export type Chat = 'all' | 'phrases' | 'none';

function touchFirst(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

function preferredLang(): Lang {
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('hu')) ? 'hu' : 'en';
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** What a person chose on this device; every change is kept and takes effect at once. */
class Settings {
  lang = $state<Lang>(remembered('lang', preferredLang()));
  theme = $state<Theme>(remembered('theme', 'auto'));
  motion = $state<Motion>(remembered('motion', 'auto'));
  pace = $state<Pace>(remembered('pace', 'normal'));
  sound = $state<boolean>(remembered('sound', !touchFirst()));
  confirm = $state<Confirm>(remembered('confirm', 'touch'));
  chat = $state<Chat>(remembered('chat', 'all'));
  notify = $state<boolean>(remembered('notify', false));
  /** The name a person plays under, asked for once, in place. */
  name = $state<string>(remembered('name', ''));
  private systemLess = $state(lessMotion.matches);
  private systemDark = $state(darkScheme.matches);

  constructor() {
    lessMotion.addEventListener('change', () => (this.systemLess = lessMotion.matches));
    darkScheme.addEventListener('change', () => (this.systemDark = darkScheme.matches));
  }

  get still(): boolean {
    return this.motion === 'less' || (this.motion === 'auto' && this.systemLess);
  }

  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.systemDark);
  }

  /** Keep every choice, and show the ones that styles depend on; call once, inside an effect. */
  keep(): void {
    remember('lang', this.lang);
    remember('theme', this.theme);
    remember('motion', this.motion);
    remember('pace', this.pace);
    remember('sound', this.sound);
    remember('confirm', this.confirm);
    remember('chat', this.chat);
    remember('notify', this.notify);
    remember('name', this.name);
    const root = document.documentElement;
    root.lang = this.lang;
    root.dataset.theme = this.dark ? 'dark' : 'light';
    root.style.setProperty('--tempo', String(SHARE[this.pace]));
    root.dataset.motion = this.still ? 'less' : 'full';
  }
}

export const settings = new Settings();
