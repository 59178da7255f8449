import { MediaQuery } from 'svelte/reactivity';

/** Whether the screen has room beside a board: styles ask with the same words. */
const beside = new MediaQuery('(min-width: 1000px), (min-width: 640px) and (orientation: landscape)');

export const layout = {
  /** Pools, bars and lists lie beside the board instead of above and below it. */
  get beside(): boolean {
    return beside.current;
  },
};
