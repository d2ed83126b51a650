import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { House, SEATS, Visitor, type SeatName } from './house';

let house: House;
beforeAll(async () => {
  // On all networks, as at the club: what others type is another address than this machine's own.
  house = await House.open('0.0.0.0:0');
});
afterAll(() => house?.close());

/** Says a name, opens a table and sits down there; answers with the table's name. */
async function host(visitor: Visitor, name: string, seat: SeatName = 'A.white'): Promise<string> {
  await visitor.open('/');
  await visitor.name(name);
  await visitor.page.click('[data-open]:not([disabled])');
  await visitor.page.waitForURL(/\/t\/\w+/);
  await visitor.page.click(`[data-sit="${seat}"]`);
  await visitor.page.locator(`[data-place="${seat}"].you`).waitFor();
  return new URL(visitor.page.url()).pathname.split('/')[2] ?? '';
}

/** What a QR code says, once it is drawn. */
async function says(image: Locator): Promise<string> {
  await image.scrollIntoViewIfNeeded();
  await image.evaluate((img: HTMLImageElement) => img.decode());
  expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  return new URL((await image.getAttribute('src')) ?? '', house.address).searchParams.get('text') ?? '';
}

const silent = (...visitors: Visitor[]) => {
  for (const visitor of visitors) expect(visitor.complaints).toEqual([]);
};

test('four people come by the codes of one table and play; a fifth is told that he watches', async () => {
  const anna = await Visitor.come(house);
  const id = await host(anna, 'Anna');
  const { addresses } = (await (await fetch(`${house.address}/api/addresses`)).json()) as { addresses: string[] };
  const origin = addresses[0] ?? house.address;

  // Nobody else could open an address of this machine's own.
  const code = (what: string) => anna.page.locator(`[data-link="${what}"] img`);
  await anna.page.locator(`[data-copy="${origin}/watch/${id}"]`).waitFor();
  expect(await says(code('watch'))).toBe(`${origin}/watch/${id}`);
  expect(await anna.page.locator('[data-link="A.white"]').count()).toBe(0);

  const others = await Promise.all(SEATS.slice(1).map(() => Visitor.come(house)));
  const links = await Promise.all(SEATS.slice(1).map((seat) => says(code(seat))));
  for (const [at, visitor] of others.entries()) {
    const link = new URL(links[at] ?? '');
    expect(link.origin).toBe(origin);
    await visitor.open(link.pathname + link.search);
    await visitor.name(['Bruno', 'Chris', 'Dora'][at] ?? '');
    await visitor.page.locator(`[data-place="${SEATS[at + 1]}"].you`).waitFor();
  }
  const fifth = await Visitor.come(house, 360, 640);
  await fifth.open(`/t/${id}?seat=B.black`);
  await fifth.name('Eva');
  await fifth.page.getByText('You are watching').waitFor();
  expect(await fifth.page.locator('[data-place].you').count()).toBe(0);

  for (const visitor of [anna, ...others]) await visitor.page.click('[data-ready]');
  await anna.page.locator('.own cg-board piece').first().waitFor();
  await anna.move('e2e4');
  for (const visitor of others) await visitor.sees('e4');

  // Somebody who comes later is told so, too, and who has closed the page comes back to his seat.
  const sixth = await Visitor.come(house);
  await sixth.open(`/t/${id}?seat=A.black`);
  await sixth.name('Fritz');
  await sixth.page.getByText('You are watching').waitFor();
  await sixth.page.locator('.watching .pair-view').waitFor();
  await anna.page.close();
  const again = await anna.context.newPage();
  await again.goto(`${house.address}/`);
  await again.click(`a[href="/t/${id}"]:has-text("Back to your seat")`);
  await again.locator('.own [data-strip="A.white"] [data-clock="A.white"]').waitFor();
  silent(anna, ...others, fifth, sixth);
});

test('the address in the codes opens the table', async () => {
  const anna = await Visitor.come(house);
  await host(anna, 'Anna');
  const link = await says(anna.page.locator('[data-link="A.black"] img'));
  const bruno = await house.browser.newPage();
  await bruno.goto(link);
  await bruno.fill('input[name=name]', 'Bruno');
  await bruno.click('.name-form button');
  await bruno.locator('[data-place="A.black"].you').waitFor();
});

test('one person tries all four seats in four tabs, each with a name of its own', async () => {
  const anna = await Visitor.come(house);
  const id = await host(anna, 'Anna');
  const tabs: Page[] = [anna.page];
  for (const [at, seat] of SEATS.slice(1).entries()) {
    const coming = anna.context.waitForEvent('page');
    await anna.page.click(`[data-other="${seat}"]`);
    const tab = await coming;
    // Asked for a name, for it is somebody else.
    await tab.locator('input[name=name]').waitFor();
    expect(await tab.inputValue('input[name=name]')).toBe('');
    await tab.fill('input[name=name]', `Nobody ${at}`);
    await tab.click('.name-form button');
    await tab.locator(`[data-place="${seat}"].you`).waitFor();
    tabs.push(tab);
  }
  for (const tab of tabs) await tab.click('[data-ready]');
  for (const tab of tabs) await tab.locator('.own cg-board piece').first().waitFor();
  // Each tab stays who it is; a new one is the last of them.
  for (const [at, tab] of tabs.entries()) {
    await tab.reload();
    await tab.locator(`.own [data-strip="${SEATS[at]}"] button.slot`).first().waitFor();
  }
  const more = await anna.context.newPage();
  await more.goto(`${house.address}/t/${id}`);
  await more.locator('.own [data-strip="B.black"] button.slot').first().waitFor();
  silent(anna);
});

