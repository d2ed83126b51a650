/** How tables stand on a wall: in so many columns, with boards that wide and lines of names that high, in px. */
export interface Grid {
  columns: number;
  side: number;
  strip: number;
}

/** Between tables, between the boards of a table, and at the edges. */
export const GAP = 16;
/** A line of names is at least and at most that high, measured by its board. */
const LOW = 0.115;
const HIGH = 0.18;
/** Above, between and below: two lines of names for each board, and one for the table. */
const STRIPS = 3;

/** The grid with the largest boards for so many tables in that space. */
export function grid(count: number, width: number, height: number): Grid {
  let best: Grid = { columns: 1, side: 0, strip: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.max(1, Math.ceil(count / columns));
    const wide = (width - GAP * (columns + 1)) / columns;
    const high = (height - GAP * (rows + 1)) / rows;
    const room = Math.min((wide - GAP) / 2, high / (1 + STRIPS * LOW));
    // A board's squares are of whole pixels.
    const side = Math.floor(room / 8) * 8;
    if (side <= best.side) continue;
    const strip = Math.floor(Math.min((high - side) / STRIPS, side * HIGH));
    best = { columns, side, strip };
  }
  return best;
}
