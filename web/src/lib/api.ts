import { speech } from './i18n.svelte';
import type {
  Ack,
  AnalysisNews,
  Best,
  BestList,
  Comparison,
  Daily,
  DiagramList,
  GameInfo,
  GameList,
  HintView,
  Invitation,
  KeyList,
  LessonAt,
  LessonTry,
  LessonView,
  Looked,
  Me,
  MoveBlock,
  NewTable,
  PictureView,
  SeenCards,
  Problem,
  PuzzleAnswer,
  PuzzleAt,
  PuzzleList,
  PuzzleTry,
  PuzzleView,
  QuickGame,
  Replay,
  RulesPage,
  SeatLink,
  Snapshot,
  TableCard,
  TableLink,
  TableList,
  TableView,
  VerdictView,
} from './wire';

/** A request that the server refused, with its reason in words. */
export class RequestFailed extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

/** The API's address, relative to the page: it works under any root path. */
export function apiUrl(path: string): string {
  return new URL(`api/${path}`, document.baseURI).href;
}

export function socketUrl(table: string): string {
  return apiUrl(`tables/${encodeURIComponent(table)}/socket`).replace(/^http/, 'ws');
}

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  let answer: Response;
  try {
    answer = await send(method, path, body);
  } catch {
    throw new RequestFailed('unreachable', 0, speech.shared.say('page.line.unreachable'));
  }
  if (!answer.ok) throw await failure(answer);
  return (answer.status === 204 ? null : await answer.json()) as T;
}

function send(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': speech.lang };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return fetch(apiUrl(path), {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function failure(answer: Response): Promise<RequestFailed> {
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  const text = problem?.text ?? speech.shared.say('page.line.failed');
  return new RequestFailed(problem?.code ?? 'failed', answer.status, text);
}

/** The first answer sets the cookie by which the server knows this browser again. */
let introduced: Promise<Me> | null = null;

/** Introduce this browser once: two first requests at a time would make it two browsers, also where
 * it comes back with several pages. (Without TLS there is no such lock.) */
function introduction(): Promise<Me> {
  const ask = () => request<Me>('GET', 'me');
  introduced ??= (navigator.locks?.request('cattery-me', ask) ?? ask()).catch((error: unknown) => {
    introduced = null;
    throw error;
  });
  return introduced;
}

/** A text, or nothing where the server has none. */
async function textOf(path: string): Promise<string | null> {
  const answer = await send('GET', path);
  if (answer.status === 404) return null;
  if (!answer.ok) throw await failure(answer);
  return await answer.text();
}

const get = <T>(path: string) => request<T>('GET', path);
const post = async <T>(path: string, body: object = {}): Promise<T> => {
  await introduction();
  return request<T>('POST', path, body);
};
const game = (name: string, rest = '') => `games/${encodeURIComponent(name)}${rest}`;
const table = (id: string, rest = '') => `tables/${encodeURIComponent(id)}${rest}`;
const lang = () => `lang=${speech.lang}`;

