/** The templates of the catalogues, worded exactly as `cattery.text` words them.
 *
 * `{name}` the parameter · `{kind@piece}` its word, looked up as `piece.<value>`; a number without
 * one is itself, a list is its words with commas ·
 * `{n|one|# more}` plural, `{n|one|# more|none}` with words for 0 · `{az name}`, `{Az name}` with the Hungarian article · `{{`, `}}` braces.
 * Numbers have a real minus sign; texts, such as names and notation, stay as they are.
 * The vectors in tests/text/templates.toml hold both implementations to this.
 */

export type Value = string | number | readonly (string | number)[];
export type Params = Record<string, Value>;
export type Table = Record<string, string>;
/** One language's words: the shared layers', and, by name, how to get each game's.
 *
 * Nothing comes where the page is about to start anew, see `main.ts`.
 */
export type Catalogue = { shared: Table; games: Record<string, () => Promise<{ default: Table } | undefined>> };

/** With the number of a rule, such as H-12, of a card, such as 5-7, and with its ending, such as 4-es, each on one line. */
export function unbroken(text: string): string {
  return text.replace(/([A-Z](?=-\d)|[\d}](?=-[\d{\p{Ll}]))-/gu, '$1\u2011');
}

/** A catalogue whose words are so. */
export function unbrokenTable(table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([key, template]) => [key, unbroken(template)]));
}

/** How many letters the longest word of a name has: so much room it needs, as names are never broken inside a word. */
export function longestWord(name: string): number {
  return Math.max(...name.split(' ').map((word) => word.length));
}

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}/g;

export class Words {
  /** Tables are searched in order: a game's own words come before the shared ones. */
  constructor(
    readonly lang: string,
    private readonly tables: Table[],
  ) {}

  has(key: string): boolean {
    return this.tables.some((table) => key in table);
  }

  /** The words of a key with its parameters filled in; the key itself where there are none. */
  say(key: string, params: Params = {}): string {
    const template = this.template(key);
    return template === undefined ? key : this.format(template, params);
  }

  format(template: string, params: Params): string {
    return template.replace(TOKEN, (whole, inner: string | undefined) => {
      if (inner === undefined) return whole[0]!;
      const [name, ...forms] = inner.split('|');
      return forms.length > 0 ? plural(params[name!], forms) : this.value(name!, params);
    });
  }

  /** A text as it begins a sentence. */
  capital(text: string): string {
    return text.charAt(0).toLocaleUpperCase(this.lang) + text.slice(1);
  }

  private template(key: string): string | undefined {
    return this.tables.find((table) => key in table)?.[key];
  }

  private value(slot: string, params: Params): string {
    const [name, group] = slot.split('@');
    if (group !== undefined) return this.word(group, params[name!]);
    const article = /^[aA]z /.exec(slot)?.[0];
    if (article === undefined) return plain(params[slot] ?? `{${slot}}`);
    const text = String(params[slot.slice(article.length)]);
    return `${withCase(articleOf(text), article)} ${text}`;
  }

  /** The word of a value, or of each in a list; numbers speak for themselves. */
  word(group: string, value: Value | undefined): string {
    if (isList(value)) return value.map((each) => this.word(group, each)).join(', ');
    const key = `${group}.${value}`;
    return !this.has(key) && /^-?\d+$/.test(String(value)) ? number(value!) : this.say(key);
  }
}

function isList(value: Value | undefined): value is readonly (string | number)[] {
  return Array.isArray(value);
}

function plain(value: Value): string {
  if (isList(value)) return value.map(plain).join(', ');
  return typeof value === 'number' ? number(value) : value;
}

/** A number with a real minus sign. */
function number(value: Value): string {
  return String(value).replace(/^-/, '−');
}

function plural(counted: Value | undefined, [one, more, none]: string[]): string {
  const value = isList(counted) ? counted.length : counted;
  const several = Number(value) === 0 ? (none ?? more) : more;
  const form = Number(value) === 1 ? one! : (several ?? one!);
  return form.replaceAll('#', number(value!));
}

function withCase(article: string, like: string): string {
  return like[0] === 'A' ? `A${article.slice(1)}` : article;
}

/** "a" or "az", by the sound the text begins with when it is read aloud. */
export function articleOf(quoted: string): 'a' | 'az' {
  const text = quoted.replace(/^["'„”»«( ]+/, '');
  const number = /^\d+/.exec(text)?.[0];
  if (number !== undefined) return numberBeginsWithVowel(number) ? 'az' : 'a';
  // A lone letter is read by its name (ef, el, em …): a square like f6, an edge like N2.
  const lone = /^\p{L}(?!\p{L})/u.test(text);
  return (lone ? /^[aáeéiíoóöőuúüűflmnrsxy]/i : /^[aáeéiíoóöőuúüű]/i).test(text) ? 'az' : 'a';
}

/** öt…, and egy…, ezer… where the leading 1 stands alone in its group of three digits. */
function numberBeginsWithVowel(digits: string): boolean {
  return digits[0] === '5' || (digits[0] === '1' && digits.length % 3 === 1);
}
