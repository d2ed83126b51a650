import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clerk, SEATS, word } from './clerk';
import { House, Visitor } from './house';
import { GIFT, HANDS, move, NEEDY, ply, received, sit, START } from './seated';

let house: House;
let clerk: Clerk;
beforeAll(async () => {
  house = await House.open();
  clerk = await Clerk.come(house);
});
afterAll(() => house?.close());

test('a move and a drop are made by keys alone, and told', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace('5n2/4p3/4P3', '5n2/4p3/8').replace('PPPP1PPP', 'PPPPPPPP'), B: START } });
  const anna = await sit(house, sitting, 'A.white');
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await anna.page.keyboard.press(key);
  };
  await keys('ArrowDown');
  await anna.page.locator('.own square.cursor').waitFor();
  expect(await anna.page.locator('.own .board [aria-live]').textContent()).toBe('e1 White king');
  await keys('ArrowUp', 'Enter');
  expect(await anna.page.locator('.own .board [aria-live]').textContent()).toBe('e2 White pawn, chosen');
  await keys('ArrowUp', 'ArrowUp', 'Enter');
  await anna.sees('e4');
  const told = (board: string) => anna.page.locator(`[data-told=${board}]`);
  await expect.poll(() => told('own').textContent()).toMatch(/^Anna.*: pawn e4$/);
  await move(clerk, sitting, 'A.black', 'f6e4');
  await expect.poll(() => told('own').textContent()).toMatch(/^Bruno.*: knight takes e4$/);
  await move(clerk, sitting, 'B.white', 'g1f3');
  await expect.poll(() => told('partner').textContent()).toMatch(/^Chris.*: knight f3$/);
  await keys('2', 'ArrowUp', 'ArrowLeft', 'Enter');
  await anna.sees('N@d5');
});

test('typed moves are read in three languages', async () => {
  for (const [locale, knight, drop] of [['de', 'Sf3', 'B@e6'], ['fr', 'Cf3', 'P@e6'], ['en', 'Nf3', 'P@e6']] as const) {
    const sitting = await clerk.table({ position: { A: HANDS, B: START } });
    const anna = await sit(house, sitting, 'A.white', locale);
    const type = async (text: string) => {
      await anna.page.keyboard.press('m');
      await anna.page.keyboard.type(text);
      await anna.page.keyboard.press('Enter');
    };
    await type(drop);
    await anna.sees(locale === 'de' ? 'B@e6' : 'P@e6');
    await anna.page.keyboard.press('Escape');
    await move(clerk, sitting, 'A.black', 'd7e6');
    await anna.sees('dxe6');
    await type(knight);
    await anna.sees(knight);
    expect((await word(house, sitting.id, sitting.tokens['A.white'])).boards.A?.last).toBe('g1f3');
    await anna.context.close();
  }
});

test('arrows and circles reach the partner and nobody else, until the next move', async () => {
  const sitting = await clerk.table({});
  const [anna, bruno, chris, dora] = (await Promise.all(SEATS.map((seat) => sit(house, sitting, seat)))) as [Visitor, Visitor, Visitor, Visitor];
  const watcher = await Visitor.come(house);
  await watcher.open(`/watch/${sitting.id}`);
  await watcher.page.locator('cg-board piece').first().waitFor();

  await anna.draw('.own', 'e2', 'e4');
  const arrow = dora.page.locator('.partner .cg-shapes line');
  await arrow.waitFor({ state: 'attached' });
  // One on the partner's board, in another colour, and a circle.
  await anna.page.keyboard.down('Shift');
  await anna.draw('.partner', 'd7', 'd5', true);
  await anna.page.keyboard.up('Shift');
  await dora.page.locator('.own .cg-shapes line').waitFor({ state: 'attached' });
  await anna.draw('.own', 'f7', 'f7');
  await dora.page.locator('.partner .cg-shapes circle').waitFor({ state: 'attached' });
  const marks = received(dora, 'marks').map((frame) => JSON.parse(frame));
  expect(marks.map(({ board, marks }) => [board, marks.length])).toEqual([['A', 1], ['B', 1], ['A', 2]]);
  expect(marks[1]).toMatchObject({ from: 'A.white', marks: [{ from: 'd7', to: 'd5', colour: 'red' }] });

  // A move wipes off what was drawn on its board, on both pages, and nothing on the other.
  await move(clerk, sitting, 'A.white', 'e2e4');
  await dora.sees('e4');
  await arrow.waitFor({ state: 'detached' });
  expect(await anna.page.locator('.own .cg-shapes line').count()).toBe(0);
  expect(await dora.page.locator('.own .cg-shapes line').count()).toBe(1);
  // A click takes the other one back.
  await anna.page.locator('.partner cg-board').click();
  await dora.page.locator('.own .cg-shapes line').waitFor({ state: 'detached' });
  for (const other of [bruno, chris, watcher]) expect(other.frames.filter((frame) => frame.includes('"marks"'))).toEqual([]);
  expect(await bruno.page.locator('.cg-shapes line, .cg-shapes circle').count()).toBe(0);
  for (const visitor of [anna, bruno, chris, dora, watcher]) expect(visitor.complaints).toEqual([]);
});

