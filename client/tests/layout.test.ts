import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { Crowd, House, SEATS, Visitor } from './house';

let house: House;
let crowd: Crowd;
beforeAll(async () => {
  house = await House.open();
  crowd = await Crowd.gather(house);
});
afterAll(() => house?.close());

const SHOTS = process.env.SHOTS;
/** How often the hall asks what is being played. */
const LOOK_MS = 3000;
const SIZES = [[360, 640], [1366, 768], [1920, 1080], [3840, 2160]] as const;
/** On a picture two metres wide it is four centimetres high, which is read from eight metres. */
const READABLE = 40;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxes = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) => all.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x, y, width, height };
  }));

const fontOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).first().evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));

/** Nothing of the page goes over its edge to the right, and where it must not scroll, over none. */
async function fits(page: Page, scrolls = true): Promise<void> {
  const { wide, high } = await page.evaluate(() => {
    const root = document.documentElement;
    return { wide: root.scrollWidth - root.clientWidth, high: root.scrollHeight - root.clientHeight };
  });
  expect(wide, `${page.url()} at ${page.viewportSize()?.width} is too wide`).toBeLessThanOrEqual(0);
  if (!scrolls) expect(high, `${page.url()} at ${page.viewportSize()?.width} is too high`).toBeLessThanOrEqual(0);
}

async function within(page: Page, selector: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  for (const box of await boxes(page, selector)) {
    const named = `${selector} of ${page.url()} at ${size.width}`;
    expect(box.x, named).toBeGreaterThanOrEqual(-0.5);
    expect(box.y, named).toBeGreaterThanOrEqual(-0.5);
    expect(box.x + box.width, named).toBeLessThanOrEqual(size.width + 0.5);
    expect(box.y + box.height, named).toBeLessThanOrEqual(size.height + 0.5);
  }
}

