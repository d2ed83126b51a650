import axe from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clerk } from './clerk';
import { House } from './house';
import { choose, HANDS, move, NEEDY, ply, sit, START } from './seated';

let house: House;
let clerk: Clerk;
beforeAll(async () => {
  house = await House.open();
  clerk = await Clerk.come(house);
});
afterAll(() => house?.close());

test('settings are kept, and shown at once', async () => {
  const sitting = await clerk.table({ position: { A: HANDS, B: START } });
  const anna = await sit(house, sitting, 'A.white');
  const { page } = anna;
  const light = () => page.locator('.own cg-board').evaluate((board) => getComputedStyle(board).backgroundImage);
  const knight = () => page.locator('.own cg-board piece.knight.white').first().evaluate((piece) => decodeURIComponent(getComputedStyle(piece).backgroundImage));
  const usual = await light();
  expect(await page.locator('.own coords').count()).toBe(2);
  await choose(anna, 'board-sea', 'pieces-letters', 'coordinates-off');
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
  const anna = await sit(house, sitting, 'A.white');
  await choose(anna, 'input-tap');
  await anna.drag('e2e4');
  await anna.move('d2d4');
  await anna.sees('d4');
  await move(clerk, sitting, 'A.black', 'd7d5');
  await anna.sees('d5');
  await choose(anna, 'input-drag');
  await anna.move('a2a3');
  await anna.drag('c2c4');
  await anna.sees('c4');
  expect(await ply(house, sitting, 'A.white')).toBe(3);
});

test('a move waits for a second word where one was asked for', async () => {
  const sitting = await clerk.table({ position: { A: HANDS, B: START } });
  const anna = await sit(house, sitting, 'A.white');
  await choose(anna, 'confirm-on');
  await anna.move('g1f3');
  await anna.page.locator('[data-proposed=g1f3]').waitFor();
  // What happens on the other board takes nothing back.
  await move(clerk, sitting, 'B.white', 'e2e4');
  await anna.page.locator('.partner square.last-move').first().waitFor();
  expect(await anna.page.locator('[data-proposed]').count()).toBe(1);
  await anna.page.keyboard.press('Escape');
  await anna.page.locator('[data-proposed]').waitFor({ state: 'hidden' });
  expect(await ply(house, sitting, 'A.white')).toBe(0);
  await anna.move('b1c3');
  await anna.page.locator('[data-proposed=b1c3]').waitFor();
  await anna.page.keyboard.press('Enter');
  await anna.sees('Nc3');
  await move(clerk, sitting, 'A.black', 'b8c6');
  await anna.sees('Nc6');
  // A drop, and the second word by a tap on its square.
  await anna.page.keyboard.press('1');
  await anna.tap('d5');
  await anna.page.locator('[data-proposed="P@d5"]').waitFor();
  expect(await ply(house, sitting, 'A.white')).toBe(2);
  await anna.tap('d5');
  await anna.sees('P@d5');
});

test('premoves can be switched off', async () => {
  const sitting = await clerk.table({ position: { A: HANDS.replace(' w ', ' b '), B: START } });
  const anna = await sit(house, sitting, 'A.white');
  await choose(anna, 'premoves-off');
  await anna.move('b1c3');
  await anna.page.keyboard.press('2');
  await anna.tap('d5');
  await anna.page.keyboard.press('Escape');
  await move(clerk, sitting, 'A.black', 'f6e4');
  await anna.sees('Nxe4');
  expect(await anna.page.locator('.own square.current-premove').count()).toBe(0);
  await anna.move('d2d3');
  await anna.sees('d3');
  expect(await ply(house, sitting, 'A.white')).toBe(2);
});

test('the screen is kept awake while a match goes on, and no longer', async () => {
  const sitting = await clerk.table({});
  const anna = await sit(house, sitting, 'A.white', 'en', ({ page }) =>
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
  const dora = await sit(house, sitting, 'B.black', 'en', ({ page }) =>
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
    const anna = await sit(house, sitting, 'A.white', 'en', ({ page }) => page.emulateMedia({ reducedMotion }));
    await choose(anna, choice);
    await anna.page.evaluate(() => {
      const seen: { glided: boolean } = { glided: false };
      Object.assign(window, { seen });
      const look = () => (seen.glided ||= document.querySelector('cg-board piece.anim') !== null);
      for (const board of document.querySelectorAll('cg-board')) new MutationObserver(look).observe(board, { subtree: true, attributes: true, childList: true });
    });
    await move(clerk, sitting, 'B.white', 'e2e4');
    await anna.sees('e4');
    await anna.page.locator('.partner square.last-move').first().waitFor();
    expect(await anna.page.evaluate(() => (window as unknown as { seen: { glided: boolean } }).seen.glided)).toBe(glides);
    await anna.context.close();
  }
});

test('the partner’s board sounds at a volume of its own', async () => {
  const sitting = await clerk.table({});
  const anna = await sit(house, sitting, 'A.white', 'en', ({ page }) =>
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
  await move(clerk, sitting, 'B.white', 'e2e4');
  await anna.sees('e4');
  // Nobody has touched the page yet.
  expect(await loud()).toEqual([]);
  await anna.move('d2d4');
  await expect.poll(async () => (await loud()).length).toBe(1);
  await move(clerk, sitting, 'B.black', 'e7e5');
  await expect.poll(async () => (await loud()).length).toBe(2);
  const [own = 0, partner = 0] = await loud();
  expect(partner).toBeGreaterThan(0);
  expect(partner).toBeLessThan(own / 2);
  await anna.page.click('[data-settings]');
  await anna.page.locator('[data-choice=partnerVolume]').fill('0');
  await anna.page.keyboard.press('Escape');
  await move(clerk, sitting, 'B.white', 'd2d4');
  await anna.sees('d4');
  await move(clerk, sitting, 'A.black', 'd7d5');
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
  // Two taps drop a piece, and the same tap is not also a click on what stands there then.
  await board.evaluate((element) => {
    const clicks = ((window as unknown as { clicks: string[] }).clicks = []) as string[];
    element.addEventListener('mousedown', ({ type }) => clicks.push(type));
  });
  await page.tap('.own [data-slot=N]');
  await page.locator('.own [data-slot=N].armed').waitFor();
  await page.touchscreen.tap(box.x + (box.width * 3.5) / 8, box.y + (box.height * 3.5) / 8);
  await page.locator('.moves span', { hasText: 'C@d5' }).waitFor({ state: 'attached' });
  expect(await page.evaluate(() => (window as unknown as { clicks: string[] }).clicks)).toEqual([]);
  await context.close();
});

test('neither the board nor its dialogs keep anybody out', async () => {
  const sitting = await clerk.table({ position: { A: NEEDY, B: START } });
  const dora = await sit(house, sitting, 'B.black');
  const findings = async () => {
    await dora.page.evaluate(axe.source);
    const results = await dora.page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    return results.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };
  for (const theme of ['light', 'dark']) {
    await choose(dora, `theme-${theme}`);
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
