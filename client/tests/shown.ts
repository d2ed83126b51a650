import type { Page } from 'playwright-core';
import type { BoardName, Seat, SnapshotMessage } from '../src/wire/types';

type Squares = Record<string, string>;

/** What a player's page shows, in words that the server's snapshot can be put into, too. */
export interface Shown {
  boards: Partial<Record<BoardName, { pieces: Squares; last: string[] }>>;
  reserves: Record<string, number[]>;
  moves: string[];
  myTurn: boolean;
  result: string | null;
  /** What should not be there in the end: a refusal, a lost connection, a move chosen before its time. */
  leftOver: string[];
}

/** As the eye sees it: pieces and last moves are read from where they are drawn. */
export function shown(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    // The board keeps squares that it may need again, without showing them.
    const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)].filter((one) => one.style.display !== 'none');
    const square = (element: HTMLElement, board: HTMLElement): string => {
      const at = element.getBoundingClientRect();
      const on = board.getBoundingClientRect();
      const column = Math.round(((at.x - on.x) * 8) / on.width);
      const row = Math.round(((at.y - on.y) * 8) / on.height);
      const white = board.closest('.orientation-white') !== null;
      return 'abcdefgh'[white ? column : 7 - column] + String(white ? 8 - row : row + 1);
    };
    const boards: Shown['boards'] = {};
    for (const name of ['A', 'B'] as const) {
      const board = all(`.board[aria-label^="Board ${name}"] cg-board`)[0];
      if (!board) continue;
      const pieces: Squares = {};
      for (const piece of all('piece:not(.ghost)', board)) {
        const kind = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'].find((one) => piece.classList.contains(one));
        pieces[square(piece, board)] = `${piece.classList.contains('white') ? 'white' : 'black'} ${kind}`;
      }
      boards[name] = { pieces, last: all('square.last-move', board).map((one) => square(one, board)).sort() };
    }
    const reserves: Shown['reserves'] = {};
    for (const strip of all('[data-strip]')) {
      const slots = all('.slot', strip);
      if (slots.length > 0) reserves[strip.dataset.strip ?? ''] = slots.map((slot) => Number(slot.querySelector('.count')?.textContent ?? 0));
    }
    return {
      boards,
      reserves,
      moves: all('.moves span').map((one) => (one.textContent ?? '').trim().replace(/^\S+\s+/, '')),
      myTurn: all('.own.turn').length > 0,
      result: all('[data-result]')[0]?.dataset.result ?? null,
      leftOver: all('.own .notice, .banner, .own .current-premove').map((one) => one.textContent || one.className),
    };
  });
}

const KINDS: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

export function placed(fen: string): Squares {
  const pieces: Squares = {};
  for (const [row, text] of (fen.split(' ')[0] ?? '').split('/').entries()) {
    let column = 0;
    for (const one of text) {
      const kind = KINDS[one.toLowerCase()];
      if (kind) pieces[`${'abcdefgh'[column]}${8 - row}`] = `${one === one.toLowerCase() ? 'black' : 'white'} ${kind}`;
      column += kind ? 1 : Number(one);
    }
  }
  return pieces;
}

/** The same, as the server says it to a seat. */
export function said(word: SnapshotMessage): Shown {
  const seat = word.you as Seat;
  const boards: Shown['boards'] = {};
  const at: Record<BoardName, number> = { A: 0, B: 0 };
  for (const name of ['A', 'B'] as const) {
    const board = word.boards[name];
    const last = board?.last ?? '';
    const squares = last === '' ? [] : last.includes('@') ? [last.slice(2)] : [last.slice(0, 2), last.slice(2)];
    if (board) boards[name] = { pieces: placed(board.fen), last: squares.sort() };
  }
  const turn = word.boards[seat[0] as BoardName]?.fen.split(' ')[1] === 'b' ? 'black' : 'white';
  return {
    boards,
    reserves: Object.fromEntries(Object.entries(word.reserves).map(([seat, { P, N, B, R, Q }]) => [seat, [P, N, B, R, Q]])),
    moves: [...word.order].map((board) => word.boards[board as BoardName]?.moves[at[board as BoardName]++]?.san ?? ''),
    myTurn: word.phase === 'playing' && seat.endsWith(turn),
    result: word.result ? String(word.result.winner ?? 'none') : null,
    leftOver: [],
  };
}

/** How far the clocks of a page are from the server's at this moment, in ms; what a text leaves open does not count. */
export async function clocksOff(page: Page, word: SnapshotMessage): Promise<number> {
  const before = Date.now();
  const texts = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll<HTMLElement>('[data-clock]')].map((one) => [one.dataset.clock, one.textContent ?? ''])));
  const after = Date.now();
  const { clocks } = word;
  if (!clocks) return 0;
  const off = Object.entries(texts).map(([seat, text]) => {
    const left = clocks[seat as Seat];
    const runs = clocks.running.includes(seat as Seat);
    const [least, most] = runs ? [left - (after - clocks.at), left - (before - clocks.at)] : [left, left];
    const { from, to } = read(text);
    return Math.max(0, from - Math.max(0, most), Math.max(0, least) - to);
  });
  return Math.max(...off);
}

/** What a clock's text may stand for, in ms. */
export function read(text: string): { from: number; to: number } {
  const plain = text.replace(/[^\d:.]/g, '');
  const from = plain.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
  return { from, to: from + (plain.includes('.') ? 100 : 1000) };
}