test('there is nothing to draw where the partner’s board is hidden', async () => {
  const sitting = await clerk.table({ rules: { partner_board: 'hidden' } });
  const anna = await sit(house, sitting, 'A.white');
  await anna.draw('.own', 'e2', 'e4');
  expect(await anna.page.locator('.own .cg-shapes line').count()).toBe(0);
  await anna.move('e2e4');
  await anna.sees('e4');
  expect(received(anna, 'refused')).toEqual([]);
});

test('a premove is taken back by Escape and by a right click', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace(' w ', ' b '), B: START } });
  const anna = await sit(house, sitting, 'A.white');
  const chosen = anna.page.locator('.own square.current-premove:visible').first();
  for (const back of [() => anna.page.keyboard.press('Escape'), () => anna.page.locator('.own cg-board').click({ button: 'right' })]) {
    await anna.move('b1c3');
    await chosen.waitFor();
    await back();
    await chosen.waitFor({ state: 'hidden' });
    // A drop chosen before its time likewise.
    await anna.page.keyboard.press('2');
    await anna.tap('d5');
    await chosen.waitFor();
    await anna.page.locator('.own cg-auto-pieces piece.knight').waitFor({ state: 'attached' });
    await back();
    await chosen.waitFor({ state: 'hidden' });
    await anna.page.locator('.own cg-auto-pieces piece').waitFor({ state: 'detached' });
  }
  await move(clerk, sitting, 'A.black', 'f6e4');
  await anna.sees('Nxe4');
  await anna.move('d2d3');
  await anna.sees('d3');
  expect(await ply(house, sitting, 'A.white')).toBe(2);
});

test('a drop of a piece that is not there yet is played if it arrives, and dropped silently if not', async () => {
  const chosen = '.own square.current-premove:visible';
  // It arrives before the turn does.
  const early = await clerk.table({ position: { A: START.replace(' w ', ' b '), B: GIFT } });
  const anna = await sit(house, early, 'A.white');
  await anna.page.keyboard.press('2');
  await anna.tap('d5');
  await anna.page.locator(chosen).waitFor();
  await move(clerk, early, 'B.black', 'd5e4');
  await anna.page.locator('.own [data-slot=N] .count').waitFor();
  await move(clerk, early, 'A.black', 'a7a6');
  await anna.sees('N@d5');

  // It arrives while one is on move already.
  const late = await clerk.table({ position: { A: START, B: GIFT } });
  const bert = await sit(house, late, 'A.white');
  await bert.page.keyboard.press('2');
  await bert.tap('d5');
  await bert.page.locator(chosen).waitFor();
  expect(await ply(house, late, 'A.white')).toBe(0);
  await move(clerk, late, 'B.black', 'd5e4');
  await bert.sees('N@d5');

  // It never comes.
  const never = await clerk.table({ position: { A: START.replace(' w ', ' b '), B: GIFT } });
  const carl = await sit(house, never, 'A.white');
  await carl.page.keyboard.press('4');
  await carl.tap('d5');
  await carl.page.locator(chosen).waitFor();
  await move(clerk, never, 'A.black', 'a7a6');
  await carl.sees('a6');
  await carl.move('e2e4');
  await carl.sees('e4');
  await carl.page.locator(chosen).waitFor({ state: 'hidden' });
  expect(await carl.page.locator('.notice').count()).toBe(0);
  expect(received(carl, 'refused')).toEqual([]);

  // What waits at the end of the match waits no longer.
  await carl.page.keyboard.press('4');
  await carl.tap('d5');
  await carl.page.locator(chosen).waitFor();
  await clerk.say(never.tokens['B.white'], { type: 'resign', match: never.id });
  await carl.page.locator(chosen).waitFor({ state: 'hidden' });
});

test('a piece in the hand stays there while the opponent moves', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace(' w ', ' b '), B: START } });
  const anna = await sit(house, sitting, 'A.white');
  const slot = await anna.page.locator('.own [data-slot=N]').boundingBox();
  const board = await anna.page.locator('.own cg-board').boundingBox();
  if (!slot || !board) throw new Error('there is no board');
  await anna.page.mouse.move(slot.x + 10, slot.y + 10);
  await anna.page.mouse.down();
  await anna.page.mouse.move(board.x + board.width * (3.5 / 8), board.y + board.height * (3.4 / 8), { steps: 4 });
  await move(clerk, sitting, 'A.black', 'a7a6');
  await anna.sees('a6');
  await anna.page.mouse.move(board.x + board.width * (3.5 / 8), board.y + board.height * (3.5 / 8), { steps: 2 });
  await anna.page.mouse.up();
  await anna.sees('N@d5');
});

