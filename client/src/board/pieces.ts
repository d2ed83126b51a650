import type { Role } from '@lichess-org/chessground/types';

/** The kinds that a reserve may hold, in the order of the keys `1` to `5`. */
export const LETTERS = ['P', 'N', 'B', 'R', 'Q'] as const;
export type Letter = (typeof LETTERS)[number];

export const ROLES: Record<Letter, Role> = { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen' };

export function letterOf(role: Role): Letter | undefined {
  return LETTERS.find((letter) => ROLES[letter] === role);
}

/** The squares of a move in UCI's form; one for a drop. */
export function squaresOf(move: string): string[] {
  return move[1] === '@' ? [move.slice(2, 4)] : [move.slice(0, 2), move.slice(2, 4)];
}
