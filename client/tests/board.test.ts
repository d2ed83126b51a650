import axe from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../src/wire/types';
import { Clerk, SEATS, take, word, type Sitting } from './clerk';
import { House, Visitor } from './house';

let house: House;
let clerk: Clerk;
beforeAll(async () => {
  house = await House.open();
  clerk = await Clerk.come(house);
});
afterAll(() => house?.close());

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** White has a knight and a pawn in hand. */
const HANDS = 'rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR[NPnp] w KQkq - 0 3';
/** Black takes a knight with his next move, which his partner gets. */
const GIFT = '4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1';
/** In check, and only a drop helps. */
const NEEDY = '4k3/8/8/8/8/8/5PPP/r5K1[N] w - - 0 1';

async function sit(sitting: Sitting, seat: Seat, locale = 'en', prepare?: (visitor: Visitor) => Promise<void>): Promise<Visitor> {
  const visitor = await Visitor.come(house, 1366, 768, locale);
  await prepare?.(visitor);
  await take(visitor, sitting, seat);
  await visitor.page.locator('.own cg-board piece').first().waitFor();
  return visitor;
}

const move = ({ id, tokens }: Sitting, seat: Seat, uci: string) => clerk.say(tokens[seat], { type: 'move', match: id, move: uci });
const ply = async ({ id, tokens }: Sitting, seat: Seat) => (await word(house, id, tokens[seat])).boards[seat[0] as 'A']?.ply;
const choose = (visitor: Visitor, choice: string) => visitor.page.click(`.option:has([data-choice=${choice}])`);
const sent = (visitor: Visitor, type: string) => visitor.frames.filter((frame) => JSON.parse(frame).type === type);

async function settings(visitor: Visitor, ...choices: string[]): Promise<void> {
  await visitor.page.click('[data-settings]');
  for (const choice of choices) await choose(visitor, choice);
  await visitor.page.keyboard.press('Escape');
  await visitor.page.locator('[data-dialog]').waitFor({ state: 'detached' });
}

test('settings are kept, and shown at once', async () => {
  const sitting = await clerk.table({ position: { A: HANDS, B: START } });
  const anna = await sit(sitting, 'A.white');
  const { page } = anna;
  const light = () => page.locator('.own cg-board').evaluate((board) => getComputedStyle(board).backgroundImage);
  const knight = () => page.locator('.own cg-board piece.knight.white').first().evaluate((piece) => decodeURIComponent(getComputedStyle(piece).backgroundImage));
  const usual = await light();
  expect(await page.locator('.own coords').count()).toBe(2);
  await settings(anna, 'board-sea', 'pieces-letters', 'coordinates-off');
  const sea = await light();
  expect(sea).not.toBe(usual);
  expect(await knight()).toContain('>N</text>');
  expect(await page.locator('.own coords').count()).toBe(0);

  await page.reload();
  await page.locator('.own cg-board piece').first().waitFor();
  expect(await light()).toBe(sea);
  expect(await page.locator('.own coords').count()).toBe(0);
  // The letters are those of the language.
  await page.click('.switch button:has-text("DE")');
  await expect.poll(knight).toContain('>S</text>');

  // By keyboard alone: the gear, the arrows, Escape, and back at the gear.
  await page.locator('[data-settings]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-choice=board-sea]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.locator('[data-dialog]').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.documentElement.dataset.board)).toBe('slate');
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-settings'))).toBe(true);
  expect(anna.complaints).toEqual([]);
});

test('moves are made by dragging or by tapping, as chosen', async () => {
  const sitting = await clerk.table({});
  const anna = await sit(sitting, 'A.white');
  await settings(anna, 'input-tap');
  await anna.drag('e2e4');
  await anna.move('d2d4');
  await anna.sees('d4');
  await move(sitting, 'A.black', 'd7d5');
  await anna.sees('d5');
  await settings(anna, 'input-drag');
  await anna.move('a2a3');
  await anna.drag('c2c4');
  await anna.sees('c4');
  expect(await ply(sitting, 'A.white')).toBe(3);
});

test('a move and a drop are made by keys alone, and told', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace('5n2/4p3/4P3', '5n2/4p3/8').replace('PPPP1PPP', 'PPPPPPPP'), B: START } });
  const anna = await sit(sitting, 'A.white');
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
  await move(sitting, 'A.black', 'f6e4');
  await expect.poll(() => told('own').textContent()).toMatch(/^Bruno.*: knight takes e4$/);
  await move(sitting, 'B.white', 'g1f3');
  await expect.poll(() => told('partner').textContent()).toMatch(/^Chris.*: knight f3$/);
  await keys('2', 'ArrowUp', 'ArrowLeft', 'Enter');
  await anna.sees('N@d5');
});

