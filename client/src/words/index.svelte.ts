import { settings } from '../settings.svelte';
import { de } from './de';
import { en, type Words } from './en';
import { fr } from './fr';

export const LANGUAGES = ['de', 'fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const all: Record<Language, Words> = { de, fr, en };

/** The words of the chosen language. */
export function words(): Words {
  return all[settings.language];
}

/** A sentence with its gaps filled: `{team}`. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** A move in the chosen language's letters; records keep the English ones (R39). */
export function inLetters(san: string, letters: Words['letters']): string {
  return san.replace(/[KQRBNP]/g, (letter) => letters[letter as keyof Words['letters']]);
}
