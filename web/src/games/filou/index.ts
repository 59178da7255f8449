import type { GamePage } from '../../lib/games';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import { tally } from './tally';

export default {
  Board,
  Diagram,
  showsPlayers: true,
  openly: ({ phase }) => phase === 'bid' || phase === 'buy',
  tally,
} satisfies GamePage;