test('typed moves are read in three languages', async () => {
  for (const [locale, knight, drop] of [['de', 'Sf3', 'B@e6'], ['fr', 'Cf3', 'P@e6'], ['en', 'Nf3', 'P@e6']] as const) {
    const sitting = await clerk.table({ position: { A: HANDS, B: START } });
    const anna = await sit(sitting, 'A.white', locale);
    const type = async (text: string) => {
      await anna.page.keyboard.press('m');
      await anna.page.keyboard.type(text);
      await anna.page.keyboard.press('Enter');
    };
    await type(drop);
    await anna.sees(locale === 'de' ? 'B@e6' : 'P@e6');
    await anna.page.keyboard.press('Escape');
    await move(sitting, 'A.black', 'd7e6');
    await anna.sees('dxe6');
    await type(knight);
    await anna.sees(knight);
    expect((await word(house, sitting.id, sitting.tokens['A.white'])).boards.A?.last).toBe('g1f3');
    await anna.context.close();
  }
});

test('arrows and circles reach the partner and nobody else, until the next move', async () => {
  const sitting = await clerk.table({});
  const [anna, bruno, chris, dora] = (await Promise.all(SEATS.map((seat) => sit(sitting, seat)))) as [Visitor, Visitor, Visitor, Visitor];
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
  const marks = sent(dora, 'marks').map((frame) => JSON.parse(frame));
  expect(marks.map(({ board, marks }) => [board, marks.length])).toEqual([['A', 1], ['B', 1], ['A', 2]]);
  expect(marks[1]).toMatchObject({ from: 'A.white', marks: [{ from: 'd7', to: 'd5', colour: 'red' }] });

  // A move wipes off what was drawn on its board, on both pages, and nothing on the other.
  await anna.move('e2e4');
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
  const anna = await sit(sitting, 'A.white');
  await anna.draw('.own', 'e2', 'e4');
  expect(await anna.page.locator('.own .cg-shapes line').count()).toBe(0);
  await anna.move('e2e4');
  await anna.sees('e4');
  expect(sent(anna, 'refused')).toEqual([]);
});

test('a move waits for a second word where one was asked for', async () => {
  const sitting = await clerk.table({ position: { A: HANDS, B: START } });
  const anna = await sit(sitting, 'A.white');
  await settings(anna, 'confirm-on');
  await anna.move('g1f3');
  await anna.page.locator('[data-proposed=g1f3]').waitFor();
  // What happens on the other board takes nothing back.
  await move(sitting, 'B.white', 'e2e4');
  await anna.page.locator('.partner square.last-move').first().waitFor();
  expect(await anna.page.locator('[data-proposed]').count()).toBe(1);
  await anna.page.keyboard.press('Escape');
  await anna.page.locator('[data-proposed]').waitFor({ state: 'hidden' });
  expect(await ply(sitting, 'A.white')).toBe(0);
  await anna.move('b1c3');
  await anna.page.locator('[data-proposed=b1c3]').waitFor();
  await anna.page.keyboard.press('Enter');
  await anna.sees('Nc3');
  await move(sitting, 'A.black', 'b8c6');
  await anna.sees('Nc6');
  // A drop, and the second word by a tap on its square.
  await anna.page.keyboard.press('1');
  await anna.tap('d5');
  await anna.page.locator('[data-proposed="P@d5"]').waitFor();
  expect(await ply(sitting, 'A.white')).toBe(2);
  await anna.tap('d5');
  await anna.sees('P@d5');
});

test('a premove is taken back by Escape and by a right click', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace(' w ', ' b '), B: START } });
  const anna = await sit(sitting, 'A.white');
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
  await move(sitting, 'A.black', 'f6e4');
  await anna.sees('Nxe4');
  await anna.move('d2d3');
  await anna.sees('d3');
  expect(await ply(sitting, 'A.white')).toBe(2);
});

test('premoves can be switched off', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace(' w ', ' b '), B: START } });
  const anna = await sit(sitting, 'A.white');
  await settings(anna, 'premoves-off');
  await anna.move('b1c3');
  await anna.page.keyboard.press('2');
  await anna.tap('d5');
  await anna.page.keyboard.press('Escape');
  await move(sitting, 'A.black', 'f6e4');
  await anna.sees('Nxe4');
  expect(await anna.page.locator('.own square.current-premove').count()).toBe(0);
  await anna.move('d2d3');
  await anna.sees('d3');
  expect(await ply(sitting, 'A.white')).toBe(2);
});

