import { note, type Voice } from '../../lib/sound';

/** What only this game sounds like. */
export const LEAP: Voice[] = [note(260, 620, 0, 0.16, 0.2), note(560, 240, 0.16, 0.16, 0.16)];
export const GHOST: Voice[] = [
  { ...note(330, 250, 0, 0.75, 0.13), sway: [22, 5.5] },
  { ...note(333, 500, 0.05, 0.6, 0.08), sway: [30, 5] },
];
