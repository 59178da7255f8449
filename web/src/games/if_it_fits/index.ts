import type { GamePage } from '../../lib/games';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import Scene from './Scene.svelte';
import { tally } from './tally';

export default { Board, Diagram, Scene, showsPlayers: true, tally } satisfies GamePage;
