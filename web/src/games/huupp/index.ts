import type { GamePage } from '../../lib/games';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import Scene from './Scene.svelte';

export default { Board, Diagram, Scene } satisfies GamePage;
