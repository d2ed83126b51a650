import { read } from '@lichess-org/chessground/fen';
import type { Legal } from '../wire/types';
import type { Words } from '../words/en';
import { letterOf } from './pieces';

/**
 * The moves that a typed word may mean: `Sf3`, `exd5`, `O-O`, `N@f3`, `g1f3`, in the letters of a language or in English.
 * What is legal, the server has said; here it is only looked up.
 */
export function typed(text: string, fen: string, legal: Legal, letters: Words['letters']): string[] {
  const word = text.trim().replace(/[x+#=\-:]/g, '');
  if (!word) return [];
  const found = (letter: string) => meant(word, letter, fen, legal);
  const own = (Object.keys(letters) as (keyof Words['letters'])[]).find((one) => letters[one] === word[0]);
  const moves = found(own ?? word[0] ?? '');
  // A pawn's letter stands before drops only, and no king is dropped: there an English letter is not mistaken.
  const clear = own === 'P' ? word[1] !== '@' : own === 'K' && word[1] === '@';
  return moves.length > 0 || !clear ? moves : found(word[0] ?? '');
}

function meant(word: string, letter: string, fen: string, legal: Legal): string[] {
  const at = word.indexOf('@');
  if (at >= 0) {
    const kind = at === 0 ? 'P' : letter;
    const square = word.slice(at + 1);
    return legal.drops[kind]?.includes(square) ? [`${kind}@${square}`] : [];
  }
  const pieces = read(fen.split(' ')[0] ?? '');
  const all = Object.entries(legal.moves).flatMap(([from, tos]) => tos.map((to) => from + to));
  const castling = /^[O0]{2,3}$/.exec(word)?.[0].length;
  return all.filter((move) => {
    const role = pieces.get(move.slice(0, 2) as never)?.role;
    if (castling) {
      const step = move.charCodeAt(2) - move.charCodeAt(0);
      return role === 'king' && step === (castling === 2 ? 2 : -2);
    }
    if (move === word) return true;
    const named = /^[KQRBN]$/.test(letter);
    const kind = role === 'king' ? 'K' : role && letterOf(role);
    if (kind !== (named ? letter : 'P')) return false;
    const rest = named ? word.slice(1) : word;
    const origin = rest.slice(0, -2);
    return rest.endsWith(move.slice(2)) && (origin === '' ? named || move[0] === move[2] : move.startsWith(origin) || move[1] === origin);
  });
}
