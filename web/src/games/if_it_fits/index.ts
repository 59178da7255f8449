import type { GamePage } from '../../lib/games';
import Board from './Board.svelte';

export default { Board, showsPlayers: true } satisfies GamePage;
