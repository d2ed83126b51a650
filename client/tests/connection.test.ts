import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clerk, SEATS, take, type Sitting } from './clerk';
import { House, Visitor } from './house';
import { Line, type Frame } from './line';

let house: House;
let clerk: Clerk;
beforeAll(async () => {
  house = await House.open();
  clerk = await Clerk.come(house);
});
afterAll(() => house?.close());

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** A page at a seat, by a line that can be cut. */
async function at(seat: (typeof SEATS)[number], sitting: Sitting): Promise<{ visitor: Visitor; line: Line }> {
  const visitor = await Visitor.come(house);
  const line = await Line.lay(visitor.page);
  await take(visitor, sitting, seat);
  return { visitor, line };
}

const lost = (visitor: Visitor) => visitor.page.locator('.banner.bad').waitFor();
const back = (visitor: Visitor) => visitor.page.locator('.banner.bad').waitFor({ state: 'detached' });
const complaint = (visitor: Visitor) => visitor.page.locator('.own .notice').count();

/** What stands on a square of the own board, as drawn. */
function on(visitor: Visitor, square: string): Promise<string | null> {
  return visitor.page.evaluate((square) => {
    const board = document.querySelector('.own cg-board');
    const white = board?.closest('.orientation-white');
    const at = board?.getBoundingClientRect() ?? new DOMRect();
    const column = square.charCodeAt(0) - 97;
    const row = Number(square[1]) - 1;
    const size = at.width / 8;
    const [x, y] = white ? [at.x + column * size, at.y + (7 - row) * size] : [at.x + (7 - column) * size, at.y + row * size];
    const piece = [...(board?.querySelectorAll('piece:not(.ghost)') ?? [])].find((one) => {
      const its = one.getBoundingClientRect();
      return Math.abs(its.x - x) < size / 4 && Math.abs(its.y - y) < size / 4;
    });
    return piece?.className ?? null;
  }, square);
}

test('a lost server is shown at once, and a move made meanwhile is played once', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('B.white', sitting);
  await line.shut();
  await lost(visitor);
  await visitor.move('e2e4');
  line.allow();
  await visitor.sees('e4');
  await back(visitor);
  expect(await visitor.page.locator('.moves span').count()).toBe(1);
  expect(await complaint(visitor)).toBe(0);
});

test('talk that could not be said stands there to be said again', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('B.black', sitting);
  const field = visitor.page.locator('[data-say]');
  await line.shut();
  await lost(visitor);
  await field.fill('I need a knight');
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('I need a knight');
  line.allow();
  await back(visitor);
  await field.press('Enter');
  await visitor.page.locator('.lines p', { hasText: 'I need a knight' }).waitFor();
  expect(await field.inputValue()).toBe('');
});

test('the board stays under the hand when the server is lost and when it is back', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('A.white', sitting);
  const place = async () => (await visitor.page.locator('.own cg-board').boundingBox())?.y;
  await visitor.move('e2e4');
  await visitor.sees('e4');
  const before = await place();
  await line.shut();
  await lost(visitor);
  expect(await place()).toBe(before);
  line.allow();
  await back(visitor);

  // And wherever it is moved by something else, a tap means the square that is seen there.
  await clerk.say(sitting.tokens['A.black'], { type: 'move', match: sitting.id, move: 'e7e5' });
  await visitor.sees('e5');
  await visitor.page.evaluate(() => {
    const strip = document.createElement('p');
    strip.textContent = 'in between';
    document.querySelector('main')?.before(strip);
  });
  expect(await place()).toBeGreaterThan(before ?? 0);
  await visitor.move('g1f3');
  await visitor.sees('Nf3');
});

test('a move whose answer got lost has been played, and nobody is told otherwise', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('A.white', sitting);
  line.up = (frame) => {
    if (frame.type === 'move') {
      line.down = (answer) => {
        if (answer.type === 'event') void line.shut();
        return 0;
      };
    }
    return 1;
  };
  await visitor.move('e2e4');
  await lost(visitor);
  const sent: Frame[] = [];
  line.up = (frame) => {
    if (frame.type === 'move') sent.push(frame);
    return 1;
  };
  line.down = () => 1;
  line.allow();
  await back(visitor);
  await visitor.sees('e4');
  // It was sent again, and that was refused: he has moved already.
  await expect.poll(() => line.received.find(({ type }) => type === 'refused')?.code).toBe('stale');
  expect(sent.map(({ move, ply }) => [move, ply])).toEqual([['e2e4', 0]]);
  expect(await visitor.page.locator('.moves span').count()).toBe(1);
  expect(await complaint(visitor)).toBe(0);
  expect(await on(visitor, 'e4')).toContain('white pawn');
});

test('a server that falls silent is noticed without a word from it', async () => {
  const sitting = await clerk.table({});
  const visitor = await Visitor.come(house);
  await visitor.page.clock.install();
  const line = await Line.lay(visitor.page);
  await take(visitor, sitting, 'A.white');
  await visitor.page.locator('[data-ping]').waitFor();
  // A browser waits for the other side's farewell, too.
  await visitor.page.evaluate(() => Object.assign(WebSocket.prototype, { close: () => undefined }));
  line.dead = true;
  await visitor.move('e2e4');
  expect(await visitor.page.locator('.banner.bad').count()).toBe(0);
  await visitor.page.clock.fastForward(5100);
  await lost(visitor);
  // And so is one that takes a call and does not answer.
  await expect.poll(() => line.swallowed.at(-1)?.type === 'ping' && line.swallowed.at(-2)?.type).toBe('hello');
  line.dead = false;
  await expect.poll(async () => {
    await visitor.page.clock.fastForward(1000);
    return line.connections;
  }).toBe(3);
  await visitor.sees('e4');
  await back(visitor);
  expect(await complaint(visitor)).toBe(0);

  // Nobody needs to do anything for it: the page asks by itself, a few times at first and then every few seconds.
  await visitor.page.clock.fastForward(1000);
  await expect.poll(() => line.received.filter(({ type }) => type === 'pong').length).toBeGreaterThanOrEqual(4);
  line.dead = true;
  await visitor.page.clock.fastForward(3100);
  await visitor.page.clock.fastForward(5100);
  await lost(visitor);
});

