import { SvelteMap } from 'svelte/reactivity';
import { connection } from './connection.svelte';

/** Where one sits, as tables seen since the greeting have shown. */
const seen = new SvelteMap<string, boolean>();

export function note(match: string, sits: boolean): void {
  if (seen.get(match) !== sits) seen.set(match, sits);
}

/** The tables at which one sits and that are not over. */
export function places(): string[] {
  const told = (connection.me?.seats ?? []).map(({ match }) => match);
  const all = new Set([...told, ...seen.keys()]);
  return [...all].filter((match) => seen.get(match) ?? true);
}
