import type { Clocks, Seat } from '../wire/types';
import { diagonalOf } from './seats';

/** What a clock shows at that instant of the server, in ms. Without an instant it shows the server's last word. */
export function shownMs(clocks: Clocks, seat: Seat, now: number | null): number {
  const word = clocks[seat];
  if (clocks.fallen.includes(seat)) return 0;
  if (now === null || !clocks.running.includes(seat)) return word;
  const passed = Math.max(0, now - clocks.at);
  return Math.max(0, word - passed);
}

/** All clocks at that instant, standing still. */
export function stopped(clocks: Clocks, at: number): Clocks {
  const value = (seat: Seat) => shownMs(clocks, seat, at);
  return {
    'A.white': value('A.white'),
    'A.black': value('A.black'),
    'B.white': value('B.white'),
    'B.black': value('B.black'),
    running: [],
    fallen: clocks.fallen,
    at,
  };
}

/** `4:31`, `1:02:03`, and tenths below twenty seconds: `9.4`. Rounded down, so that 0 means fallen. */
export function clockText(ms: number): string {
  if (ms < 20_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** The difference on a diagonal, `+0:19` or `−1:04`. */
export function differenceText(ms: number): string {
  const seconds = Math.trunc(Math.abs(ms) / 1000);
  const sign = seconds === 0 ? '±' : ms > 0 ? '+' : '−';
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** By how much a seat is ahead of the opponent on its diagonal, in ms. */
export function aheadMs(clocks: Clocks, seat: Seat, now: number | null): number {
  return shownMs(clocks, seat, now) - shownMs(clocks, diagonalOf(seat), now);
}
