import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, Visitor, four } from './house';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house?.close());

/** How many pieces stand on a board. */
const standing = (visitor: Visitor, board: string): Promise<number> =>
  visitor.page.locator(`[aria-label="Board ${board}"] cg-board piece:not(.anim)`).count();

test('both boards are stepped through in time order, with clocks, reserves, the own team’s talk, and a link to any moment', async () => {
  const { id, people } = await four(house, ['Anna', 'Bruno', 'Chris', 'Dora']);
  const [anna, bruno, chris, dora] = people as [Visitor, Visitor, Visitor, Visitor];
  await anna.move('e2e4');
  await chris.sees('1A e4');
  await chris.move('d2d4');
  await bruno.sees('1B d4');
  await bruno.move('d7d5', true);
  await anna.sees('d5');
  await anna.page.click('[data-phrase=need_knight]');
  await dora.page.locator('.heard').waitFor();
  await anna.move('e4d5');
  await dora.sees('exd5');
  await anna.page.click('[data-resign]');
  await anna.page.click('[data-sure]');
  await dora.page.locator('[data-result]').waitFor();
  await expect.poll(async () => (await fetch(`${house.address}/api/archive/${id}`)).status).toBe(200);

  // At the end, with the pawn that Anna took in Dora's reserve.
  await dora.open(`/archive/${id}`);
  const { page } = dora;
  const now = page.locator('.replay .now');
  await now.filter({ hasText: '2A exd5' }).waitFor();
  expect(await page.locator('.moves button').allTextContents()).toEqual(['1A e4', '1B d4', '1a d5', '2A exd5']);
  const taken = page.locator('[aria-label="Board B"] .strip:last-child [aria-label="pawn 1"]');
  await taken.waitFor();
  await page.locator('.said p:not(.later)', { hasText: 'Anna Need a knight' }).waitFor();
  await expect.poll(() => standing(dora, 'A')).toBe(31);

  // One move back it is not taken yet, and at the very beginning nothing had been said.
  await page.keyboard.press('ArrowLeft');
  await now.filter({ hasText: '1a d5' }).waitFor();
  await taken.waitFor({ state: 'detached' });
  await expect.poll(() => standing(dora, 'A')).toBe(32);
  await page.keyboard.press('Home');
  await now.waitFor({ state: 'detached' });
  await page.locator('.said p.later').waitFor();
  expect(await page.locator('.replay .clock').allTextContents()).toEqual(['5:00', '5:00', '5:00', '5:00']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await now.filter({ hasText: '1B d4' }).waitFor();
  await page.waitForURL(/ply=2$/);
  // By itself, to the end and no further.
  await page.keyboard.press('Space');
  await now.filter({ hasText: '2A exd5' }).waitFor();
  await page.locator('[data-play][aria-label="Play"]').waitFor();

  // A link leads anybody to that moment; the talk is not for the other team, nor for spectators.
  await page.keyboard.press('ArrowLeft');
  const link = await page.locator('.replay [data-copy]').getAttribute('data-copy');
  expect(link).toBe(`${house.address}/archive/${id}?ply=3`);
  const eva = await Visitor.come(house);
  for (const visitor of [bruno, eva]) {
    await visitor.page.goto(link ?? '');
    await visitor.page.locator('.replay .now', { hasText: '1a d5' }).waitFor();
    expect(await visitor.page.locator('.said').count()).toBe(0);
    expect(await visitor.page.getByText('Need a knight').count()).toBe(0);
  }
  for (const visitor of [...people, eva]) expect(visitor.complaints).toEqual([]);
});
