import type { BoardName } from '../wire/types';

/** The numbers of both boards' moves in the order played, as the records number them: `1A`, `1a`, `1B`, `2A`, … */
export function numbers(order: Iterable<BoardName>): string[] {
  const made: Record<BoardName, number> = { A: 0, B: 0 };
  return Array.from(order, (board) => {
    const ply = made[board]++;
    return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? board : board.toLowerCase()}`;
  });
}
