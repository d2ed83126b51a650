import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'arrival' | 'low' | 'check' | 'end';

/** Frequency in Hz, length in seconds, of each note. */
const NOTES: Record<Sound, [number, number][]> = {
  move: [[220, 0.05]],
  capture: [[180, 0.05], [140, 0.07]],
  arrival: [[660, 0.06], [880, 0.09]],
  low: [[990, 0.06], [990, 0.06]],
  check: [[520, 0.1]],
  end: [[523, 0.14], [659, 0.14], [784, 0.25]],
};

let context: AudioContext | undefined;

// Browsers let a page make sounds once somebody has touched it.
for (const kind of ['pointerdown', 'keydown'] as const) {
  addEventListener(kind, () => (context ??= new AudioContext()), { once: true });
}

/** Plays a sound, at a volume from 0 to 1. */
export function sound(which: Sound, volume = 0.3): void {
  if (!context || !settings.sound) return;
  let at = context.currentTime;
  for (const [frequency, length] of NOTES[which]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
