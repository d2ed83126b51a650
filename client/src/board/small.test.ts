import { describe, expect, test } from 'vitest';
import { de } from '../words/de';
import { en } from '../words/en';
import { fr } from '../words/fr';
import type { Legal } from '../wire/types';
import { stepped } from './cursor';
import { ownPieces } from './figures';
import { marksOf, shapesOf } from './marks';
import { spoken } from './spoken';
import { typed } from './typed';

describe('moves aloud', () => {
  test('in the words of each language', () => {
    expect(spoken('Nf3', de)).toBe('Springer f3');
    expect(spoken('exd5', de)).toBe('Bauer e schlägt d5');
    expect(spoken('P@e4', fr)).toBe('pion parachuté en e4');
    expect(spoken('N@f3', en)).toBe('knight dropped on f3');
  });

  test('with check, mate, castling and an origin', () => {
    expect(spoken('Qxf7#', en)).toBe('queen takes f7, mate');
    expect(spoken('R1e2+', de)).toBe('Turm 1 e2, Schach');
    expect(spoken('O-O-O+', en)).toBe('castles long, check');
    expect(spoken('O-O', fr)).toBe('petit roque');
    expect(spoken('a8', en)).toBe('pawn a8');
    expect(spoken('?', en)).toBe('?');
  });
});

describe('the cursor', () => {
  test('goes as the board stands, and stays on it', () => {
    expect(stepped('e2', 'ArrowUp', 'white')).toBe('e3');
    expect(stepped('e2', 'ArrowUp', 'black')).toBe('e1');
    expect(stepped('e2', 'ArrowLeft', 'black')).toBe('f2');
    expect(stepped('a1', 'ArrowLeft', 'white')).toBe('a1');
    expect(stepped('h8', 'ArrowUp', 'white')).toBe('h8');
    expect(stepped('e2', 'Enter', 'white')).toBeNull();
  });
});

describe('marks', () => {
  test('go to the partner and back', () => {
    const marks = marksOf([{ orig: 'e2', dest: 'e4', brush: 'red' }, { orig: 'f7', brush: 'blue' }]);
    expect(marks).toEqual([{ from: 'e2', to: 'e4', colour: 'red' }, { from: 'f7', colour: 'blue' }]);
    expect(marksOf(shapesOf(marks))).toEqual(marks);
  });

  test('are never more than the server takes', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ orig: 'a1' as const, dest: 'b1' as const, brush: n < 8 ? 'red' : 'green' }));
    expect(marksOf(many)).toHaveLength(32);
    expect(marksOf(many).every((mark) => mark.colour === 'green')).toBe(true);
  });
});

test('the pieces that are drawn here carry the letters of the language', () => {
  const sheet = decodeURIComponent(ownPieces(de.letters));
  for (const letter of Object.values(de.letters)) expect(sheet).toContain(`>${letter}</text>`);
  expect(sheet).not.toContain('>Q</text>');
  expect(sheet.match(/piece\.king\.black/g)).toHaveLength(4);
});

describe('a typed letter', () => {
  const fen = '4k3/8/8/8/8/2B5/8/R3K3 w - - 0 1';
  const legal: Legal = { moves: { a1: ['a2', 'd1'], e1: ['e2'], c3: ['d4'] }, drops: { P: ['e4'], B: ['d5'], R: ['e4', 'f5'] }, claims: {} };
  const find = (text: string, letters: typeof en.letters) => typed(text, fen, legal, letters);

  test('of a drop is the language’s own', () => {
    expect(find('B@e4', de.letters)).toEqual(['P@e4']);
    expect(find('B@d5', de.letters)).toEqual([]);
    expect(find('L@d5', de.letters)).toEqual(['B@d5']);
    expect(find('B@d5', en.letters)).toEqual(['B@d5']);
    expect(find('P@e4', fr.letters)).toEqual(['P@e4']);
    expect(find('F@d5', fr.letters)).toEqual(['B@d5']);
  });

  test('is read as English only where it cannot mean anything else', () => {
    expect(find('Bd4', de.letters)).toEqual(['c3d4']);
    expect(find('R@f5', fr.letters)).toEqual(['R@f5']);
    // The French king cannot go there; the rook is not meant.
    expect(find('Rd1', fr.letters)).toEqual([]);
    expect(find('Td1', fr.letters)).toEqual(['a1d1']);
    expect(find('Re2', fr.letters)).toEqual(['e1e2']);
  });
});
