export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Milliseconds as a clock shows them: 3:07, or 0:04.2 when every tenth counts. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  const minutes = Math.floor(left / 60_000);
  const seconds = (left % 60_000) / 1000;
  const shown = left < 10_000 ? (Math.floor(seconds * 10) / 10).toFixed(1) : String(Math.floor(seconds));
  const hours = Math.floor(minutes / 60);
  const pad = (text: string) => (Number(text) < 10 ? `0${text}` : text);
  const head = hours > 0 ? `${hours}:${pad(String(minutes % 60))}` : String(minutes);
  return `${head}:${pad(shown)}`;
}

/** What is asked for, asked again a little later where it failed: a busy server answers the next time. */
export async function patiently<T>(ask: () => Promise<T>, tries = 4, pause = 1500): Promise<T> {
  for (let left = tries - 1; left > 0; left -= 1) {
    try {
      return await ask();
    } catch {
      await sleep(pause);
    }
  }
  return ask();
}
