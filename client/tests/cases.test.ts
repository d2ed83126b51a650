import { afterAll, beforeAll, expect, test } from 'vitest';
import { colourOf, opponentOf, other, partnerOf, seatAt, teamOf } from '../src/state/seats';
import type { Seat } from '../src/wire/types';
import { Clerk, SEATS, take, type Sitting } from './clerk';
import { House, Visitor } from './house';
import { Line, type Frame } from './line';

let house: House;
let clerk: Clerk;
let four: [Visitor, Visitor, Visitor, Visitor];
let guest: Visitor;
let projector: Visitor;
let lines: Line[];
beforeAll(async () => {
  house = await House.open();
  clerk = await Clerk.come(house);
  const [anna, bruno, chris, dora, eva, wall] = (await Promise.all(Array.from({ length: 6 }, () => Visitor.come(house)))) as [Visitor, Visitor, Visitor, Visitor, Visitor, Visitor];
  [four, guest, projector] = [[anna, bruno, chris, dora], eva, wall];
  lines = await Promise.all([...four, guest, projector].map(({ page }) => Line.lay(page)));
  await guest.open('/');
  await guest.name('Eva');
});
afterAll(() => house?.close());

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const page = (seat: Seat) => four[SEATS.indexOf(seat)] as Visitor;
const black = (seat: Seat) => colourOf(seat) === 'black';

/** All six pages at a table. */
async function gather(sitting: Sitting): Promise<void> {
  await Promise.all([clerk.pages(sitting, four), guest.open(`/t/${sitting.id}`), projector.open(`/watch/${sitting.id}`)]);
  await guest.page.locator('cg-board piece').first().waitFor();
  await projector.page.locator('cg-board piece').first().waitFor();
}

/** A position on that seat's board, the usual one on the other. */
function set(seat: Seat, fen: string): { A: string; B: string } {
  return seat[0] === 'A' ? { A: fen, B: START } : { A: START, B: fen };
}

/** What each kind of viewer reads when that seat has lost, and why. */
async function lose(seat: Seat, why: string): Promise<void> {
  const winner = 3 - teamOf(seat);
  for (const viewer of SEATS) {
    const result = page(viewer).page.locator(`[data-result="${winner}"]`, { hasText: teamOf(viewer) === winner ? 'You have won' : 'You have lost' });
    await result.filter({ hasText: `${why}, Board ${seat[0]}` }).waitFor();
  }
  await guest.page.locator(`[data-result="${winner}"]`, { hasText: `Team ${winner} wins` }).filter({ hasText: `${why}, Board ${seat[0]}` }).waitFor();
  await projector.page.locator('.between', { hasText: `Team ${winner} wins` }).filter({ hasText: `${why}, Board ${seat[0]}` }).waitFor();
}

/** A position in which the opponent of that seat is on move, and mates with his queen on g7 or g2. */
const nearMate = (seat: Seat) => (black(seat) ? '7k/8/5KQ1/8/8/8/8/8 w - - 0 1' : '8/8/8/8/8/5kq1/8/7K b - - 0 1');

for (const seat of SEATS) {
  test(`${seat} is mated, and everybody sees who has won`, async () => {
    await gather(await clerk.table({ position: set(seat, nearMate(seat)) }));
    const mating = opponentOf(seat);
    await page(mating).move(black(seat) ? 'g6g7' : 'g3g2', black(mating));
    await lose(seat, 'mate');
  });

  test(`${seat} resigns, and everybody sees who has won`, async () => {
    await gather(await clerk.table({}));
    await page(seat).page.click('[data-resign]');
    await page(seat).page.click('[data-sure]');
    await lose(seat, 'resignation');
  });

  test(`${seat}’s flag falls, and everybody sees who has won`, async () => {
    // His clock alone is short; his opponent's partner claims.
    const sitting = await clerk.table({ position: set(seat, black(seat) ? START.replace(' w ', ' b ') : START) });
    await gather(sitting);
    await clerk.say('director', { type: 'rule', match: sitting.id, ruling: { kind: 'set_clock', seat, ms: 50 } });
    const claims = page(partnerOf(opponentOf(seat)));
    await claims.page.locator(`[data-clock="${seat}"].fallen:visible`).waitFor();
    await claims.page.keyboard.press('f');
    await lose(seat, 'time');
  });
}

test('stalemate is no mate and no draw: the board asks for a drop, and the clock runs', async () => {
  await gather(await clerk.table({ position: set('A.black', '7k/8/6K1/8/8/5Q2/8/8 w - - 0 1') }));
  await page('A.white').move('f3f7');
  await page('A.black').sees('Qf7');
  for (const { page } of four) {
    await page.locator('.board[aria-label^="Board A"] .needs').waitFor();
    await page.locator('[data-clock="A.black"].running:visible').waitFor();
    expect(await page.locator('[data-result]').count()).toBe(0);
  }
  for (const { page } of [guest, projector]) {
    await page.locator('.needs').waitFor();
    expect(await page.getByText('wins').count()).toBe(0);
    expect(await page.getByText('mate', { exact: true }).count()).toBe(0);
  }
});

