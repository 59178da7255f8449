import type { GamePage } from '../../lib/games';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import { tally } from './tally';

export default { Board, Diagram, showsPlayers: true, tally } satisfies GamePage;
