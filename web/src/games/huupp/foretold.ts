import type { Words } from '../../lib/words';
import type { Event, View } from './wire';

type Pushed = Extract<Event, { type: 'booped' | 'hooped' }>;

/** What a move would do, in as few words as a phone has room for: pushes by the same cause stand together.
 *
 * `lines` are the story's, one for each event; `after` is the position that follows.
 */
export function foretold(events: Event[], lines: string[], after: View | null, words: Words): string[] {
  const said: string[] = [];
  let together: Pushed[] = [];
  const pushed = () => {
    said.push(...pushes(together, words));
    together = [];
  };
  events.forEach((event, k) => {
    if (event.type === 'booped' || event.type === 'hooped') {
      together.push(event);
      return;
    }
    pushed();
    if (event.type === 'placed') said.push(words.say('foretold.placed', { kind: event.kind, square: event.square }));
    else if (event.type === 'won') said.push(words.say('foretold.wins'));
    else if (event.type === 'glided' || event.type === 'jumped' || event.type === 'went_home') said.push(words.say(`foretold.${event.type}`));
    else said.push(lines[k] ?? '');
  });
  pushed();
  const next = after === null ? null : promise(events, after);
  return next === null ? said : [...said, words.say(`foretold.${next}`)];
}

function pushes(together: Pushed[], words: Words): string[] {
  const told = (key: string, some: Pushed[]) => {
    const list = some.map(({ square, to }) => (to === null ? square : `${square}→${to}`)).join(', ');
    return some.length === 0 ? [] : [words.say(`foretold.${key}`, { list })];
  };
  const leapt = (event: Pushed) => event.type === 'hooped' && event.leapt;
  const [far, near] = [together.filter(leapt), together.filter((event) => !leapt(event))];
  const on = (event: Pushed) => event.to !== null;
  const off = (event: Pushed) => event.to === null;
  return [
    ...told('pushed', near.filter(on)),
    ...told('fell', near.filter(off)),
    ...told('leapt', far.filter(on)),
    ...told('leapt_off', far.filter(off)),
  ];
}

/** What the turn will end with, though the story doesn't tell it yet: a ghost may be asked first, or who grows up. */
function promise(events: Event[], after: View): View['ahead'] {
  const mover = events.flatMap((event) => ('seat' in event && event.type !== 'won' ? [event.seat] : []))[0];
  return mover === after.actor ? after.ahead : null;
}