test('an event of the other board between a move and its answer leaves the moved piece where it is', async () => {
  // On board B, Black takes a knight, which arrives at Anna while her move is under way.
  const sitting = await clerk.table({ position: { A: START, B: 'rnbqkbnr/ppp1pppp/8/3p4/4N3/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1' } });
  const { visitor, line } = await at('A.white', sitting);
  line.hold('up');
  await visitor.move('e2e4');
  await clerk.say(sitting.tokens['B.black'], { type: 'move', match: sitting.id, move: 'd5e4' });
  await clerk.say(sitting.tokens['B.white'], { type: 'move', match: sitting.id, move: 'h2h3' });
  await visitor.page.locator('.own [data-slot=N] .count').waitFor();
  await visitor.sees('h3');
  // It may still be gliding there.
  await expect.poll(() => on(visitor, 'e4')).toContain('white pawn');
  expect(await on(visitor, 'e2')).toBeNull();
  line.letGo('up');
  await visitor.sees('e4');
  await expect.poll(() => on(visitor, 'e4')).toContain('white pawn');
  expect(await complaint(visitor)).toBe(0);
});

test('what the opponent answered meanwhile comes first, before any news of the clocks', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('A.white', sitting);
  await visitor.move('e2e4');
  await visitor.sees('e4');
  await line.shut();
  await lost(visitor);
  await clerk.say(sitting.tokens['A.black'], { type: 'move', match: sitting.id, move: 'e7e5' });
  await clerk.say('director', { type: 'rule', match: sitting.id, ruling: { kind: 'add_clock', seat: 'A.white', ms: 60_000 } });
  line.allow();
  await visitor.sees('e5');
  await expect.poll(() => line.received.some(({ event }) => event?.kind === 'clock_set')).toBe(true);
  const news = line.received.filter((frame) => frame.type === 'snapshot' || frame.event?.clocks);
  expect(news.map((frame) => frame.event?.kind ?? frame.type)).toEqual(['moved', 'clock_set']);
  await visitor.move('g1f3');
  await visitor.sees('Nf3');
});

test('a premove outlives a lost connection and is played once when the opponent has moved', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('A.black', sitting);
  // One chosen before, and then another one while the server is away.
  await visitor.move('e7e5', true);
  await line.shut();
  await lost(visitor);
  await clerk.say(sitting.tokens['A.white'], { type: 'move', match: sitting.id, move: 'e2e4' });
  line.allow();
  await visitor.sees('e5');
  await back(visitor);
  await line.shut();
  await lost(visitor);
  await visitor.move('g8f6', true);
  await clerk.say(sitting.tokens['A.white'], { type: 'move', match: sitting.id, move: 'd2d4' });
  line.allow();
  await visitor.sees('Nf6');
  expect(await visitor.page.locator('.moves span').count()).toBe(4);
  expect(await complaint(visitor)).toBe(0);
});

test('an event that got lost is noticed, and what was chosen before its time stays', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('A.black', sitting);
  await visitor.move('e7e5', true);
  let eaten = 0;
  line.down = (frame) => (frame.event?.kind === 'moved' && eaten++ === 0 ? 0 : 1);
  const play = (seat: (typeof SEATS)[number], move: string) => clerk.say(sitting.tokens[seat], { type: 'move', match: sitting.id, move });
  await play('B.white', 'd2d4');
  await play('B.black', 'd7d5');
  await visitor.sees('d5');
  expect(await visitor.page.locator('.moves span').count()).toBe(2);
  await play('A.white', 'e2e4');
  await visitor.sees('e5');
});

test('the same message twice is one move, and a move from an old position none', async () => {
  const sitting = await clerk.table({});
  const { visitor, line } = await at('A.white', sitting);
  line.up = (frame) => (frame.type === 'move' ? 2 : 1);
  await visitor.move('e2e4');
  await visitor.sees('e4');
  await expect.poll(() => line.received.find(({ type }) => type === 'refused')?.code).toBe('stale');
  expect(await visitor.page.locator('.moves span').count()).toBe(1);
  expect(await complaint(visitor)).toBe(0);
  line.calm();

  // His move is under way when his other window, and then the opponent, play on.
  const play = (seat: 'A.white' | 'A.black', move: string) => clerk.say(sitting.tokens[seat], { type: 'move', match: sitting.id, move });
  await play('A.black', 'e7e5');
  await visitor.sees('e5');
  line.hold('up');
  await visitor.move('g1f3');
  await play('A.white', 'b1c3');
  await play('A.black', 'b8c6');
  line.letGo('up');
  await visitor.page.locator('.own .notice', { hasText: 'changed already' }).waitFor();
  expect(await on(visitor, 'g1')).toContain('white knight');
  expect(await on(visitor, 'c3')).toContain('white knight');
  await visitor.move('g1f3');
  await visitor.sees('Nf3');
});
