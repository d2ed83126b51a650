import { describe, expect, test } from 'vitest';
import { typed } from '../board/typed';
import { backoff } from '../net/backoff';
import { ServerTime } from '../net/time';
import type { Clocks, Legal, Replay } from '../wire/types';
import { de } from '../words/de';
import { en } from '../words/en';
import { fr } from '../words/fr';
import { aheadMs, clockText, differenceText, shownMs } from './clocks';
import { GAP, grid } from './grid';
import { numbers } from './order';
import { momentAt } from './replay';
import { below, diagonalOf, opponentOf, partnerOf, SEATS, seatAfter, teamOf } from './seats';

describe('clocks', () => {
  const clocks: Clocks = { 'A.white': 5000, 'A.black': 9000, 'B.white': 0, 'B.black': 7000, running: ['A.white', 'B.black'], fallen: ['B.white'], at: 10_000 };

  test('only those that run count down, and never below nothing', () => {
    expect(shownMs(clocks, 'A.white', 12_000)).toBe(3000);
    expect(shownMs(clocks, 'A.black', 12_000)).toBe(9000);
    expect(shownMs(clocks, 'A.white', 99_000)).toBe(0);
    expect(shownMs(clocks, 'B.white', 12_000)).toBe(0);
  });

  test('no clock shows more than the server said', () => {
    expect(shownMs(clocks, 'A.white', 9000)).toBe(5000);
    expect(shownMs(clocks, 'A.white', null)).toBe(5000);
  });

  test('each plays against the clock of the partner’s opponent', () => {
    const four: Clocks = { 'A.white': 60_000, 'A.black': 50_000, 'B.white': 41_000, 'B.black': 35_000, running: ['A.white', 'B.white'], fallen: [], at: 1000 };
    expect(aheadMs(four, 'A.white', 11_000)).toBe(19_000);
    expect(aheadMs(four, 'B.black', 11_000)).toBe(-15_000);
    expect(aheadMs({ ...four, fallen: ['B.white'] }, 'A.white', null)).toBe(60_000);
  });

  test('tenths below twenty seconds, rounded down', () => {
    expect(clockText(19_999)).toBe('19.9');
    expect(clockText(20_000)).toBe('0:20');
    expect(clockText(99)).toBe('0.0');
    expect(clockText(271_000)).toBe('4:31');
    expect(clockText(3_723_000)).toBe('1:02:03');
    expect(differenceText(19_400)).toBe('+0:19');
    expect(differenceText(-64_000)).toBe('−1:04');
    expect(differenceText(-300)).toBe('±0:00');
  });

  test('the server’s time comes from the shortest round trip, and never goes back', () => {
    let local = 0;
    const time = new ServerTime(() => local);
    expect(time.now()).toBeNull();
    time.add({ sent: 0, received: 400, server: 1_000_300 });
    local = 400;
    expect(time.now()).toBe(1_000_500);
    time.add({ sent: 400, received: 410, server: 1_000_405 });
    local = 410;
    expect(time.now()).toBe(1_000_500);
    local = 600;
    expect(time.now()).toBe(1_000_600);
    expect(time.roundTrip).toBe(10);
  });
});

test('seats know their partner, their opponents and which side is up', () => {
  for (const seat of SEATS) {
    expect(teamOf(partnerOf(seat))).toBe(teamOf(seat));
    expect(teamOf(opponentOf(seat))).not.toBe(teamOf(seat));
    expect(diagonalOf(seat)).toBe(opponentOf(partnerOf(seat)));
  }
  expect(below('A', 'A.black')).toBe('black');
  expect(below('B', 'A.black')).toBe('white');
  expect(below('B', 'spectator')).toBe('black');
});

test('whoever goes on three times with partners swapped has had everybody as partner', () => {
  for (const seat of SEATS) {
    expect(seatAfter(seat, 'none')).toBe(seat);
    expect(teamOf(seatAfter(seat, 'colours'))).not.toBe(teamOf(seat));
    expect(seatAfter(seatAfter(seat, 'colours'), 'colours')).toBe(seat);
  }
  let sits = Object.fromEntries(SEATS.map((seat) => [seat, seat]));
  const partners = new Set<string>();
  for (let match = 0; match < 3; match++) {
    const [who] = SEATS.filter((seat) => sits[seat] === partnerOf(sits['A.white'] ?? 'A.white'));
    partners.add(who ?? '');
    sits = Object.fromEntries(SEATS.map((seat) => [seat, seatAfter(sits[seat] ?? seat, 'partners')]));
  }
  expect(partners).toEqual(new Set(['A.black', 'B.white', 'B.black']));
});

