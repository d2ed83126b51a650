import type { EventMessage, MatchEvent, Seat, SnapshotMessage } from '../wire/types';
import { stopped } from './clocks';
import { boardOf, isSeat } from './seats';

/** What one knows of a table: the last snapshot, kept up to date by the events since. */
export type Table = SnapshotMessage;

/** That an event is missing between the table and this one. */
export const GAP = Symbol('gap');

/** The table after an event; `GAP` if one before it is missing, and the same table if it was known already. */
export function after(table: Table, message: EventMessage): Table | typeof GAP {
  if (message.seq <= table.seq) return table;
  if (message.seq !== table.seq + 1) return GAP;
  const event = message.event;
  const next = happened({ ...table, seq: message.seq }, event, message.at);
  if (event.reserves) next.reserves = { ...next.reserves, ...event.reserves };
  if (event.legal !== undefined) next.legal = event.legal;
  return next;
}

function happened(table: Table, event: MatchEvent, at: number): Table {
  switch (event.kind) {
    case 'rules_changed':
      return { ...unready(table), rules: event.rules, ...(event.clocks && { clocks: event.clocks }) };
    case 'seated':
      return sitter(table, event.seat, { name: event.name, ready: false, ...(event.practice && { practice: true }) });
    case 'left_seat':
      return sitter(table, event.seat, null);
    case 'ready':
      return ready(table, event.seat, event.ready);
    case 'started':
      return { ...table, phase: 'playing', ...(event.clocks && { clocks: event.clocks }) };
    case 'moved':
      return moved(table, event);
    case 'reserve':
    case 'clocks':
    case 'claim_failed':
    case 'clock_set':
      return { ...table, clocks: event.clocks };
    case 'flag_fallen':
      return table.clocks
        ? { ...table, clocks: { ...table.clocks, fallen: [...table.clocks.fallen, event.seat] } }
        : table;
    case 'penalised':
      return {
        ...table,
        clocks: event.clocks,
        penalties: { ...table.penalties, [event.seat]: event.count },
      };
    case 'draw_offered':
      return { ...table, draw: { by: event.seat, accepted: [] } };
    case 'draw_accepted':
      return table.draw
        ? { ...table, draw: { ...table.draw, accepted: [...table.draw.accepted, event.seat] } }
        : table;
    case 'draw_declined':
      return { ...table, draw: null };
    case 'paused':
      return {
        ...table,
        phase: 'paused',
        clocks: event.clocks,
        pause: { by: event.by, ready: [] },
        legal: null,
      };
    case 'resumed':
      return { ...table, phase: 'playing', clocks: event.clocks, pause: null };
    // A snapshot follows these two.
    case 'rewound':
    case 'annulled':
      return { ...table, line: event.line, draw: null, legal: null };
    case 'said':
      return { ...table, talk: [...(table.talk ?? []), { ...event, at }].slice(-100) };
    case 'over':
      return {
        ...table,
        phase: 'over',
        result: event.result,
        draw: null,
        legal: null,
        pause: null,
        ...(table.clocks && { clocks: stopped(table.clocks, at) }),
      };
    case 'followed':
      return { ...table, followed: { by: event.by, match: event.match, swap: event.swap } };
    case 'result_changed':
      return { ...table, result: event.result };
    default:
      // The protocol may grow; what is not known yet still counts.
      return table;
  }
}

function moved(table: Table, event: Extract<MatchEvent, { kind: 'moved' }>): Table {
  const before = table.boards[event.board];
  const { move, san, spent, fen, ply, status } = event;
  const board = { fen, ply, status, last: move, moves: [...(before?.moves ?? []), { move, san, spent }] };
  return {
    ...table,
    boards: { ...table.boards, [event.board]: board },
    order: table.order + event.board,
    clocks: event.clocks,
  };
}

function sitter(table: Table, seat: Seat, who: Table['seats'][Seat]): Table {
  return { ...table, seats: { ...table.seats, [seat]: who } };
}

function unready(table: Table): Table {
  const clear = (who: Table['seats'][Seat]) => who && { ...who, ready: false };
  const seats = table.seats;
  return {
    ...table,
    seats: {
      'A.white': clear(seats['A.white']),
      'A.black': clear(seats['A.black']),
      'B.white': clear(seats['B.white']),
      'B.black': clear(seats['B.black']),
    },
  };
}

function ready(table: Table, seat: Seat, is: boolean): Table {
  const who = table.seats[seat];
  const next = who ? sitter(table, seat, { ...who, ready: is }) : table;
  if (!table.pause) return next;
  const others = table.pause.ready.filter((one) => one !== seat);
  return { ...next, pause: { ...table.pause, ready: is ? [...others, seat] : others } };
}

/** Whether that seat is on move in a match that goes on. */
export function onMove(table: Table, seat: Seat): boolean {
  const board = table.boards[boardOf(seat)];
  const turn = board?.fen.split(' ')[1] === 'b' ? 'black' : 'white';
  return table.phase === 'playing' && seat.endsWith(turn);
}

/** Whether that move of one's own was made where it was to be made. */
export function has(table: Table, { move, ply, line }: { move: string; ply?: number | null; line?: number | null }): boolean {
  if (!isSeat(table.you) || typeof ply !== 'number' || line !== table.line) return false;
  return table.boards[boardOf(table.you)]?.moves[ply]?.move === move;
}
