import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'arrival' | 'low' | 'check' | 'end';

/** Frequency in Hz, and length in seconds, of each note. */
const NOTES: Record<Sound, [number, number][]> = {
  move: [[220, 0.06]],
  capture: [[180, 0.05], [140, 0.08]],
  arrival: [[660, 0.07], [880, 0.11]],
  low: [[990, 0.08], [0, 0.05], [990, 0.08]],
  check: [[520, 0.08], [620, 0.12]],
  end: [[523, 0.16], [659, 0.16], [784, 0.32]],
};

let context: AudioContext | undefined;

// Browsers let a page make sounds once somebody has touched it.
for (const kind of ['pointerdown', 'keydown'] as const) {
  addEventListener(kind, () => (context ??= new AudioContext()), { once: true });
}

/** Plays a sound of the own board, or of the partner's at its own volume. */
export function sound(which: Sound, of: 'own' | 'partner' = 'own'): void {
  const volume = (of === 'own' ? settings.volume : settings.partnerVolume) / 100;
  if (!context || !settings.sound || volume === 0) return;
  void context.resume();
  let at = context.currentTime;
  for (const [frequency, length] of NOTES[which]) {
    if (frequency > 0) note(context, frequency, at, length, volume / 2);
    at += length;
  }
}

function note(context: AudioContext, frequency: number, at: number, length: number, volume: number): void {
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = 'triangle';
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}
