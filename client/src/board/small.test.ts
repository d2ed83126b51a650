import { describe, expect, test } from 'vitest';
import { de } from '../words/de';
import { en } from '../words/en';
import { fr } from '../words/fr';
import { stepped } from './cursor';
import { ownPieces } from './figures';
import { marksOf, shapesOf } from './marks';
import { spoken } from './spoken';

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