test('a drop of a piece that is not there yet is played if it arrives, and dropped silently if not', async () => {
  const chosen = '.own square.current-premove:visible';
  // It arrives before the turn does.
  const early = await clerk.table({ position: { A: START.replace(' w ', ' b '), B: GIFT } });
  const anna = await sit(early, 'A.white');
  await anna.page.keyboard.press('2');
  await anna.tap('d5');
  await anna.page.locator(chosen).waitFor();
  await move(early, 'B.black', 'd5e4');
  await anna.page.locator('.own [data-slot=N] .count').waitFor();
  await move(early, 'A.black', 'a7a6');
  await anna.sees('N@d5');

  // It arrives while one is on move already.
  const late = await clerk.table({ position: { A: START, B: GIFT } });
  const bert = await sit(late, 'A.white');
  await bert.page.keyboard.press('2');
  await bert.tap('d5');
  await bert.page.locator(chosen).waitFor();
  expect(await ply(late, 'A.white')).toBe(0);
  await move(late, 'B.black', 'd5e4');
  await bert.sees('N@d5');

  // It never comes.
  const never = await clerk.table({ position: { A: START.replace(' w ', ' b '), B: GIFT } });
  const carl = await sit(never, 'A.white');
  await carl.page.keyboard.press('4');
  await carl.tap('d5');
  await carl.page.locator(chosen).waitFor();
  await move(never, 'A.black', 'a7a6');
  await carl.sees('a6');
  await carl.move('e2e4');
  await carl.sees('e4');
  await carl.page.locator(chosen).waitFor({ state: 'hidden' });
  expect(await carl.page.locator('.notice').count()).toBe(0);
  expect(sent(carl, 'refused')).toEqual([]);

  // What waits at the end of the match waits no longer.
  await carl.page.keyboard.press('4');
  await carl.tap('d5');
  await carl.page.locator(chosen).waitFor();
  await clerk.say(never.tokens['B.white'], { type: 'resign', match: never.id });
  await carl.page.locator(chosen).waitFor({ state: 'hidden' });
});

test('a piece in the hand stays there while the opponent moves', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace(' w ', ' b '), B: START } });
  const anna = await sit(sitting, 'A.white');
  const slot = await anna.page.locator('.own [data-slot=N]').boundingBox();
  const board = await anna.page.locator('.own cg-board').boundingBox();
  if (!slot || !board) throw new Error('there is no board');
  await anna.page.mouse.move(slot.x + 10, slot.y + 10);
  await anna.page.mouse.down();
  await anna.page.mouse.move(board.x + board.width * (3.5 / 8), board.y + board.height * (3.4 / 8), { steps: 4 });
  await move(sitting, 'A.black', 'a7a6');
  await anna.sees('a6');
  await anna.page.mouse.move(board.x + board.width * (3.5 / 8), board.y + board.height * (3.5 / 8), { steps: 2 });
  await anna.page.mouse.up();
  await anna.sees('N@d5');
});

test('a phrase’s key speaks to the partner, but not out of a field', async () => {
  const sitting = await clerk.table({});
  const [anna, dora] = await Promise.all([sit(sitting, 'A.white'), sit(sitting, 'B.black')]);
  await anna.page.keyboard.press('Enter');
  await anna.page.keyboard.type('wait');
  await anna.page.keyboard.press('Enter');
  await dora.page.locator('.own .heard', { hasText: 'wait' }).waitFor();
  await anna.page.keyboard.press('Escape');
  await anna.page.keyboard.press('w');
  await dora.page.locator('.own .heard', { hasText: 'Need a knight' }).waitFor();
  await dora.page.locator('.own .heard').waitFor({ state: 'detached' });
  const said = sent(dora, 'event').map((frame) => JSON.parse(frame).event).filter(({ kind }) => kind === 'said');
  expect(said.map(({ text, phrase }) => text ?? phrase)).toEqual(['wait', 'need_knight']);
});