test('a check that only a drop could answer is no mate, and the drop that arrives answers it', async () => {
  const sitting = await clerk.table({ position: { A: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', B: 'rnbqkbnr/ppp1pppp/8/8/8/3p4/PPPPPPPP/RNBQKBNR w KQkq - 0 1' } });
  await gather(sitting);
  const bruno = page('A.black');
  await page('A.white').move('a1a8');
  await bruno.sees('Ra8+');
  await bruno.page.locator('.own .needs').waitFor();
  expect(await bruno.page.locator('[data-result]').count()).toBe(0);
  // He chooses before he has it; his partner takes, and it is played. A pawn could not be dropped there.
  await page('B.white').move('e2d3');
  await bruno.page.locator('.own [data-slot=P] .count').waitFor();
  expect(await bruno.page.locator('[data-result]').count()).toBe(0);
  await bruno.page.locator('[data-clock="A.black"].running').waitFor();
  await clerk.say(sitting.tokens['B.black'], { type: 'move', match: sitting.id, move: 'd8d3' });
  await bruno.page.keyboard.press('5');
  await bruno.tap('f8', true);
  await page('B.white').sees('Qxd3');
  await page('B.white').move('f1d3');
  await page('A.white').sees('Q@f8');
  await bruno.page.locator('.own .needs').waitFor({ state: 'detached' });
});

test('a pawn’s step and its drop are told apart, typed and shown, in every language', async () => {
  const fen = START.replace('RNBQKBNR', 'RNBQKBNR[PP]');
  for (const [language, typed, shown] of [
    ['EN', 'e4', 'e4'],
    ['EN', 'P@e4', 'P@e4'],
    ['DE', 'B@e4', 'B@e4'],
    ['DE', 'e4', 'e4'],
  ] as const) {
    const sitting = await clerk.table({ position: { A: fen, B: START } });
    const anna = page('A.white');
    await take(anna, sitting, 'A.white');
    await anna.page.getByRole('button', { name: language, exact: true }).click();
    await anna.page.fill('.typed input', typed);
    await anna.page.keyboard.press('Enter');
    await anna.page.locator('.moves span').waitFor();
    expect((await anna.page.locator('.moves span').textContent())?.trim().split(/\s+/).at(-1)).toBe(shown);
    expect(await anna.page.locator('.own .slot .count').textContent()).toBe(typed.includes('@') ? '1' : '2');
    await anna.page.getByRole('button', { name: 'EN', exact: true }).click();
  }
});

test('a spectator is never told that it is his turn, and cannot move', async () => {
  const sitting = await clerk.table({});
  await gather(sitting);
  await page('A.white').move('e2e4');
  await page('A.black').sees('e4');
  for (const viewer of [guest, projector]) {
    await viewer.page.locator('square.last-move').first().waitFor({ state: 'attached' });
    expect(await viewer.page.locator('.own, .turn, .actions [data-claim], [data-resign], .typed').count()).toBe(0);
    for (const board of await viewer.page.locator('cg-board').all()) {
      const box = await board.boundingBox();
      if (!box) throw new Error('there is no board');
      for (let at = 0; at < 64; at += 3) {
        await viewer.page.mouse.click(box.x + ((at % 8) + 0.5) * (box.width / 8), box.y + (Math.floor(at / 8) + 0.5) * (box.height / 8));
      }
    }
    expect(await viewer.page.locator('square.selected, square.move-dest, square.premove-dest, square.current-premove').count()).toBe(0);
  }
  for (const line of lines.slice(4)) {
    const told = line.all.filter((frame) => (frame.type === 'snapshot' ? frame.legal !== null : frame.event?.legal !== undefined));
    expect(told).toEqual([]);
  }
  // Should a page of his ask all the same, the server refuses, whoever's turn it is.
  const refusal = await guest.page.evaluate(
    (match) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () => {
          socket.send(JSON.stringify({ type: 'hello', token: sessionStorage.getItem('catchmate.token') }));
          socket.send(JSON.stringify({ type: 'move', match, move: 'd2d4', id: 'move' }));
        };
        socket.onmessage = (frame) => {
          const message = JSON.parse(String(frame.data));
          if (message.id === 'move') resolve(message.code);
        };
      }),
    sitting.id,
  );
  expect(refusal).toBe('not_seated');
});

/** All partner talk in a frame, and all reserves, with whose they are. */
function secrets(frame: Frame): { talk: Seat[]; reserves: Seat[] } {
  const said = [frame.event, ...(frame.talk ?? [])].filter((one) => one?.kind === 'said' && one.to === 'partner');
  return { talk: said.map((one) => one.from), reserves: Object.keys(frame.event?.reserves ?? frame.reserves ?? {}) as Seat[] };
}

test('partner talk and reserves reach the team alone, over reloads, lost connections and refusals', async () => {
  const sitting = await clerk.table({});
  for (const line of lines) line.all.length = 0;
  await gather(sitting);
  const play = async (seat: Seat, move: string, san: string) => {
    await page(seat).move(move, black(seat));
    for (const { page } of four) await page.locator('.moves span', { hasText: san }).waitFor();
  };
  await play('A.white', 'e2e4', 'e4');
  await play('A.black', 'd7d5', 'd5');
  await page('B.black').page.click('[data-phrase=need_pawn]');
  await page('A.white').page.locator('.heard').waitFor();
  await page('B.white').page.fill('[data-say]', 'the plan of team two');
  await page('B.white').page.keyboard.press('Enter');
  await page('A.black').page.locator('.talk', { hasText: 'the plan of team two' }).waitFor();
  await play('A.white', 'e4d5', 'exd5');
  await play('A.black', 'd8d5', 'Qxd5');

  // Everybody reloads, and everybody's connection is lost, while talk and captures go on.
  await Promise.all([...four, guest, projector].map(({ page }) => page.reload()));
  for (const { page } of four) await page.locator('.moves span', { hasText: 'Qxd5' }).waitFor();
  await Promise.all(lines.map((line) => line.shut()));
  await clerk.say(sitting.tokens['A.white'], { type: 'say', match: sitting.id, to: 'partner', text: 'the plan of team one' });
  await clerk.say(sitting.tokens['A.white'], { type: 'move', match: sitting.id, move: 'b1c3' });
  await clerk.say(sitting.tokens['A.black'], { type: 'move', match: sitting.id, move: 'd5d2' });
  for (const line of lines) line.allow();
  for (const { page } of four) await page.locator('.moves span', { hasText: 'Qxd2+' }).waitFor();
  await page('B.black').page.locator('.talk', { hasText: 'the plan of team one' }).waitFor();
  await projector.page.getByText('Qxd2+').waitFor();
  await guest.page.getByText('Qxd2+').waitFor();

  // Refusals tell nothing either.
  for (const seat of SEATS) {
    await page(seat).page.keyboard.press('f');
    await page(seat).page.locator('.own .notice').waitFor();
  }
  for (const [at, line] of lines.entries()) {
    const seat = SEATS[at];
    const mine = seat ? [seat, partnerOf(seat)] : [];
    const heard = line.all.map(secrets);
    expect(heard.flatMap(({ talk }) => talk).filter((one) => !mine.includes(one)), seat ?? 'spectator').toEqual([]);
    expect(heard.flatMap(({ reserves }) => reserves).filter((one) => !mine.includes(one)), seat ?? 'spectator').toEqual([]);
    if (seat) expect(heard.flatMap(({ talk }) => talk).length).toBeGreaterThan(0);
    if (seat) expect(heard.flatMap(({ reserves }) => reserves).length).toBeGreaterThan(0);
    expect(line.all.filter(({ type }) => type === 'refused').every((one) => Object.keys(one).sort().join() === 'code,id,message,rule,type')).toBe(true);
  }
  for (const seat of SEATS) {
    const theirs = teamOf(seat) === 1 ? 'team two' : 'team one';
    expect(await page(seat).page.getByText(theirs).count()).toBe(0);
    expect(await page(seat).page.locator(`[data-strip="${seatAt(seat[0] as 'A', other(colourOf(seat)))}"] .slot`).count()).toBe(0);
  }
});

test('captures and drops that cross on two boards leave 64 pieces before and after', async () => {
  const sitting = await clerk.table({});
  await gather(sitting);
  const play = (seat: Seat, move: string) => clerk.say(sitting.tokens[seat], { type: 'move', match: sitting.id, move });
  for (const [seat, move] of [['A.white', 'e2e4'], ['A.black', 'd7d5'], ['B.white', 'e2e4'], ['B.black', 'd7d5']] as const) await play(seat, move);
  for (const { page } of four) await page.locator('.moves span:nth-child(4)').waitFor();
  // Both Whites take at once, and both Blacks have chosen to take back.
  await page('A.black').move('d8d5', true);
  await page('B.black').move('d8d5', true);
  await Promise.all([page('A.white').move('e4d5'), page('B.white').move('e4d5')]);
  for (const seat of SEATS) {
    const { page: its } = page(seat);
    await its.locator('.moves span:nth-child(8)').waitFor();
    const pieces = await its.evaluate(() => document.querySelectorAll('cg-board piece:not(.ghost):not(.fading)').length);
    const reserve = await its.evaluate(() => [...document.querySelectorAll('[data-strip] .count')].reduce((sum, one) => sum + Number(one.textContent), 0));
    // The opponents hold two more, which nobody on this page may count.
    expect([pieces, reserve]).toEqual([60, 2]);
  }
});
