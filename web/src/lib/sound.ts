import { settings } from './settings.svelte';

/** Sounds made here, note by note: nothing is downloaded. */

/** What everybody may use; a game that sounds otherwise brings voices of its own. */
export type Sound = 'drop' | 'nudge' | 'fall' | 'meow' | 'win' | 'turn' | 'no' | 'chat';

export type Voice = {
  /** Start and end frequency in hertz. */
  from: number;
  to: number;
  /** Seconds: when it begins and how long it sounds. */
  at: number;
  long: number;
  loud: number;
  wave?: OscillatorType;
  /** Vibrato: how many hertz up and down, how many times a second. */
  sway?: [depth: number, rate: number];
};

export const note = (from: number, to: number, at: number, long: number, loud: number): Voice => ({
  from,
  to,
  at,
  long,
  loud,
});

const SCORES: Record<Sound, Voice[]> = {
  // A paw on a thick quilt: low, short, falling.
  drop: [note(190, 70, 0, 0.14, 0.5), note(90, 45, 0.005, 0.18, 0.5)],
  nudge: [note(320, 190, 0, 0.1, 0.28), note(140, 80, 0.02, 0.12, 0.3)],
  fall: [note(520, 160, 0, 0.28, 0.16), note(120, 60, 0.26, 0.12, 0.35)],
  // A small one: up, and down again.
  meow: [
    { ...note(430, 760, 0, 0.13, 0.13), wave: 'triangle' },
    { ...note(760, 480, 0.13, 0.26, 0.13), wave: 'triangle', sway: [14, 9] },
  ],
  win: [392, 494, 587, 784].map((hertz, i) => note(hertz, hertz, i * 0.13, 0.34, 0.16)),
  turn: [note(587, 587, 0, 0.16, 0.14), note(784, 784, 0.12, 0.28, 0.14)],
  no: [note(210, 180, 0, 0.1, 0.2), note(170, 150, 0.12, 0.14, 0.2)],
  chat: [note(660, 720, 0, 0.08, 0.1)],
};

class Speaker {
  private context: AudioContext | null = null;

  play(what: Sound | readonly Voice[]): void {
    if (!settings.sound || (document.hidden && what !== 'turn')) return;
    try {
      this.context ??= new AudioContext();
    } catch {
      return; // no sound card, no sound
    }
    if (this.context.state === 'suspended') void this.context.resume();
    for (const voice of typeof what === 'string' ? SCORES[what] : what) this.sing(this.context, voice);
  }

  private sing(context: AudioContext, voice: Voice): void {
    const start = context.currentTime + voice.at;
    const end = start + voice.long;
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = voice.wave ?? 'sine';
    tone.frequency.setValueAtTime(voice.from, start);
    tone.frequency.exponentialRampToValueAtTime(voice.to, end);
    level.gain.setValueAtTime(0.0001, start);
    level.gain.exponentialRampToValueAtTime(voice.loud, start + 0.012);
    level.gain.exponentialRampToValueAtTime(0.0001, end);
    if (voice.sway) this.sway(context, tone, voice.sway, start, end);
    tone.connect(level).connect(context.destination);
    tone.start(start);
    tone.stop(end + 0.02);
  }

  private sway(context: AudioContext, tone: OscillatorNode, [depth, rate]: [number, number], start: number, end: number): void {
    const wobble = context.createOscillator();
    const reach = context.createGain();
    wobble.frequency.value = rate;
    reach.gain.value = depth;
    wobble.connect(reach).connect(tone.frequency);
    wobble.start(start);
    wobble.stop(end);
  }
}

export const sound = new Speaker();
