/** The browser's own storage, which may be missing or forbidden: then nothing is remembered. */

const PREFIX = 'cattery.';

export function remembered<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or forbidden store only costs the memory of a choice.
  }
}

/** What was kept under all keys that begin so, by the rest of the key. */
export function rememberedAll<T>(beginning: string): Record<string, T> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning));
    return Object.fromEntries(keys.map((key) => [key.slice((PREFIX + beginning).length), JSON.parse(localStorage.getItem(key)!) as T]));
  } catch {
    return {};
  }
}

/** Forget everything that was ever remembered here. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // What can't be read was never kept.
  }
}