test('a table that is not in the list has links with keys, and without one nobody sits down', async () => {
  const anna = await Visitor.come(house);
  await anna.open('/');
  await anna.name('Anna');
  await anna.page.locator('[data-open]:not([disabled])').waitFor();
  await anna.page.click('.new summary');
  await anna.page.check('[data-unlisted]');
  await anna.page.click('[data-open]');
  await anna.page.waitForURL(/\/t\/\w+/);
  const id = new URL(anna.page.url()).pathname.split('/')[2] ?? '';
  const links = await Promise.all(SEATS.map((seat) => says(anna.page.locator(`[data-link="${seat}"] img`))));
  for (const link of links) expect(link).toMatch(/#\w{8,}$/);
  await anna.page.click('[data-sit="A.white"]');
  await anna.page.locator('[data-place="A.white"].you').waitFor();

  const bruno = await Visitor.come(house);
  await bruno.open('/');
  expect(await bruno.page.locator(`[data-table="${id}"]`).count()).toBe(0);
  await bruno.open(`/t/${id}?seat=A.black`);
  await bruno.name('Bruno');
  await bruno.page.getByText('This link does not open the seat').waitFor();
  const invited = new URL(links[1] ?? '');
  await bruno.open(invited.pathname + invited.search + invited.hash);
  await bruno.page.locator('[data-place="A.black"].you').waitFor();
  silent(anna, bruno);
});

test('links are copied, also where the browser has no clipboard without TLS', async () => {
  for (const secure of [true, false]) {
    const anna = await Visitor.come(house);
    if (secure) await anna.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    else await anna.page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    const id = await host(anna, 'Anna');
    const button = anna.page.locator('[data-link="watch"] [data-copy]');
    const link = await button.getAttribute('data-copy');
    await button.click();
    await button.getByText('Copied').waitFor();
    await anna.open('/archive');
    await anna.page.focus('.filters [name=name]');
    await anna.page.keyboard.press('Control+V');
    expect(await anna.page.inputValue('.filters [name=name]')).toBe(link);
    expect(link).toContain(`/watch/${id}`);
    silent(anna);
  }
});

test('the page speaks the browser’s language', async () => {
  for (const [locale, language, word] of [['de-CH', 'de', 'Offene Tische'], ['fr-CH', 'fr', 'Tables ouvertes'], ['it-CH', 'en', 'Open tables']] as const) {
    const visitor = await Visitor.come(house, 1366, 768, locale);
    await visitor.open('/');
    await visitor.page.getByRole('heading', { name: word }).waitFor();
    expect(await visitor.page.getAttribute('html', 'lang')).toBe(language);
    silent(visitor);
  }
});

/** Waits until that seat's practice player has moved. */
const moves = (page: Page, number: string) => page.locator('.moves span', { hasText: number }).first().waitFor({ timeout: 20_000 });

test('with one tap after his name the first visitor plays, with practice players marked as such', async () => {
  const anna = await Visitor.come(house);
  await anna.open('/');
  await anna.name('Anna');
  await anna.page.click('[data-play-now]:not([disabled])');
  await anna.page.locator('.own cg-board piece').first().waitFor();
  for (const seat of SEATS.slice(1)) await anna.page.locator(`[data-strip="${seat}"] .name`, { hasText: 'practice player' }).waitFor();
  expect(await anna.page.locator('[data-strip="A.white"] .name').textContent()).not.toContain('practice player');
  // The practice players of the other board begin by themselves, and this board's answers.
  await moves(anna.page, '1B');
  await anna.move('e2e4');
  await moves(anna.page, '1a');
  const id = new URL(anna.page.url()).pathname.split('/')[2] ?? '';
  await anna.open('/');
  await anna.page.locator(`[data-table="${id}"] .practice`).nth(2).waitFor();
  silent(anna);
});

test('three friends fill the fourth seat, and a friend who comes late takes it before the start', async () => {
  const anna = await Visitor.come(house);
  const id = await host(anna, 'Anna');
  const bruno = await Visitor.come(house);
  await bruno.open(`/t/${id}?seat=A.black`);
  await bruno.name('Bruno');
  await anna.page.locator('[data-place="A.black"] strong', { hasText: 'Bruno' }).waitFor();
  await anna.page.click('[data-fill]');
  for (const seat of ['B.white', 'B.black']) {
    await bruno.page.locator(`[data-place="${seat}"]`, { hasText: 'practice player' }).waitFor();
    await bruno.page.locator(`[data-place="${seat}"] .state.is`).waitFor();
  }
  expect(await anna.page.locator('[data-fill]').count()).toBe(0);
  // The seat's link still stands, for a person goes before a practice player.
  const chris = await Visitor.come(house);
  const link = new URL(await says(anna.page.locator('[data-link="B.white"] img')));
  await chris.open(link.pathname + link.search);
  await chris.name('Chris');
  await chris.page.locator('[data-place="B.white"].you').waitFor();
  for (const visitor of [anna, bruno, chris]) await visitor.page.click('[data-ready]');
  for (const visitor of [anna, bruno, chris]) await visitor.page.locator('.own cg-board piece').first().waitFor();
  await chris.move('e2e4');
  await moves(chris.page, '1b');
  silent(anna, bruno, chris);
});

test('practice players among themselves can be watched', async () => {
  const anna = await Visitor.come(house);
  await anna.open('/');
  await anna.name('Anna');
  await anna.page.click('[data-watch-practice]:not([disabled])');
  await anna.page.locator('.projector cg-board piece').first().waitFor();
  for (const board of ['A', 'B']) await anna.page.locator(`[aria-label="Board ${board}"] square.last-move`).first().waitFor();
  expect(await anna.page.locator('.projector .practice').count()).toBe(4);
  silent(anna);
});
