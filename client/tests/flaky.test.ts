import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BoardName, Legal, Seat, SnapshotMessage } from '../src/wire/types';
import { Clerk, SEATS, word, type Sitting } from './clerk';
import { House, Visitor } from './house';
import { Line } from './line';
import { clocksOff, placed, said, shown } from './shown';

const MOVES = 200;
/** A clock's tenth, the frames it takes to draw it, and a computer with other things to do. */
const CLOCK_MS = 1500;

let house: House;
let clerk: Clerk;
beforeAll(async () => {
  house = await House.open();
  clerk = await Clerk.come(house);
});
afterAll(() => house?.close());

/** Numbers from 0 to 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Player {
  seat: Seat;
  visitor: Visitor;
  line: Line;
}

const FAULTS = ['none', 'none', 'away', 'unsent', 'unanswered', 'between', 'twice', 'slow', 'other gone', 'other slow'] as const;
type Fault = (typeof FAULTS)[number];

/** Makes the next move of that player meet with a fault; the answer is to be called once the move was made by hand. */
async function trouble(fault: Fault, mover: Player, other: Player): Promise<(isPlayed: () => Promise<unknown>) => Promise<void>> {
  const { line } = mover;
  const isMove = (frame: { type?: string }) => frame.type === 'move';
  switch (fault) {
    case 'away':
      await line.shut();
      await mover.visitor.page.locator('.banner.bad').waitFor();
      return async () => line.allow();
    case 'unsent':
      line.up = (frame) => {
        if (!isMove(frame)) return 1;
        line.calm();
        void line.cut();
        return 0;
      };
      break;
    case 'unanswered':
      line.up = (frame) => {
        if (isMove(frame)) {
          line.down = (answer) => {
            if (answer.type !== 'event' && answer.type !== 'ok') return 0;
            line.calm();
            void line.cut();
            return 0;
          };
        }
        return 1;
      };
      break;
    case 'between':
      line.up = (frame) => {
        if (isMove(frame)) {
          line.down = (answer) => {
            if (answer.type !== 'ok') return 1;
            line.calm();
            void line.cut();
            return 0;
          };
        }
        return 1;
      };
      break;
    case 'twice':
      line.up = (frame) => (isMove(frame) ? 2 : 1);
      break;
    case 'slow':
      line.hold('up');
      line.hold('down');
      return async (isPlayed) => {
        line.letGo('up');
        await isPlayed();
        line.letGo('down');
      };
    case 'other gone':
      await other.line.cut();
      break;
    case 'other slow':
      other.line.hold('down');
      return async (isPlayed) => {
        await isPlayed();
        other.line.letGo('down');
      };
  }
  return async () => undefined;
}

const isBlack = (seat: Seat) => seat.endsWith('black');

function movesOf(legal: Legal): string[] {
  const moves = Object.entries(legal.moves).flatMap(([from, squares]) => squares.map((to) => from + to));
  return [...moves, ...Object.entries(legal.drops).flatMap(([letter, squares]) => squares.map((to) => `${letter}@${to}`))];
}

/** Captures and drops more often than by chance alone, so that the reserves are used. */
function choose(legal: Legal, fen: string, random: () => number): string {
  const all = movesOf(legal);
  const pieces = placed(fen);
  const kind = random();
  const wanted = all.filter((move) => (kind < 0.35 ? move[1] === '@' : kind < 0.7 ? move[1] !== '@' && pieces[move.slice(2)] : true));
  const from = wanted.length > 0 ? wanted : all;
  return from[Math.floor(random() * from.length)] as string;
}

async function byHand({ visitor, seat }: Player, move: string, random: () => number): Promise<void> {
  const black = isBlack(seat);
  const drags = random() < 0.5;
  if (move[1] !== '@') return drags ? visitor.drag(move, black) : visitor.move(move, black);
  const [letter = '', square] = [move[0], move.slice(2)];
  if (drags) return visitor.dropByHand(letter, square, black);
  await visitor.page.keyboard.press(String('PNBRQ'.indexOf(letter) + 1));
  await visitor.tap(square, black);
}

