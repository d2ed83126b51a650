import type { Language } from './words/index.svelte';

export const BOARDS = ['felt', 'wood', 'sea', 'slate', 'print'] as const;
export const PIECES = ['cburnett', 'letters', 'blocks'] as const;
export const INPUTS = ['both', 'drag', 'tap'] as const;
const THEMES = ['auto', 'light', 'dark'] as const;
const LANGUAGES = ['de', 'fr', 'en'] as const;

/** What a browser keeps of its user's choices. */
export interface Kept {
  language: Language;
  theme: (typeof THEMES)[number];
  sound: boolean;
  board: (typeof BOARDS)[number];
  pieces: (typeof PIECES)[number];
  coordinates: boolean;
  animation: boolean;
  /** From 0 to 100; the partner's board has its own. */
  volume: number;
  partnerVolume: number;
  input: (typeof INPUTS)[number];
  premoves: boolean;
  /** Whether an own move waits for a second word. */
  confirm: boolean;
}

const CHOICES: { [K in keyof Kept]?: readonly unknown[] } = {
  language: LANGUAGES,
  theme: THEMES,
  board: BOARDS,
  pieces: PIECES,
  input: INPUTS,
};

export function defaults(spoken: readonly string[]): Kept {
  const known = spoken.map((one) => one.slice(0, 2)).find((one) => LANGUAGES.includes(one as Language));
  return {
    language: (known as Language | undefined) ?? 'en',
    theme: 'auto',
    sound: true,
    board: 'felt',
    pieces: 'cburnett',
    coordinates: true,
    animation: true,
    volume: 60,
    partnerVolume: 20,
    input: 'both',
    premoves: true,
    confirm: false,
  };
}

/** The settings of a text that was kept; what is missing or makes no sense is as by default. */
export function restored(text: string | null, otherwise: Kept): Kept {
  const kept = { ...otherwise };
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return kept;
  }
  if (typeof found !== 'object' || found === null) return kept;
  for (const [name, value] of Object.entries(found)) {
    if (!(name in kept) || !fits(name as keyof Kept, value, otherwise)) continue;
    Object.assign(kept, { [name]: value });
  }
  return kept;
}

function fits(name: keyof Kept, value: unknown, otherwise: Kept): boolean {
  if (typeof value !== typeof otherwise[name]) return false;
  if (typeof value === 'number') return value >= 0 && value <= 100;
  return CHOICES[name]?.includes(value) ?? true;
}