test('whoever needs a drop is seen by all, and his partner is urged', async () => {
  const sitting = await clerk.table({ position: { A: NEEDY, B: START } });
  const people = await Promise.all(SEATS.map((seat) => sit(sitting, seat)));
  for (const [at, { page }] of people.entries()) {
    await page.locator(`${SEATS[at]?.[0] === 'A' ? '.own' : '.partner'} .needs`).waitFor();
    expect(await page.locator('[data-urge]').allTextContents()).toEqual(SEATS[at] === 'B.black' ? [expect.stringMatching(/^Anna.* needs a drop: hurry!$/)] : []);
  }
  await move(sitting, 'A.white', 'N@f1');
  for (const { page } of people) await page.locator('.needs, [data-urge]').first().waitFor({ state: 'detached' });
});

test('a fallen flag is called out, and claimed by its key', async () => {
  const sitting = await clerk.table({ rules: { flag: 'claim' } });
  const [bruno, anna] = await Promise.all([sit(sitting, 'A.black'), sit(sitting, 'A.white')]);
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
  const [anna, bruno] = await Promise.all([sit(sitting, 'A.white'), sit(sitting, 'A.black')]);
  const round = [['A.white', 'g1f3'], ['A.black', 'g8f6'], ['A.white', 'f3g1'], ['A.black', 'f6g8']] as const;
  for (const [seat, uci] of [...round, ...round].slice(0, 7)) await move(sitting, seat, uci);
  const claim = bruno.page.locator('[data-claims=repetition]');
  await claim.waitFor();
  expect(await claim.textContent()).toContain('f6–g8');
  expect(await anna.page.locator('[data-claims]').count()).toBe(0);
  await claim.click();
  await bruno.page.keyboard.press('Escape');
  await claim.click();
  await bruno.page.click('[data-unsure]');
  expect(await ply(sitting, 'A.black')).toBe(7);
  await claim.click();
  // Asked and answered by keys alone.
  await bruno.page.keyboard.press('Enter');
  await anna.page.locator('[data-result=none]').waitFor();
});

test('both boards turn, and moves are still made', async () => {
  const sitting = await clerk.table({});
  const anna = await sit(sitting, 'A.white');
  const strips = () => anna.page.locator('[data-strip]').evaluateAll((all) => all.map((one) => one.getAttribute('data-strip')));
  expect(await strips()).toEqual(['A.black', 'A.white', 'B.white', 'B.black']);
  await anna.page.click('[data-flip]');
  await anna.move('e2e4', true);
  await anna.sees('e4');
  expect(await strips()).toEqual(['A.white', 'A.black', 'B.black', 'B.white']);
  await anna.page.keyboard.press('b');
  expect(await strips()).toEqual(['A.black', 'A.white', 'B.white', 'B.black']);
});

test('the screen is kept awake while a match goes on, and no longer', async () => {
  const sitting = await clerk.table({});
  const anna = await sit(sitting, 'A.white', 'en', ({ page }) =>
    page.addInitScript(() => {
      const locks = ((window as unknown as { locks: string[] }).locks = []) as string[];
      const request = async (kind: string) => {
        locks.push(kind);
        return { release: async () => void locks.push('released') };
      };
      Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => ({ request }), configurable: true });
    }),
  );
  const locks = () => anna.page.evaluate(() => (window as unknown as { locks: string[] }).locks);
  await expect.poll(locks).toEqual(['screen']);
  // Where there is no lock, a film plays.
  const dora = await sit(sitting, 'B.black', 'en', ({ page }) =>
    page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => undefined, configurable: true })),
  );
  const plays = () => dora.page.evaluate(() => [...document.querySelectorAll('video')].map((film) => film.muted && !film.paused));
  await expect.poll(plays).toEqual([true]);
  await clerk.say(sitting.tokens['A.white'], { type: 'resign', match: sitting.id });
  await expect.poll(locks).toEqual(['screen', 'released']);
  await expect.poll(plays).toEqual([]);
  expect([...anna.complaints, ...dora.complaints]).toEqual([]);
});

test('pieces glide, except for whoever asked for less motion', async () => {
  for (const [reducedMotion, choice, glides] of [['no-preference', 'animation-on', true], ['reduce', 'animation-on', false], ['no-preference', 'animation-off', false]] as const) {
    const sitting = await clerk.table({});
    const anna = await sit(sitting, 'A.white', 'en', ({ page }) => page.emulateMedia({ reducedMotion }));
    await settings(anna, choice);
    await anna.page.evaluate(() => {
      const seen = ((window as unknown as { seen: { glided: boolean } }).seen = { glided: false });
      const look = () => (seen.glided ||= document.querySelector('cg-board piece.anim') !== null);
      for (const board of document.querySelectorAll('cg-board')) new MutationObserver(look).observe(board, { subtree: true, attributes: true, childList: true });
    });
    await move(sitting, 'B.white', 'e2e4');
    await anna.sees('e4');
    await anna.page.locator('.partner square.last-move').first().waitFor();
    expect(await anna.page.evaluate(() => (window as unknown as { seen: { glided: boolean } }).seen.glided)).toBe(glides);
    await anna.context.close();
  }
});

