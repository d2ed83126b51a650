import { describe, expect, test } from 'vitest';
import type { EventMessage, MatchEvent, SnapshotMessage } from '../wire/types';
import { after, GAP, has, onMove, type Table } from './table';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const board = { fen: START, ply: 0, status: 'open', last: null, moves: [] } as const;
const clocks = { 'A.white': 300_000, 'A.black': 300_000, 'B.white': 300_000, 'B.black': 300_000, running: ['A.white', 'B.white'], fallen: [], at: 1000 } as const;

const table = {
  type: 'snapshot', match: 'k7f2', seq: 9, line: 0, you: 'A.white', phase: 'playing', delay_ms: 0, rules: {},
  seats: { 'A.white': { name: 'Anna', ready: true }, 'A.black': { name: 'Bruno', ready: true }, 'B.white': { name: 'Chris', ready: true }, 'B.black': null },
  boards: { A: board, B: board }, order: '', reserves: { 'A.white': { Q: 0, R: 0, B: 0, N: 0, P: 0 } }, clocks,
  legal: { moves: { e2: ['e3', 'e4'] }, drops: {}, claims: {} }, draw: null, penalties: {}, pause: null, talk: [], result: null,
} as unknown as SnapshotMessage;

function event(seq: number, event: object): EventMessage {
  return { type: 'event', match: 'k7f2', seq, at: 2000, event: event as MatchEvent };
}

function then(before: Table, ...events: object[]): Table {
  return events.reduce<Table>((table, one) => {
    const next = after(table, event(table.seq + 1, one));
    if (next === GAP) throw new Error('a gap');
    return next;
  }, before);
}

const e4 = {
  kind: 'moved', board: 'A', seat: 'A.white', move: 'e2e4', san: 'e4', ply: 1, fen: AFTER_E4, status: 'open', spent: 600,
  clocks: { ...clocks, 'A.white': 302_400, running: ['A.black', 'B.white'], at: 2000 }, legal: null,
};

describe('events', () => {
  test('a move is on its board, in the order and on the clocks, and on no other board', () => {
    const next = then(table, e4);
    expect(next.boards.A).toMatchObject({ fen: AFTER_E4, ply: 1, last: 'e2e4', moves: [{ san: 'e4' }] });
    expect(next.boards.B).toBe(table.boards.B);
    expect(next.order).toBe('A');
    expect(next.clocks?.['A.white']).toBe(302_400);
    expect(next.legal).toBeNull();
    expect(onMove(next, 'A.black')).toBe(true);
    expect(onMove(next, 'A.white')).toBe(false);
  });

  test('a move of the other board leaves what one may play as it was', () => {
    const next = then(table, { ...e4, board: 'B', seat: 'B.white', legal: undefined });
    expect(next.legal).toBe(table.legal);
    expect(next.boards.A).toBe(table.boards.A);
  });

  test('a reserve that arrives replaces the one before, and no other', () => {
    const next = then({ ...table, reserves: { ...table.reserves, 'B.black': { Q: 1, R: 0, B: 0, N: 0, P: 0 } } }, { ...e4, reserves: { 'A.white': { Q: 0, R: 0, B: 0, N: 1, P: 0 } } });
    expect(next.reserves['A.white']?.N).toBe(1);
    expect(next.reserves['B.black']?.Q).toBe(1);
  });

  test('what is known already changes nothing, and what is missing is noticed', () => {
    expect(after(table, event(9, e4))).toBe(table);
    expect(after(table, event(11, e4))).toBe(GAP);
  });

  test('an offer is accepted, and lapses when it is declined', () => {
    const offered = then(table, { kind: 'draw_offered', seat: 'A.black' }, { kind: 'draw_accepted', seat: 'B.white' });
    expect(offered.draw).toEqual({ by: 'A.black', accepted: ['B.white'] });
    expect(then(offered, { kind: 'draw_declined', seat: 'A.white' }).draw).toBeNull();
  });

  test('a pause ends by the words of those who are there', () => {
    const paused = then(table, { kind: 'paused', by: 'restart', clocks: { ...clocks, running: [] } }, { kind: 'ready', seat: 'A.white', ready: true });
    expect(paused).toMatchObject({ phase: 'paused', legal: null, pause: { by: 'restart', ready: ['A.white'] } });
    expect(then(paused, { kind: 'resumed', clocks }).pause).toBeNull();
  });

  test('the end stops the clocks at its instant', () => {
    const result = { winner: 2, points: { 1: 0, 2: 1 }, by: 'resignation', board: 'A' };
    const next = then(table, { kind: 'over', result });
    expect(next).toMatchObject({ phase: 'over', result, legal: null });
    expect(next.clocks).toMatchObject({ 'A.white': 299_000, 'A.black': 300_000, running: [] });
  });

  test('a fallen flag, changed options and a kind that is not known yet', () => {
    expect(then(table, { kind: 'flag_fallen', seat: 'A.white' }).clocks?.fallen).toEqual(['A.white']);
    const changed = then(table, { kind: 'rules_changed', rules: { initial_s: 60 } });
    expect(changed.seats['A.white']).toEqual({ name: 'Anna', ready: false });
    expect(changed.seats['B.black']).toBeNull();
    expect(then(table, { kind: 'brand_new' }).seq).toBe(10);
  });

  test('a move that has been made is known by its place, and only as one’s own', () => {
    const next = then(table, e4);
    const move = { move: 'e2e4', ply: 0, line: 0 };
    expect(has(table, move)).toBe(false);
    expect(has(next, move)).toBe(true);
    expect(has(next, { ...move, move: 'd2d4' })).toBe(false);
    expect(has(next, { ...move, line: 1 })).toBe(false);
    expect(has({ ...next, you: 'B.white' }, move)).toBe(false);
  });
});