async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${page.viewportSize()?.width}.png` });
}

const four = (at: number) => SEATS.map((_, seat) => `Player ${at}.${seat}`);
const FEW = ['A e2e4', 'B d2d4', 'A d7d5', 'B e7e5', 'A e4d5', 'B d4e5', 'A d8d5', 'B f8b4'];

test('/watch shows both boards alike, with names and clocks to be read from afar, and nothing to click', async () => {
  const names = ['Maximilian von Hohenems', 'Bruno', 'Chris', 'Dora'];
  const id = await crowd.play({ flag: 'claim' }, names);
  await crowd.moves(id, names, FEW);
  for (const [width, height] of SIZES) {
    const visitor = await Visitor.come(house, width, height);
    await visitor.open(`/watch/${id}`);
    const { page } = visitor;
    await page.locator('.between', { hasText: 'B: Check' }).waitFor();
    await fits(page, false);
    await within(page, '.side, .strip, .clock, .between, .call, .board');
    const [a, b, ...more] = (await boxes(page, 'cg-board')) as [Box, Box];
    expect(more).toEqual([]);
    expect(b.width).toBe(a.width);
    expect(b.height).toBe(a.height);
    expect(a.width).toBe(a.height);
    // Beside each other on the wall, above each other on a phone.
    if (width > height) expect(b.y).toBe(a.y);
    else expect(b.x).toBe(a.x);
    expect(a.width).toBeGreaterThanOrEqual(Math.min(height * 0.69, width * 0.62));
    // Team 1 below on both.
    for (const [seat, opponent] of [['A.white', 'A.black'], ['B.black', 'B.white']]) {
      const [below] = (await boxes(page, `[data-strip="${seat}"]`)) as [Box];
      const [above] = (await boxes(page, `[data-strip="${opponent}"]`)) as [Box];
      expect(below.y).toBeGreaterThan(above.y);
    }
    if (height >= 1080) {
      expect(await fontOf(page, '.clock')).toBeGreaterThanOrEqual((READABLE / 0.7) * (width / 1920));
      expect(await fontOf(page, '.name')).toBeGreaterThanOrEqual(READABLE * (width / 1920));
    }
    for (const clock of await page.locator('.clock').allTextContents()) expect(clock.trim()).toMatch(/^\d+:\d\d$/);
    expect(await page.locator('button, a, input, select').count()).toBe(0);
    await page.locator('cg-board').first().click();
    expect(await page.locator('square.selected').count()).toBe(0);
    expect(await page.getByText('Your move').count()).toBe(0);
    await shot(page, 'watch');
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  }
});

test('the status between the boards tells of a drop that is needed, of fallen flags and of the result', async () => {
  const names = four(0);
  const id = await crowd.play({ initial_s: 5, increment_s: 0, flag: 'claim' }, names);
  // Only a drop helps White on board A, and it is team 1 on whose clocks the time runs.
  await crowd.moves(id, names, ['A f2f3', 'B e2e4', 'A e7e5', 'A g2g4', 'A d8h4']);
  const visitor = await Visitor.come(house, 1920, 1080);
  await visitor.open(`/watch/${id}`);
  const between = visitor.page.locator('.between');
  await between.getByText('A: needs a drop').waitFor();
  await visitor.page.locator('[aria-label="Board A"] .needs').waitFor();
  await between.getByText(`${names[0]}: flag has fallen`).waitFor();
  await visitor.page.locator('[data-clock="A.white"].fallen').waitFor();
  await within(visitor.page, '.between, .call');
  await shot(visitor.page, 'watch-flag');
  await crowd.say(names[1] ?? '', { type: 'claim', match: id, claim: 'flag' });
  await between.getByText('Team 2 wins: time').waitFor();
  await between.getByText(`${names[1]} & ${names[2]}`).waitFor();
  expect(await between.getByText('needs a drop').count()).toBe(0);
  await fits(visitor.page, false);
  await within(visitor.page, '.between, .call, .strip, .clock, .reserve');
  expect(visitor.complaints).toEqual([]);
});

test('/hall fills the wall without scrolling for one to twelve tables, and follows along by itself', async () => {
  const house = await House.open();
  const crowd = await Crowd.gather(house);
  const visitor = await Visitor.come(house, 1920, 1080);
  const { page } = visitor;
  await page.clock.install();
  await visitor.open('/hall');
  // Nobody plays yet: the wall says where to come.
  await page.locator('.hall .empty .address', { hasText: house.address }).waitFor();
  await page.locator('.hall .empty img').evaluate((img: HTMLImageElement) => img.decode());
  await fits(page, false);
  await shot(page, 'hall-0');
  const ids: string[] = [];
  for (let count = 1; count <= 12; count++) {
    // Each with less time than the one before.
    ids.unshift(await crowd.play({ initial_s: 1300 - 100 * count, increment_s: 0 }, four(count)));
    await page.clock.fastForward(LOOK_MS);
    await page.locator('article').nth(count - 1).waitFor();
    await expect.poll(() => page.locator('article').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.hall))).toEqual(ids);
    await fits(page, false);
    await within(page, 'article, .board, .strip, .clock, .between');
    const boards = await boxes(page, 'cg-board');
    expect(boards.length).toBe(2 * count);
    for (const board of boards) expect(board.width).toBe(boards[0]?.width);
    // No table covers another.
    const articles = await boxes(page, 'article');
    for (const [at, one] of articles.entries()) {
      for (const other of articles.slice(at + 1)) {
        const apart = one.x + one.width <= other.x + 0.5 || other.x + other.width <= one.x + 0.5 || one.y + one.height <= other.y + 0.5 || other.y + other.height <= one.y + 0.5;
        expect(apart).toBe(true);
      }
    }
    const used = boards.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(used / (1920 * 1080), `${count} tables`).toBeGreaterThan(0.38);
    if ([1, 3, 6, 12].includes(count)) await shot(page, `hall-${count}`);
  }
  expect(await page.locator('button, a, input').count()).toBe(0);

  // One that is over stands last with its result, fades, and leaves after a minute.
  const ending = ids[0] ?? '';
  await crowd.say(four(12)[0] ?? '', { type: 'resign', match: ending });
  const article = page.locator(`article.over[data-hall="${ending}"]`);
  await article.getByText('Team 2 wins: resignation').waitFor();
  expect(await page.locator('article').last().getAttribute('data-hall')).toBe(ending);
  expect(await article.evaluate((one) => one.getAnimations()[0]?.effect?.getTiming().duration)).toBe(60_000);
  await page.clock.fastForward(50_000);
  expect(await article.count()).toBe(1);
  await page.clock.fastForward(15_000);
  await article.waitFor({ state: 'detached' });
  expect(await page.locator('article').count()).toBe(11);
  expect(visitor.complaints).toEqual([]);
  await house.close();
});

test.each(['de', 'fr'])('every page fits from a phone to a large screen, in %s', async (locale) => {
  const names = ['Anna', 'Bruno', 'Chris', 'Dora'];
  const over = await crowd.play({}, names);
  await crowd.moves(over, names, FEW);
  await crowd.say('Anna', { type: 'resign', match: over });
  const running = await crowd.play({}, four(3));
  const open = String((await crowd.say('Anna', { type: 'open', rules: { partner_board: 'hidden', spectator_reserves: 'shown', flag: 'auto' } })).match);
  await crowd.say('Maximilian von Hohenems', { type: 'sit', match: open, seat: 'B.white' });
  for (const [width, height] of SIZES) {
    const visitor = await Visitor.come(house, width, height, locale);
    const { page } = visitor;
    await visitor.open('/');
    await fits(page);
    await visitor.name('Eva');
    await page.locator('[data-open]:not([disabled])').waitFor();
    await page.locator(`[data-table="${open}"] summary`).click();
    await page.locator(`[data-table="${open}"] .links img`).first().waitFor();
    await page.click('.new summary');
    await fits(page);
    await shot(page, `lobby-${locale}`);
    await visitor.open(`/t/${open}`);
    await page.locator('.seating .links img').nth(3).waitFor();
    await fits(page);
    await shot(page, `seating-${locale}`);
    await visitor.open(`/t/${running}`);
    await page.locator('.watching cg-board piece').first().waitFor();
    await fits(page, false);
    await within(page, '.side, .strip, .clock');
    await shot(page, `watching-${locale}`);
    await visitor.open(`/t/${over}`);
    await page.locator('.watching .result').waitFor();
    await fits(page);
    await within(page, '.side, .strip, .clock');
    await shot(page, `over-${locale}`);
    await expect.poll(async () => (await fetch(`${house.address}/api/archive/${over}`)).status).toBe(200);
    await visitor.open(`/archive/${over}`);
    await page.locator('.replay cg-board piece').first().waitFor();
    await fits(page);
    await within(page, '.replay .side, .replay .strip, .replay .clock');
    await shot(page, `replay-${locale}`);
    await visitor.open('/archive');
    await page.locator('tbody tr').first().waitFor();
    await fits(page);
    await shot(page, `archive-${locale}`);
    await page.locator('tbody a[href^="/persons"]').first().click();
    await page.locator('.person h1').waitFor();
    await fits(page);
    await shot(page, `person-${locale}`);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  }
});
