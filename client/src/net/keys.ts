import type { Seat } from '../wire/types';

/** The keys of an unlisted table's seats, as whoever opened it was told them. */
export type Keys = Record<Seat, string>;

const NAME = 'catchmate.keys.';

export function keepKeys(match: string, keys: Keys): void {
  try {
    localStorage.setItem(NAME + match, JSON.stringify(keys));
  } catch {
    // A browser may forbid storage; then the links with keys stand nowhere.
  }
}

export function keysOf(match: string): Keys | null {
  try {
    return JSON.parse(localStorage.getItem(NAME + match) ?? 'null') as Keys | null;
  } catch {
    return null;
  }
}
