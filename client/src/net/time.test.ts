import { describe, expect, test } from 'vitest';
import { ServerTime } from './time';

/** A server that is ahead by so much, asked over a line of equal delays. */
function asked(local: number, ahead: number, roundTrip = 10) {
  return { sent: local - roundTrip, received: local, server: Math.round(local - roundTrip / 2 + ahead) };
}

describe('the server’s time', () => {
  test('goes on, and never back, however late the answers come', () => {
    let local = 0;
    const time = new ServerTime(() => local);
    const told: number[] = [];
    for (let at = 0; at < 200; at += 1) {
      local = 1000 + at * 50;
      // Every answer takes another time, and not the same both ways.
      const roundTrip = 5 + ((at * 37) % 300);
      time.add({ sent: local - roundTrip, received: local, server: Math.round(local - (roundTrip * (at % 10)) / 10 + 5000) });
      told.push(time.now() ?? 0);
    }
    expect(told).toEqual([...told].sort((one, other) => one - other));
    expect(Math.abs((time.now() ?? 0) - (local + 5000))).toBeLessThan(60);
  });

  test('is right at once after the laptop has slept, whose own clock stood still meanwhile', () => {
    let local = 1000;
    const time = new ServerTime(() => local);
    time.add(asked(local, 5000, 2));
    local = 2000;
    time.add(asked(local, 65_000, 80));
    expect(Math.abs((time.now() ?? 0) - 67_000)).toBeLessThan(80);
  });

  test('is right at once with a server that has started anew with an earlier date', () => {
    let local = 1000;
    const time = new ServerTime(() => local);
    time.add(asked(local, 600_000, 2));
    expect(time.now()).toBe(601_000);
    local = 2000;
    time.add(asked(local, 5000, 80));
    expect(time.now()).toBe(7000);
  });
});