test('a phrase’s key speaks to the partner, but not out of a field', async () => {
  const sitting = await clerk.table({});
  const [anna, dora] = await Promise.all([sit(house, sitting, 'A.white'), sit(house, sitting, 'B.black')]);
  await anna.page.keyboard.press('Enter');
  await anna.page.keyboard.type('wait');
  await anna.page.keyboard.press('Enter');
  await dora.page.locator('.own .heard', { hasText: 'wait' }).waitFor();
  await anna.page.keyboard.press('Escape');
  await anna.page.keyboard.press('w');
  await dora.page.locator('.own .heard', { hasText: 'Need a knight' }).waitFor();
  await dora.page.locator('.own .heard').waitFor({ state: 'detached' });
  const said = received(dora, 'event').map((frame) => JSON.parse(frame).event).filter(({ kind }) => kind === 'said');
  expect(said.map(({ text, phrase }) => text ?? phrase)).toEqual(['wait', 'need_knight']);
});

test('whoever needs a drop is seen by all, and his partner is urged', async () => {
  const sitting = await clerk.table({ position: { A: NEEDY, B: START } });
  const people = await Promise.all(SEATS.map((seat) => sit(house, sitting, seat)));
  for (const [at, { page }] of people.entries()) {
    await page.locator(`${SEATS[at]?.[0] === 'A' ? '.own' : '.partner'} .needs`).waitFor();
    expect(await page.locator('[data-urge]').allTextContents()).toEqual(SEATS[at] === 'B.black' ? [expect.stringMatching(/^Anna.* needs a drop: hurry!$/)] : []);
  }
  await move(clerk, sitting, 'A.white', 'N@f1');
  for (const { page } of people) await page.locator('.needs, [data-urge]').first().waitFor({ state: 'detached' });
});

test('a fallen flag is called out, and claimed by its key', async () => {
  const sitting = await clerk.table({ rules: { flag: 'claim' } });
  const [bruno, anna] = await Promise.all([sit(house, sitting, 'A.black'), sit(house, sitting, 'A.white')]);
  await clerk.say('director', { type: 'rule', match: sitting.id, ruling: { kind: 'set_clock', seat: 'A.white', ms: 0 } });
  await bruno.page.locator('[data-urge=claim]').waitFor();
  await bruno.page.locator('.own .clock.fallen').waitFor();
  await anna.page.locator('[data-urge=fallen]').waitFor();
  await bruno.page.keyboard.press('f');
  await bruno.page.locator('[data-result="2"]').waitFor();
  await anna.page.locator('[data-urge]').waitFor({ state: 'detached' });
});

test('a repetition is offered to whom it belongs, names its move and can be taken back', async () => {
  const sitting = await clerk.table({});
  const [anna, bruno] = await Promise.all([sit(house, sitting, 'A.white'), sit(house, sitting, 'A.black')]);
  const round = [['A.white', 'g1f3'], ['A.black', 'g8f6'], ['A.white', 'f3g1'], ['A.black', 'f6g8']] as const;
  for (const [seat, uci] of [...round, ...round].slice(0, 7)) await move(clerk, sitting, seat, uci);
  const claim = bruno.page.locator('[data-claims=repetition]');
  await claim.waitFor();
  expect(await claim.textContent()).toContain('f6–g8');
  expect(await anna.page.locator('[data-claims]').count()).toBe(0);
  await claim.click();
  await bruno.page.keyboard.press('Escape');
  await claim.click();
  await bruno.page.click('[data-unsure]');
  expect(await ply(house, sitting, 'A.black')).toBe(7);
  await claim.click();
  // Asked and answered by keys alone.
  await bruno.page.keyboard.press('Enter');
  await anna.page.locator('[data-result=none]').waitFor();
});

test('both boards turn, and moves are still made', async () => {
  const sitting = await clerk.table({});
  const anna = await sit(house, sitting, 'A.white');
  const strips = () => anna.page.locator('[data-strip]').evaluateAll((all) => all.map((one) => one.getAttribute('data-strip')));
  expect(await strips()).toEqual(['A.black', 'A.white', 'B.white', 'B.black']);
  await anna.page.click('[data-flip]');
  await anna.move('e2e4', true);
  await anna.sees('e4');
  expect(await strips()).toEqual(['A.white', 'A.black', 'B.black', 'B.white']);
  await anna.page.keyboard.press('b');
  expect(await strips()).toEqual(['A.black', 'A.white', 'B.white', 'B.black']);
});

test('a pawn on the last rank looks like any other, and does not move', async () => {
  const sitting = await clerk.table({ position: { A: 'P3k3/8/8/8/8/8/4P3/4K3 w - - 0 1', B: START } });
  const anna = await sit(house, sitting, 'A.white');
  const looks = await anna.page.locator('.own cg-board piece.pawn.white').evaluateAll((pawns) => pawns.map((pawn) => [pawn.className, getComputedStyle(pawn).backgroundImage]));
  expect(looks).toHaveLength(2);
  expect(looks[0]).toEqual(looks[1]);
  await anna.tap('a8');
  await anna.page.locator('.own square.selected').waitFor();
  expect(await anna.page.locator('.own square.move-dest:visible').count()).toBe(0);
  await anna.tap('e2');
  await expect.poll(() => anna.page.locator('.own square.move-dest:visible').count()).toBe(2);
});
