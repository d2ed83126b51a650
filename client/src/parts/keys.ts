import { LETTERS, type Letter } from '../board/pieces';
import type { Phrase } from '../wire/types';

/** What may be said with one tap or key; the five askings lie below the digits of their pieces. */
export const PHRASES: readonly { phrase: Phrase; key: string; piece?: Letter }[] = [
  { phrase: 'need_pawn', key: 'Q', piece: 'P' },
  { phrase: 'need_knight', key: 'W', piece: 'N' },
  { phrase: 'need_bishop', key: 'E', piece: 'B' },
  { phrase: 'need_rook', key: 'R', piece: 'R' },
  { phrase: 'need_queen', key: 'T', piece: 'Q' },
  { phrase: 'sit', key: 'A' },
  { phrase: 'go', key: 'S' },
  { phrase: 'trade', key: 'D' },
  { phrase: 'no_trade', key: 'G' },
  { phrase: 'hurry', key: 'X' },
  { phrase: 'mate_coming', key: 'C' },
  { phrase: 'thanks', key: 'V' },
];

export type Command =
  | { do: 'arm'; letter: Letter }
  | { do: 'say'; phrase: Phrase }
  | { do: 'claim' | 'cancel' | 'flip' | 'help' | 'enter' | 'type' | 'board' };

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a key means at the table, outside of fields. */
export function command({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): Command | null {
  if (ctrlKey || metaKey) return null;
  if (key === '?') return { do: 'help' };
  if (altKey) return null;
  if (key === 'Escape') return { do: 'cancel' };
  if (key === 'Enter') return { do: 'enter' };
  if (/^Arrow(Up|Down|Left|Right)$/.test(key)) return { do: 'board' };
  // The digits by their place, too: a French keyboard has them on the shifted keys.
  const digit = /^[1-5]$/.test(key) ? key : shiftKey ? undefined : /^Digit([1-5])$/.exec(code)?.[1];
  const letter = LETTERS[Number(digit) - 1];
  if (letter) return { do: 'arm', letter };
  const typed = key.toUpperCase();
  if (typed === 'F') return { do: 'claim' };
  if (typed === 'B') return { do: 'flip' };
  if (typed === 'M') return { do: 'type' };
  const said = PHRASES.find((one) => one.key === typed);
  return said ? { do: 'say', phrase: said.phrase } : null;
}