test('attempts to come back grow apart, up to a few seconds', () => {
  expect(backoff(0, 0)).toBe(125);
  expect(backoff(3, 1)).toBe(2000);
  expect(backoff(50, 1)).toBe(8000);
});

describe('typed moves', () => {
  const fen = 'r3k2r/8/8/3p4/4P3/5N2/8/R3K2R w KQkq - 0 1';
  const legal: Legal = {
    moves: { e4: ['e5', 'd5'], f3: ['d2', 'g1'], a1: ['d1', 'b1'], e1: ['d2', 'g1', 'c1'], h1: ['g1'] },
    drops: { N: ['f6'], P: ['e5'] },
    claims: {},
  };
  const find = (text: string, words = en) => typed(text, fen, legal, words.letters);

  test('are found in three languages', () => {
    expect(find('Nd2')).toEqual(['f3d2']);
    expect(find('Sd2', de)).toEqual(['f3d2']);
    expect(find('Cd2', fr)).toEqual(['f3d2']);
    expect(find('Td1', de)).toEqual(['a1d1']);
    expect(find('Rd2', fr)).toEqual(['e1d2']);
  });

  test('tell a pawn’s step from its drop', () => {
    expect(find('e5')).toEqual(['e4e5']);
    expect(find('P@e5')).toEqual(['P@e5']);
    expect(find('B@e5', de)).toEqual(['P@e5']);
    expect(find('exd5')).toEqual(['e4d5']);
    expect(find('S@f6', de)).toEqual(['N@f6']);
  });

  test('castle, and are nothing when they are nothing', () => {
    expect(find('O-O')).toEqual(['e1g1']);
    expect(find('0-0-0')).toEqual(['e1c1']);
    expect(find('Qh5')).toEqual([]);
    expect(find('N@e5')).toEqual([]);
    expect(find('')).toEqual([]);
  });
});

test('each language has a word for each thing', () => {
  for (const words of [de, fr]) {
    for (const part of ['phrases', 'endings', 'refusals', 'letters', 'pieces'] as const) {
      expect(Object.keys(words[part]).sort()).toEqual(Object.keys(en[part]).sort());
    }
    expect(JSON.stringify(words)).not.toContain('ß');
  }
});

test('a replay steps both boards together', () => {
  const none = { Q: 0, R: 0, B: 0, N: 0, P: 0 };
  const step = { seat: 'A.white', san: '', status: 'open', spent: 0, at: 0, reserves: {}, clocks: { 'A.white': 1, 'A.black': null, 'B.white': 2, 'B.black': 3 } };
  const replay = {
    start: { A: 'a0', B: 'b0' }, initial: 300_000, reserves: { 'A.white': none },
    moves: [{ ...step, board: 'A', move: 'e2e4', fen: 'a1' }, { ...step, board: 'B', move: 'd2d4', fen: 'b1', reserves: { 'A.white': { ...none, P: 1 } } }],
  } as unknown as Replay;
  expect(momentAt(replay, 0)).toMatchObject({ fens: { A: 'a0', B: 'b0' }, clocks: { 'A.white': 300_000 } });
  expect(momentAt(replay, 1)).toMatchObject({ fens: { A: 'a1', B: 'b0' }, last: { A: 'e2e4', B: null }, clocks: { 'A.white': 1, 'A.black': 300_000 } });
  expect(momentAt(replay, 2).reserves['A.white']?.P).toBe(1);
  expect(momentAt(replay, 0).reserves['A.white']?.P).toBe(0);
});

test('tables fill a wall without leaving it, with boards as large as can be', () => {
  for (let count = 1; count <= 16; count++) {
    for (const [width, height] of [[1920, 1080], [3840, 2160], [1366, 768], [1080, 1920]] as const) {
      const { columns, side, strip } = grid(count, width, height);
      const rows = Math.ceil(count / columns);
      expect(columns * (2 * side + GAP) + (columns + 1) * GAP).toBeLessThanOrEqual(width);
      expect(rows * (side + 3 * strip) + (rows + 1) * GAP).toBeLessThanOrEqual(height);
      expect(strip / side).toBeGreaterThan(0.1);
    }
  }
  expect(grid(1, 1920, 1080).columns).toBe(1);
  expect(grid(4, 1920, 1080).columns).toBe(2);
  expect(grid(12, 1920, 1080).columns).toBe(4);
});

test('moves of both boards are numbered in the order played', () => {
  expect(numbers(['A', 'A', 'B', 'A', 'B'])).toEqual(['1A', '1a', '1B', '2A', '1b']);
  expect(numbers(['B', 'A', 'B', 'A'], { A: false, B: true })).toEqual(['1b', '1A', '2B', '1a']);
});