export const api = {
  me: introduction,
  games: async (): Promise<GameInfo[]> => (await get<GameList>(`games?${lang()}`)).games,
  game: (name: string) => get<GameInfo>(game(name, `?${lang()}`)),
  moves: (name: string, version: string, block: number) =>
    get<MoveBlock>(game(name, `/moves/${encodeURIComponent(version)}/${block}`)),
  art: (name: string) => textOf(game(name, '/art.svg')),
  rules: async (name: string, lang: string): Promise<string | null> => {
    const text = await textOf(game(name, `/rules/${lang}`));
    return text === null ? null : (JSON.parse(text) as RulesPage).markdown;
  },
  /** The diagrams of the rules that are played forward; `drawn`: with the server's pictures. */
  diagrams: async (name: string, drawn: boolean) => (await get<DiagramList>(game(name, `/diagrams?${lang()}${drawn ? '&drawn=true' : ''}`))).diagrams,
  /** A position of a game as a picture, or how it begins; `options` as the table chooses them. */
  pictureUrl: (name: string, position: string, options: Record<string, string> = {}) =>
    apiUrl(game(name, `/picture.svg?${new URLSearchParams({ ...(position === '' ? {} : { position }), ...options, lang: speech.lang })}`)),
  /** What a value of an option looks like, for games that show it. */
  optionPictureUrl: (name: string, option: string, value: string) =>
    apiUrl(game(name, `/picture.svg?${new URLSearchParams({ [option]: value, lang: speech.lang })}`)),
  /** A match as a seat sees it: now, after a move, or, once it is over, after n entries. */
  picture: (id: string, seat: number | null, { n, move }: { n?: number; move?: string } = {}) => {
    const asked = new URLSearchParams({ lang: speech.lang });
    if (seat !== null) asked.set('seat', String(seat));
    if (n !== undefined) asked.set('n', String(n));
    if (move !== undefined) asked.set('move', move);
    return get<PictureView>(table(id, `/picture?${asked}`));
  },
  /** Which cards a seat has seen, at tables that list them. */
  seen: (id: string, seat: number | null) => {
    const asked = new URLSearchParams({ lang: speech.lang });
    if (seat !== null) asked.set('seat', String(seat));
    return get<SeenCards>(table(id, `/seen?${asked}`));
  },
  openTables: async (): Promise<TableCard[]> => (await get<TableList>('tables')).tables,
  myTables: async (): Promise<TableCard[]> => {
    await introduction();
    return (await get<TableList>('tables/mine')).tables;
  },
  table: async (id: string): Promise<TableView> => (await get<Snapshot>(table(id, `?${lang()}`))).table,
  /** Give a seat back, at a table that isn't on the screen. */
  leave: (id: string, seat: number) => post<Ack>(table(id, '/commands'), { type: 'command', id: `leave-${seat}-${Date.now()}`, n: 0, do: { type: 'leave', seat } }),
  create: (wish: NewTable) => post<TableLink>('tables', wish),
  quick: (wish: QuickGame) => post<TableLink>('quick', wish),
  replay: (id: string, seat: number | null = null) =>
    get<Replay>(table(id, `/replay?${lang()}${seat === null ? '' : `&seat=${seat}`}`)),
  /** What this browser made of games for one, and what everybody made of the same dice. */
  bests: async (name?: string): Promise<Best[]> => {
    await introduction();
    return (await get<BestList>(name === undefined ? 'bests' : `bests?game=${encodeURIComponent(name)}`)).bests;
  },
  hideBest: (id: string, hidden: boolean) => request<null>('PUT', `bests/${encodeURIComponent(id)}`, { hidden }),
  /** All results of this browser, also those that it shares with others by the same dice. */
  forgetResults: async () => {
    await introduction();
    await request<null>('DELETE', 'bests');
  },
  forgetBest: (id: string) => request<null>('DELETE', `bests/${encodeURIComponent(id)}`),
  compare: (id: string) => get<Comparison>(table(id, '/compare')),
  verify: (id: string) => get<VerdictView>(table(id, `/verify?${lang()}`)),
  /** Have the server play a saved match again. */
  verifyText: (text: string) => post<VerdictView>(`verify?${lang()}`, { text }),
  /** A finished match as it is saved. */
  match: async (id: string): Promise<string> => (await textOf(table(id, '/match'))) ?? '',
  /** The keys with which this server signs. */
  keys: async (): Promise<string[]> => (await get<KeyList>('keys')).keys.map(({ key }) => key),
  addresses: () => get<Invitation>('invite'),
  openToNetwork: () => post<Invitation>('invite'),
  hint: (id: string, seat: number) => post<HintView>(table(id, `/seats/${seat}/hint?${lang()}`)),
  lesson: (name: string, at: LessonAt) => post<LessonView>(game(name, `/lesson?${lang()}`), at),
  lessonPreview: (name: string, tried: LessonTry) => post<Looked>(game(name, `/lesson/preview?${lang()}`), tried),
  puzzles: (name: string) => get<PuzzleList>(game(name, '/puzzles')),
  puzzle: (name: string, n: number, at: PuzzleAt) => post<PuzzleView>(game(name, `/puzzles/${n}?${lang()}`), at),
  puzzleAnswer: (name: string, n: number, tried: PuzzleTry) => post<PuzzleAnswer>(game(name, `/puzzles/${n}/answer?${lang()}`), tried),
  puzzlePreview: (name: string, n: number, tried: PuzzleTry) => post<Looked>(game(name, `/puzzles/${n}/preview?${lang()}`), tried),
  daily: async (name: string) => {
    await introduction();
    return await get<Daily>(game(name, '/daily'));
  },
  playDaily: (name: string, player: string) => post<TableLink>(game(name, '/daily'), { name: player }),
  seatLink: (id: string, seat: number) => post<SeatLink>(table(id, `/seats/${seat}/link`)),
  /** A new identity for this browser, with which it is sent to introduce itself again: whoever has the old one holds nothing any more. */
  forgetOthers: () => post<Me>('me/token'),
  takeSeat: (token: string) => post<TableLink>('seat', { token }),
  matchUrl: (id: string) => apiUrl(table(id, '/match')),
  qrUrl: (text: string) => apiUrl(`qr.svg?text=${encodeURIComponent(text)}`),
};

/** Have a finished match analysed, and hear of it line by line until it is done. */
export async function analyse(id: string, signal: AbortSignal, hear: (news: AnalysisNews) => void): Promise<void> {
  const answer = await send('POST', table(id, `/analysis?${lang()}`), undefined, signal);
  if (!answer.ok) throw await failure(answer);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) hear(JSON.parse(line) as AnalysisNews);
  }
}
