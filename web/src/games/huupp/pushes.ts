import { beyond, facing, further, middle, onSeam, type Point } from './bed';
import type { Event } from './wire';

/** A piece that was pushed, or would be: from where it stands to where it goes. */
export interface Push {
  from: Point;
  to: Point;
  /** It falls off the bed. */
  off: boolean;
  leapt: boolean;
  seat: number;
  kind: string;
}

/** What placed pieces and ghosts push in a story, in order. */
export function pushes(events: Event[]): Push[] {
  let source: Point = { x: 0, y: 0 };
  const found: Push[] = [];
  for (const event of events) {
    if (event.type === 'placed') source = middle(event.square);
    else if (event.type === 'glided' || event.type === 'jumped') source = onSeam(event, event.step);
    else if (event.type === 'booped' || event.type === 'hooped') {
      const from = middle(event.square);
      const straight = event.type === 'booped' ? source : facing(source, from);
      found.push({
        from,
        to: event.to === null ? beyond(straight, from) : middle(event.to),
        off: event.to === null,
        leapt: event.type === 'hooped' && event.leapt,
        seat: event.owner,
        kind: event.kind,
      });
    }
  }
  return found;
}

/** The edge of the bed, where a piece fell. */
export const brink = ({ from, to }: Push): Point => further(from, to, -38);
/** Where it is shown that fell there: half of it over the edge. */
export const overTheEdge = ({ from, to }: Push): Point => further(from, to, -9);
/** The way of a push, as degrees that turn an arrow pointing right. */
export const turn = ({ from, to }: Push): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
