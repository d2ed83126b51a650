import type { Key } from '@lichess-org/chessground/types';
import type { Colour } from '../state/seats';

const STEPS: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The square to which an arrow key leads, as the board stands on the screen; `null` for any other key. */
export function stepped(square: Key, key: string, orientation: Colour): Key | null {
  const step = STEPS[key];
  if (!step) return null;
  const way = orientation === 'white' ? 1 : -1;
  const within = (n: number) => Math.min(7, Math.max(0, n));
  const file = within(square.charCodeAt(0) - 97 + step[0] * way);
  const rank = within(Number(square[1]) - 1 + step[1] * way);
  return `${'abcdefgh'[file]}${rank + 1}` as Key;
}
