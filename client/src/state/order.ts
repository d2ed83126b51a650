import type { BoardName } from '../wire/types';
import type { Table } from './table';

/** A move as lists show it: `1A`, `1a`, `1B`, `2A`, … as the records number them. */
export interface Played {
  number: string;
  board: BoardName;
  /** In English letters. */
  san: string;
}

/** The numbers of both boards' moves in the order played; on some boards Black may have begun. */
export function numbers(order: Iterable<BoardName>, blackBegan: Partial<Record<BoardName, boolean>> = {}): string[] {
  const made = { A: Number(blackBegan.A ?? false), B: Number(blackBegan.B ?? false) };
  return Array.from(order, (board) => {
    const ply = made[board]++;
    return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? board : board.toLowerCase()}`;
  });
}

/** The moves that a viewer is shown, in the order played. */
export function played(table: Table): Played[] {
  const order = [...table.order] as BoardName[];
  const next = { A: 0, B: 0 };
  const all = numbers(order, { A: blackBegan(table, 'A'), B: blackBegan(table, 'B') });
  return order.flatMap((board, at) => {
    const move = table.boards[board]?.moves[next[board]++];
    return move ? [{ number: all[at] ?? '', board, san: move.san }] : [];
  });
}

function blackBegan(table: Table, name: BoardName): boolean {
  const board = table.boards[name];
  if (!board) return false;
  return blackIsOnMove(board.fen) === (board.ply % 2 === 0);
}

export function blackIsOnMove(fen: string): boolean {
  return fen.split(' ')[1] === 'b';
}
