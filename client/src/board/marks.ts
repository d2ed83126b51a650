import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { Mark, MarkColour } from '../wire/types';

/** The server takes no more on a board. */
const MOST = 32;
const COLOURS: readonly MarkColour[] = ['green', 'red', 'blue', 'yellow'];

/** Drawn shapes as they are told to the partner; the latest, if there are too many. */
export function marksOf(shapes: readonly DrawShape[]): Mark[] {
  return shapes.slice(-MOST).map(({ orig, dest, brush }) => ({
    from: orig,
    ...(dest && { to: dest }),
    colour: COLOURS.find((one) => one === brush) ?? 'green',
  }));
}

/** The partner's marks as shapes, thinner than one's own. */
export function shapesOf(marks: readonly Mark[]): DrawShape[] {
  return marks.map(({ from, to, colour }) => ({
    orig: from as Key,
    ...(to && { dest: to as Key }),
    brush: colour,
    modifiers: { lineWidth: 7 },
  }));
}
