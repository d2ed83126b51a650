const FIRST_MS = 250;
const LONGEST_MS = 8000;

/** How long to wait before the attempt of that number, counted from 0, in ms; `luck` from 0 to 1 keeps a room full of laptops from coming all at once. */
export function backoff(attempt: number, luck: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return longest / 2 + (longest / 2) * luck;
}
