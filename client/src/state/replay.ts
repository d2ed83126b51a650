import type { BoardName, Replay, Reserves, Seat, Status } from '../wire/types';
import { SEATS } from './seats';

/** Both boards at one moment of an ended match. */
export interface Moment {
  fens: Record<BoardName, string>;
  last: Record<BoardName, string | null>;
  status: Record<BoardName, Status>;
  reserves: Reserves;
  /** In ms; `null` where the record does not tell. */
  clocks: Record<Seat, number | null>;
}

/** The moment after so many half-moves of both boards together. */
export function momentAt(replay: Replay, count: number): Moment {
  const { initial } = replay;
  const moment: Moment = {
    fens: { ...replay.start },
    last: { A: null, B: null },
    status: { A: 'open', B: 'open' },
    reserves: { ...replay.reserves },
    clocks: { 'A.white': initial, 'A.black': initial, 'B.white': initial, 'B.black': initial },
  };
  for (const step of replay.moves.slice(0, count)) {
    moment.fens[step.board] = step.fen;
    moment.last[step.board] = step.move;
    moment.status[step.board] = step.status;
    Object.assign(moment.reserves, step.reserves);
    for (const seat of SEATS) moment.clocks[seat] = step.clocks[seat] ?? moment.clocks[seat];
  }
  return moment;
}
