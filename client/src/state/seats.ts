import type { Audience, BoardName, Seat, Swap, Team } from '../wire/types';

export type Colour = 'white' | 'black';

/** The seats in the order of the protocol. */
export const SEATS: readonly Seat[] = ['A.white', 'A.black', 'B.white', 'B.black'];
export const BOARDS: readonly BoardName[] = ['A', 'B'];

export function boardOf(seat: Seat): BoardName {
  return seat[0] as BoardName;
}

export function colourOf(seat: Seat): Colour {
  return seat.slice(2) as Colour;
}

export function other(colour: Colour): Colour {
  return colour === 'white' ? 'black' : 'white';
}

export function seatAt(board: BoardName, colour: Colour): Seat {
  return `${board}.${colour}`;
}

/** R2: partners sit on different boards with opposite colours. */
export function teamOf(seat: Seat): Team {
  return seat === 'A.white' || seat === 'B.black' ? 1 : 2;
}

/** The seat across the same board. */
export function opponentOf(seat: Seat): Seat {
  return seatAt(boardOf(seat), other(colourOf(seat)));
}

function otherBoard(board: BoardName): BoardName {
  return board === 'A' ? 'B' : 'A';
}

export function partnerOf(seat: Seat): Seat {
  return seatAt(otherBoard(boardOf(seat)), other(colourOf(seat)));
}

/** The partner's opponent, against whose clock one plays. */
export function diagonalOf(seat: Seat): Seat {
  return seatAt(otherBoard(boardOf(seat)), colourOf(seat));
}

/** Where whoever sat there sits after a swap: across his board, or all but A.white in a circle. */
export function seatAfter(seat: Seat, swap: Swap): Seat {
  if (swap === 'colours') return opponentOf(seat);
  const circle: readonly Seat[] = ['A.black', 'B.white', 'B.black'];
  const at = circle.indexOf(seat);
  return swap === 'none' || at < 0 ? seat : (circle[(at + 1) % circle.length] ?? seat);
}

export function isSeat(who: Audience): who is Seat {
  return who !== 'spectator' && who !== 'director';
}

/** Whose side is shown below on a board: one's own team plays up the screen, team 1 for all others. */
export function below(board: BoardName, viewer: Audience): Colour {
  const seat = isSeat(viewer) ? viewer : 'A.white';
  return boardOf(seat) === board ? colourOf(seat) : colourOf(partnerOf(seat));
}
