/** Addresses behind `#`, so that the page works under any root path. */

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; step: number | null; analyse: boolean }
  | { page: 'seat'; token: string }
  | { page: 'rules'; game: string }
  | { page: 'lesson'; game: string }
  | { page: 'daily'; game: string }
  | { page: 'puzzles'; game: string; number: number | null }
  | { page: 'same'; game: string; dice: string; options: Record<string, string> }
  | { page: 'settings' }
  | { page: 'check' }
  | { page: 'me'; code: string | null }
  | { page: 'lost' };

/** Read an address such as `#/t/abc` or `#/r/abc?n=12&analyse`. */
export function read(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, name, ...rest] = path.split('/').map(decode);
  if (rest.length > 0) return { page: 'lost' };
  if (page === '' && name === undefined) return { page: 'lobby' };
  if (page === 'settings' && name === undefined) return { page: 'settings' };
  if (page === 'check' && name === undefined) return { page: 'check' };
  if (page === 'me') return { page: 'me', code: name ?? null };
  if (!name) return { page: 'lost' };
  if (page === 't') return { page: 'table', id: name };
  if (page === 'r') return { page: 'replay', id: name, step: stepOf(query), analyse: new URLSearchParams(query).has('analyse') };
  if (page === 'seat') return { page: 'seat', token: name };
  if (page === 'rules') return { page: 'rules', game: name };
  if (page === 'learn') return { page: 'lesson', game: name };
  if (page === 'puzzles') return { page: 'puzzles', game: name, number: stepOf(query) };
  if (page === 'daily') return { page: 'daily', game: name };
  if (page === 'same') return sameDice(name, Object.fromEntries(new URLSearchParams(query)));
  return { page: 'lost' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `#/same/{game}?dice=…&level=2`: a game with the dice and the options of another match. */
function sameDice(game: string, { dice, ...options }: Record<string, string>): Route {
  return dice === undefined ? { page: 'lost' } : { page: 'same', game, dice, options };
}

function stepOf(query: string): number | null {
  const step = new URLSearchParams(query).get('n');
  return step !== null && /^\d{1,6}$/.test(step) ? Number(step) : null;
}

export const to = {
  lobby: () => '#/',
  table: (id: string) => `#/t/${encodeURIComponent(id)}`,
  replay: (id: string, step?: number, analyse = false) => {
    const asked = [...(step === undefined ? [] : [`n=${step}`]), ...(analyse ? ['analyse'] : [])];
    return `#/r/${encodeURIComponent(id)}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
  },
  rules: (game: string) => `#/rules/${encodeURIComponent(game)}`,
  lesson: (game: string) => `#/learn/${encodeURIComponent(game)}`,
  puzzles: (game: string, number?: number) => `#/puzzles/${encodeURIComponent(game)}${number === undefined ? '' : `?n=${number}`}`,
  daily: (game: string) => `#/daily/${encodeURIComponent(game)}`,
  same: (game: string, options: Record<string, string>, dice: string) =>
    `#/same/${encodeURIComponent(game)}?${new URLSearchParams({ ...options, dice })}`,
  settings: () => '#/settings',
  /** Where saved matches are checked. */
  check: () => '#/check',
  /** What this browser knows of its person, with what another one has packed. */
  me: (code?: string) => (code === undefined ? '#/me' : `#/me/${code}`),
};

class Router {
  route = $state.raw<Route>(read(location.hash));
  /** What the page on the screen is called, in words; empty for the lobby, or while nobody knows. */
  title = $state('');

  constructor() {
    addEventListener('hashchange', () => (this.route = read(location.hash)));
  }

  go(address: string): void {
    location.hash = address;
  }

  /** Name the page on the screen; call inside an effect, which takes the name along when it ends. */
  name(title: string): () => void {
    this.title = title;
    return () => (this.title = '');
  }
}

export const router = new Router();
