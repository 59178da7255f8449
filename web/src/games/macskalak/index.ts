import type { GamePage } from '../../lib/games';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';

export default { Board, Diagram, showsPlayers: true } satisfies GamePage;