/** Chooses a pawn's step or a knight's jump before its time; `null` if the page does not take it. */
async function premove({ visitor, seat }: Player, fen: string, random: () => number): Promise<string | null> {
  const colour = isBlack(seat) ? 'black' : 'white';
  const ahead = isBlack(seat) ? -1 : 1;
  const candidates = Object.entries(placed(fen)).flatMap(([from, piece]) => {
    const steps = piece === `${colour} pawn` ? [[0, ahead]] : piece === `${colour} knight` ? [[1, 2], [2, 1], [-1, 2], [2, -1], [-1, -2], [-2, -1], [1, -2], [-2, 1]] : [];
    return steps.map(([x = 0, y = 0]) => from + String.fromCharCode(from.charCodeAt(0) + x) + (Number(from[1]) + y));
  });
  const inside = candidates.filter((move) => /^....$/.test(move) && /[a-h][1-8]$/.test(move));
  const move = inside[Math.floor(random() * inside.length)];
  if (!move) return null;
  await visitor.move(move, isBlack(seat));
  const taken = await visitor.page.evaluate(
    () => new Promise<boolean>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve([...document.querySelectorAll<HTMLElement>('.own .current-premove')].some((one) => one.style.display !== 'none'))))),
  );
  if (!taken) await visitor.page.keyboard.press('Escape');
  return taken ? move : null;
}

test(`after each of ${MOVES} random moves over a flaky connection every page shows what the server says`, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 100_000);
  console.info(`SEED=${seed}`);
  const random = dice(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  const players: Player[] = await Promise.all(
    SEATS.map(async (seat) => {
      const visitor = await Visitor.come(house);
      await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
      return { seat, visitor, line: await Line.lay(visitor.page) };
    }),
  );
  let sitting: Sitting | null = null;
  const count: Record<string, number> = {};
  const history: string[] = [];

  const ask = (seat: Seat): Promise<SnapshotMessage> => word(house, sitting?.id ?? '', sitting?.tokens[seat] ?? '');
  const agree = () => Promise.all(players.map(agrees));
  const agrees = ({ seat, visitor }: Player) =>
    vi.waitFor(
      async () => {
        const word = await ask(seat);
        expect(await shown(visitor.page), `${seat} after ${history.slice(-3).join(', ')}`).toEqual(said(word));
        expect(await clocksOff(visitor.page, word)).toBeLessThan(CLOCK_MS);
      },
      { timeout: 15_000, interval: 15 },
    );

  for (let played = 0; played < MOVES; ) {
    if (!sitting) {
      sitting = await clerk.table({ rules: { initial_s: 3600 } });
      await clerk.pages(sitting, players.map(({ visitor }) => visitor));
      await agree();
    }
    const words = await Promise.all(SEATS.map(ask));
    const able = words.filter(({ legal }) => legal && movesOf(legal).length > 0);
    if (able.length === 0) {
      // Over, or nobody has a move: another table.
      if (!words[0]?.result) {
        const { visitor } = one(players);
        await visitor.page.click('[data-resign]');
        await visitor.page.click('[data-sure]');
        await visitor.page.locator('[data-result]').waitFor();
        await agree();
      }
      sitting = null;
      continue;
    }
    const word = one(able);
    const mover = players.find(({ seat }) => seat === word.you) as Player;
    const board = mover.seat[0] as BoardName;
    const { fen = '', ply = 0 } = word.boards[board] ?? {};
    const move = choose(word.legal as Legal, fen, random);
    const rest = players.filter((player) => player !== mover);
    const opponent = rest.find(({ seat }) => seat[0] === board) as Player;
    const early = random() < 0.2 ? await premove(opponent, fen, random) : null;
    const fault = one(FAULTS);
    history.push(`${mover.seat} ${move} (${fault}${early ? `, then ${early}` : ''})`);
    count[fault] = (count[fault] ?? 0) + 1;

    const then = await trouble(fault, mover, early ? opponent : one(rest));
    await byHand(mover, move, random);
    const isPlayed = () =>
      vi.waitFor(async () => expect((await ask(mover.seat)).boards[board]?.ply, history.at(-1)).toBeGreaterThan(ply), { timeout: 15_000, interval: 10 });
    await then(isPlayed);
    await isPlayed();
    await agree();
    mover.line.calm();

    const now = (await ask(mover.seat)).boards;
    const made = now[board]?.moves.slice(ply).map((one) => one.move) ?? [];
    expect([[move], [move, early]], history.at(-1)).toContainEqual(made);
    if (made.length > 1) count.premoves = (count.premoves ?? 0) + 1;
    const other = board === 'A' ? 'B' : 'A';
    expect(now[other]?.ply).toBe(word.boards[other]?.ply);
    played += made.length;
  }
  console.info(count);
  for (const { visitor } of players) expect(visitor.complaints.filter((one) => !one.includes('WebSocket'))).toEqual([]);
}, 240_000);