test('the partner’s board sounds at a volume of its own', async () => {
  const sitting = await clerk.table({});
  const anna = await sit(sitting, 'A.white', 'en', ({ page }) =>
    page.addInitScript(() => {
      const loud = ((window as unknown as { loud: number[] }).loud = []) as number[];
      const plain = AudioParam.prototype.setValueAtTime;
      AudioParam.prototype.setValueAtTime = function (value: number, at: number) {
        loud.push(value);
        return plain.call(this, value, at);
      };
    }),
  );
  const loud = () => anna.page.evaluate(() => (window as unknown as { loud: number[] }).loud);
  await move(sitting, 'B.white', 'e2e4');
  await anna.sees('e4');
  // Nobody has touched the page yet.
  expect(await loud()).toEqual([]);
  await anna.move('d2d4');
  await expect.poll(async () => (await loud()).length).toBe(1);
  await move(sitting, 'B.black', 'e7e5');
  await expect.poll(async () => (await loud()).length).toBe(2);
  const [own = 0, partner = 0] = await loud();
  expect(partner).toBeGreaterThan(0);
  expect(partner).toBeLessThan(own / 2);
  await anna.page.click('[data-settings]');
  await anna.page.locator('[data-choice=partnerVolume]').fill('0');
  await anna.page.keyboard.press('Escape');
  await move(sitting, 'B.white', 'd2d4');
  await anna.sees('d4');
  await move(sitting, 'A.black', 'd7d5');
  await expect.poll(async () => (await loud()).length).toBe(3);
});

test('a phone shows the own board at full width, and the partner’s on a tap', async () => {
  const sitting = await clerk.table({ position: { A: HANDS, B: START } });
  const context = await house.browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale: 'fr' });
  const page = await context.newPage();
  await page.goto(`${house.address}/healthz`);
  await page.evaluate((token) => sessionStorage.setItem('catchmate.token', token), sitting.tokens['A.white']);
  await page.goto(`${house.address}/t/${sitting.id}`);
  const board = page.locator('.own cg-board');
  await board.locator('piece').first().waitFor();
  const box = await board.boundingBox();
  if (!box) throw new Error('there is no board');
  expect(box.width).toBe(360);
  const slot = await page.locator('.own [data-slot=N]').boundingBox();
  expect((slot?.y ?? 999) + (slot?.height ?? 999)).toBeLessThan(640);
  expect(await page.locator('.partner').isVisible()).toBe(false);
  await page.tap('.opener');
  await page.locator('.partner cg-board').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.tap('.opener');
  // Two taps drop a piece, and what stands there then is not chosen by the same tap.
  await page.tap('.own [data-slot=N]');
  await page.locator('.own [data-slot=N].armed').waitFor();
  await page.touchscreen.tap(box.x + (box.width * 3.5) / 8, box.y + (box.height * 3.5) / 8);
  await page.locator('.moves span', { hasText: 'C@d5' }).waitFor({ state: 'attached' });
  expect(await board.locator('square.selected').count()).toBe(0);
  await context.close();
});

test('neither the board nor its dialogs keep anybody out', async () => {
  const sitting = await clerk.table({ position: { A: NEEDY, B: START } });
  const dora = await sit(sitting, 'B.black');
  const findings = async () => {
    await dora.page.evaluate(axe.source);
    const results = await dora.page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    return results.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };
  for (const theme of ['light', 'dark']) {
    await settings(dora, `theme-${theme}`);
    expect(await findings()).toEqual([]);
    await dora.page.click('[data-settings]');
    await dora.page.locator('[data-dialog=settings]').waitFor();
    expect(await findings()).toEqual([]);
    await dora.page.keyboard.press('Escape');
    await dora.page.locator('[data-dialog]').waitFor({ state: 'detached' });
    await dora.page.keyboard.press('?');
    await dora.page.locator('[data-dialog=help]').waitFor();
    expect(await findings()).toEqual([]);
    await dora.page.keyboard.press('Escape');
    await dora.page.locator('[data-dialog]').waitFor({ state: 'detached' });
  }
});
