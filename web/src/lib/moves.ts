/** The moves behind a game's action ids, fetched in blocks as they are needed: a large game has 50,000. */
import { api, RequestFailed } from './api';
import type { MoveBlock, MoveInfo } from './wire';

export const BLOCK = 1024;
/** Of a game with no more moves than fit into so many blocks a page gets all, so that it knows the illegal ones too. */
const FEW = 4;

/** The moves of a block: every id takes the next row of its kind's columns. */
export function unpack({ kinds, columns, notation }: MoveBlock): MoveInfo[] {
  const next = columns.map(() => 0);
  return kinds.map((kind, i) => {
    const { type, fields } = columns[kind]!;
    const row = next[kind]!++;
    const entries = Object.entries(fields).map(([name, values]) => [name, values[row]]);
    return { move: { ...Object.fromEntries(entries), type }, notation: notation[i]! };
  });
}

/** One game's moves, as far as they have been fetched; what has come stays. */
export class MoveBook {
  private readonly blocks = new Map<number, Promise<MoveInfo[]>>();
  private known: readonly (MoveInfo | undefined)[] = [];

  constructor(private readonly fetchBlock: (block: number) => Promise<MoveInfo[]>) {}

  /** All that is known by action id, with these ids among them, and with every move of a small game. */
  async with(actions: Iterable<number>): Promise<readonly (MoveInfo | undefined)[]> {
    const wanted = new Set([...actions].map((action) => Math.floor(action / BLOCK)));
    await Promise.all([this.all(), ...[...wanted].map((block) => this.get(block))]);
    return this.known;
  }

  /** Everything, where that isn't much: a block that isn't full is the last, or the one before a block that isn't there. */
  private async all(): Promise<void> {
    for (let block = 0; block < FEW; block += 1) {
      const found = await this.get(block).catch((error: unknown) => {
        if (block > 0 && error instanceof RequestFailed && error.status === 404) return [];
        throw error;
      });
      if (found.length < BLOCK) return;
    }
  }

  /** A block that holds a legal move and isn't there is one of other rules by now. */
  private get(block: number): Promise<MoveInfo[]> {
    let moves = this.blocks.get(block);
    if (moves === undefined) {
      moves = this.fetchBlock(block).then((found) => this.keep(block, found));
      this.blocks.set(block, moves);
      moves.catch(() => this.blocks.delete(block));
    }
    return moves;
  }

  private keep(block: number, found: MoveInfo[]): MoveInfo[] {
    const known = [...this.known];
    found.forEach((move, i) => (known[block * BLOCK + i] = move));
    this.known = known;
    return found;
  }
}

const books = new Map<string, MoveBook>();

/** The moves of a game under a version of its rules and data. */
export function movesOf(game: string, version: string): MoveBook {
  const key = `${game}/${version}`;
  let book = books.get(key);
  if (book === undefined) {
    book = new MoveBook((block) => api.moves(game, version, block).then(unpack));
    books.set(key, book);
  }
  return book;
}
