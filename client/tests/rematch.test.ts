import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, SEATS, Visitor, four, type SeatName } from './house';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house?.close());

/** Longer than a projector shows a result before it goes on. */
const RESULT_MS = 10_000;

/** Who sits where, as a page shows it. */
async function sitters(visitor: Visitor): Promise<Record<SeatName, string>> {
  const names = await Promise.all(SEATS.map((seat) => visitor.page.locator(`[data-strip="${seat}"] .name`).textContent()));
  return Object.fromEntries(SEATS.map((seat, at) => [seat, (names[at] ?? '').trim()])) as Record<SeatName, string>;
}

async function resign(visitor: Visitor): Promise<void> {
  await visitor.page.click('[data-resign]');
  await visitor.page.click('[data-unsure]');
  await visitor.page.click('[data-resign]');
  await visitor.page.click('[data-sure]');
}

const idOf = (visitor: Visitor) => new URL(visitor.page.url()).pathname.split('/')[2] ?? '';

test('result on every page; then a rematch and both swaps, with one tap each, and the projector follows', async () => {
  const { id, people } = await four(house, ['Anna', 'Bruno', 'Chris', 'Dora']);
  const [anna, bruno, chris] = people as [Visitor, Visitor, Visitor, Visitor];
  const projector = await Visitor.come(house, 1920, 1080);
  await projector.page.clock.install();
  await projector.open(`/watch/${id}`);
  await projector.page.locator('.between').waitFor();
  const visitor = await Visitor.come(house);
  await visitor.open(`/t/${id}`);
  await visitor.name('Eva');
  await visitor.page.locator('.watching .pair-view').waitFor();

  // Anna's team loses by her resignation.
  await resign(anna);
  for (const [at, one] of people.entries()) {
    const result = one.page.locator('[data-result="2"]');
    await result.waitFor();
    const text = (await result.textContent()) ?? '';
    expect(text).toContain('resignation, Board A');
    expect(text).toContain(at === 0 || at === 3 ? 'You have lost' : 'You have won');
    expect(text.replace(/\s+/g, ' ')).toContain('Anna & Dora 0 : 1 Bruno & Chris');
    // Both final boards, and the record.
    expect(await one.page.locator('cg-board').count()).toBe(2);
    const record = one.page.waitForEvent('download');
    await one.page.click('[data-download]');
    expect((await record).suggestedFilename()).toBe(`${id}.bpgn`);
  }
  expect(await visitor.page.locator('[data-result="2"] h2').textContent()).toBe('Team 2 wins');
  await projector.page.locator('.between', { hasText: 'Bruno & Chris' }).waitFor();

  const turns = [
    { by: bruno, swap: 'none', asks: 'Bruno asks for a rematch', seats: ['Anna', 'Bruno', 'Chris', 'Dora'] },
    { by: chris, swap: 'colours', asks: 'Chris asks for a rematch with colours swapped', seats: ['Bruno', 'Anna', 'Dora', 'Chris'] },
    // Bruno stays on A.white; Anna, Dora and Chris go round.
    { by: anna, swap: 'partners', asks: 'Anna asks for a rematch with other partners', seats: ['Bruno', 'Chris', 'Anna', 'Dora'] },
  ] as const;
  let last = id;
  for (const { by, swap, asks, seats } of turns) {
    await by.page.click(`[data-rematch=${swap}]`);
    await by.page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(last));
    const next = idOf(by);
    // Whoever asked is ready; the others are asked, and say so with one tap.
    await by.page.locator('.place.you .state.is').waitFor();
    await projector.page.locator('.between', { hasText: 'The next match is shown here' }).waitFor();
    for (const one of people) {
      if (one === by) continue;
      await one.page.locator(`[data-asked=${swap}]`, { hasText: asks }).waitFor();
      expect(await one.page.locator('[data-rematch]').count()).toBe(0);
      await one.page.click('[data-join]');
    }
    for (const one of people) {
      await one.page.locator('.own cg-board piece').first().waitFor();
      expect(idOf(one)).toBe(next);
      expect(await sitters(one)).toEqual(Object.fromEntries(SEATS.map((seat, at) => [seat, seats[at]])));
    }
    // The projector still shows the result for a while, and goes on without a tap.
    expect(idOf(projector)).toBe(last);
    await projector.page.clock.fastForward(RESULT_MS + 1000);
    await projector.page.waitForURL(`**/watch/${next}`);
    await projector.page.locator(`[data-pair="${next}"]`).waitFor();
    expect(await sitters(projector)).toEqual(Object.fromEntries(SEATS.map((seat, at) => [seat, seats[at]])));
    if (swap === 'none') {
      await visitor.page.click('[data-next-table]');
      await visitor.page.locator(`[data-pair="${next}"]`).waitFor();
    }
    await resign(by);
    for (const one of people) await one.page.locator('[data-result]').waitFor();
    last = next;
  }
  for (const one of [...people, projector, visitor]) expect(one.complaints).toEqual([]);
});

test('of two who ask at once, one opens the table and the other goes there', async () => {
  const { id, people } = await four(house, ['Anna', 'Bruno', 'Chris', 'Dora']);
  const [anna, bruno, chris, dora] = people as [Visitor, Visitor, Visitor, Visitor];
  await resign(anna);
  for (const one of people) await one.page.locator('[data-rematch=none]').waitFor();
  // Where the second one's button has gone by then, he is asked instead.
  const tap = (one: Visitor) => one.page.evaluate(() => document.querySelector<HTMLButtonElement>('[data-rematch=none]')?.click());
  await Promise.all([tap(anna), tap(bruno)]);
  await chris.page.click('[data-join]');
  await dora.page.click('[data-join]');
  // One of the two has opened it; the other is taken there, or asked like anyone.
  for (const one of [anna, bruno]) {
    const asked = one.page.locator('[data-join]');
    await Promise.race([one.page.waitForURL((url) => !url.pathname.endsWith(id)), asked.waitFor()]);
    if (idOf(one) === id) await asked.click();
  }
  for (const one of people) await one.page.locator('.own:not(:has([data-result])) cg-board piece').first().waitFor();
  expect(new Set(people.map(idOf)).size).toBe(1);
  for (const one of people) expect(one.complaints).toEqual([]);
});
