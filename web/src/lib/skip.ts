import { endMotion } from './motion';
import type { Stage } from './stage.svelte';

/** Attached to what holds a board: a tap, or the key Escape, ends whatever is performed there. */
export function skippable(stage: Stage): (place: HTMLElement) => () => void {
  return (place) => {
    const skip = (): void => {
      if (!stage.performing) return;
      stage.skip();
      endMotion(place);
    };
    const keys = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') skip();
    };
    place.addEventListener('pointerdown', skip);
    addEventListener('keydown', keys);
    return () => {
      place.removeEventListener('pointerdown', skip);
      removeEventListener('keydown', keys);
    };
  };
}
