import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AxeResults } from 'axe-core';
import { Crowd, House, Visitor, four } from './house';

let house: House;
let axe = '';
beforeAll(async () => {
  house = await House.open();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
afterAll(() => house?.close());

/** Forty looks of axe take their time. */
const SLOW_MS = 300_000;

/** What axe finds serious or worse on the page, in both themes, as a list of rules and elements. */
async function findings(visitor: Visitor, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await visitor.page.evaluate(axe);
    const { violations } = await visitor.page.evaluate(() => (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run());
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const node of nodes) found.push(`${where}, ${colorScheme}: ${id} (${impact}): ${node.html.slice(0, 160)} — ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`);
    }
  }
  return found;
}

test('axe finds nothing serious on any page, light or dark', async () => {
  const found: string[] = [];
  const look = async (visitor: Visitor, where: string) => void found.push(...(await findings(visitor, where)));
  const stranger = await Visitor.come(house);
  await stranger.open('/');
  await look(stranger, 'lobby without a name');
  await stranger.name('Eva');
  await stranger.page.locator('[data-open]:not([disabled])').click();
  await stranger.page.waitForURL(/\/t\/\w+/);
  await stranger.page.click('[data-sit="A.white"]');
  await stranger.page.click('[data-fill]');
  await stranger.page.locator('.place .practice').nth(2).waitFor();
  await look(stranger, 'seating');
  await stranger.open('/');
  await stranger.page.locator('.card summary').first().click();
  await stranger.page.locator('.links img').first().waitFor();
  await stranger.page.click('.new summary');
  await look(stranger, 'lobby');
  await stranger.open('/hall');
  await stranger.page.locator('.empty img').waitFor();
  await look(stranger, 'empty hall');
  await stranger.open('/nowhere');
  await look(stranger, 'nowhere');

  const { id, people } = await four(house, ['Anna', 'Bruno', 'Chris', 'Dora']);
  const [anna, bruno] = people as [Visitor, Visitor];
  await anna.move('e2e4');
  await bruno.sees('e4');
  await bruno.move('d7d5', true);
  await anna.sees('d5');
  await anna.page.click('[data-phrase=hurry]');
  await look(anna, 'playing, on move');
  await look(bruno, 'playing');
  await stranger.open(`/watch/${id}`);
  await stranger.page.locator('.latest li').first().waitFor();
  await look(stranger, 'watch');
  await stranger.open('/hall');
  await stranger.page.locator('article').first().waitFor();
  await look(stranger, 'hall');
  await stranger.open(`/t/${id}`);
  await stranger.page.locator('.watching .pair-view').waitFor();
  await look(stranger, 'watching');
  await anna.page.click('[data-resign]');
  await look(anna, 'a question');
  await anna.page.click('[data-sure]');
  await anna.page.locator('[data-rematch=none]').waitFor();
  await look(anna, 'result');
  await stranger.page.locator('[data-result]').waitFor();
  await look(stranger, 'result for spectators');
  await anna.page.click('[data-rematch=partners]');
  await bruno.page.locator('[data-join]').waitFor();
  await look(bruno, 'asked for a rematch');
  await expect.poll(async () => (await fetch(`${house.address}/api/archive/${id}`)).status).toBe(200);
  await bruno.open(`/archive/${id}`);
  await bruno.page.locator('.replay cg-board piece').first().waitFor();
  await look(bruno, 'replay');
  await bruno.open('/archive');
  await bruno.page.locator('tbody tr').first().waitFor();
  await look(bruno, 'archive');
  await bruno.page.locator('tbody a[href^="/persons"]').first().click();
  await bruno.page.locator('.person h1').waitFor();
  await look(bruno, 'person');

  // What a projector shows of a fallen flag and of a drop that is needed.
  const crowd = await Crowd.gather(house);
  const names = ['Erik', 'Fabio', 'Greta', 'Heidi'];
  const short = await crowd.play({ initial_s: 5, increment_s: 0, flag: 'claim' }, names);
  await crowd.moves(short, names, ['A f2f3', 'B e2e4', 'A e7e5', 'A g2g4', 'A d8h4']);
  await stranger.open(`/watch/${short}`);
  await stranger.page.getByText('Erik: flag has fallen').waitFor();
  await look(stranger, 'watch, with calls');
  await crowd.say('Fabio', { type: 'claim', match: short, claim: 'flag' });
  await stranger.page.locator('.between .big').waitFor();
  await look(stranger, 'watch, result');
  expect(found).toEqual([]);
}, SLOW_MS);
