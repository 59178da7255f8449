import { speech } from './i18n.svelte';
import type {
  AnalysisNews,
  GameInfo,
  GameList,
  HintView,
  Invitation,
  Me,
  MoveInfo,
  MoveList,
  NewTable,
  Problem,
  QuickGame,
  Replay,
  SeatLink,
  TableCard,
  TableLink,
  TableList,
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
  return (await answer.json()) as T;
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

/** Introduce this browser once: two first requests at a time would make it two browsers. */
function introduction(): Promise<Me> {
  introduced ??= request<Me>('GET', 'me').catch((error: unknown) => {
    introduced = null;
    throw error;
  });
  return introduced;
}

const get = <T>(path: string) => request<T>('GET', path);
const post = async <T>(path: string, body: object = {}): Promise<T> => {
  await introduction();
  return request<T>('POST', path, body);
};
const table = (id: string, rest = '') => `tables/${encodeURIComponent(id)}${rest}`;
const lang = () => `lang=${speech.lang}`;

export const api = {
  me: introduction,
  games: async (): Promise<GameInfo[]> => (await get<GameList>(`games?${lang()}`)).games,
  moves: async (game: string): Promise<MoveInfo[]> =>
    (await get<MoveList>(`games/${encodeURIComponent(game)}/moves`)).moves,
  openTables: async (): Promise<TableCard[]> => (await get<TableList>('tables')).tables,
  myTables: async (): Promise<TableCard[]> => {
    await introduction();
    return (await get<TableList>('tables/mine')).tables;
  },
  create: (wish: NewTable) => post<TableLink>('tables', wish),
  quick: (wish: QuickGame) => post<TableLink>('quick', wish),
  replay: (id: string) => get<Replay>(table(id, `/replay?${lang()}`)),
  verify: (id: string) => get<VerdictView>(table(id, `/verify?${lang()}`)),
  addresses: () => get<Invitation>('invite'),
  openToNetwork: () => post<Invitation>('invite'),
  hint: (id: string, seat: number) => post<HintView>(table(id, `/seats/${seat}/hint?${lang()}`)),
  seatLink: (id: string, seat: number) => post<SeatLink>(table(id, `/seats/${seat}/link`)),
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

/** A game's moves by action id, fetched once. */
const movesOf = new Map<string, Promise<MoveInfo[]>>();
export function movesByAction(game: string): Promise<MoveInfo[]> {
  let moves = movesOf.get(game);
  if (moves === undefined) {
    moves = api.moves(game);
    movesOf.set(game, moves);
    moves.catch(() => movesOf.delete(game));
  }
  return moves;
}
