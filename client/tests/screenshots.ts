import { mkdirSync } from 'node:fs';
import { test } from 'vitest';
import { Crowd, House, Visitor, four } from './house';

// Pictures of the main views, to be looked at: into docs/screenshots, or where SHOTS says; THEME=dark for the other ones.
const FOLDER = process.env.SHOTS ?? '../docs/screenshots';
const THEME = process.env.THEME === 'dark' ? 'dark' : 'light';
const LOCALE = process.env.LOCALE ?? 'en';

const NAMES = ['Anna', 'Bruno', 'Chris', 'Dora'] as const;
const TABLES = [['Erik', 'Fabio', 'Greta', 'Heidi'], ['Ines', 'Jonas', 'Karin', 'Luca'], ['Marc', 'Nadia', 'Oskar', 'Paula']] as const;
const OPENING = [
  'A e2e4', 'B d2d4', 'A d7d5', 'B g8f6', 'A e4d5', 'A d8d5', 'B c2c4', 'B e7e6', 'A b1c3', 'A d5a5', 'B b1c3', 'B f8b4', 'A g1f3', 'A c8g4',
  'B e2e3', 'B b7b6', 'A f1e2', 'A g4f3', 'A e2f3', 'B P@e4', 'B b4c3', 'B b2c3', 'A b8c6', 'B B@f5', 'B d1f3',
];

async function taken(visitor: Visitor, name: string): Promise<void> {
  await visitor.page.evaluate(() => document.fonts.ready);
  // No piece is on its way.
  await visitor.page.waitForFunction(() => !document.querySelector('piece.anim'));
  await visitor.page.screenshot({ path: `${FOLDER}/${name}.png` });
}

/** Makes the moves with the pages' own boards, each once everybody has seen the one before. */
async function play(people: readonly Visitor[], moves: readonly string[]): Promise<void> {
  const made: Record<string, number> = { A: 0, B: 0 };
  for (const [at, one] of moves.entries()) {
    const [board = '', move = ''] = one.split(' ');
    const black = (made[board] ?? 0) % 2 === 1;
    made[board] = (made[board] ?? 0) + 1;
    const visitor = people[(board === 'A' ? 0 : 2) + (black ? 1 : 0)];
    if (move[1] === '@') {
      await visitor?.page.keyboard.press(String('PNBRQ'.indexOf(move[0] ?? '') + 1));
      await visitor?.tap(move.slice(2), black);
    } else await visitor?.move(move, black);
    for (const each of people) await each.page.locator('.moves span').nth(at).waitFor();
  }
}

test('screenshots', async () => {
  mkdirSync(FOLDER, { recursive: true });
  const house = await House.open();
  const come = async (width: number, height: number): Promise<Visitor> => {
    const visitor = await Visitor.come(house, width, height, LOCALE);
    await visitor.page.emulateMedia({ colorScheme: THEME });
    return visitor;
  };
  const crowd = await Crowd.gather(house);
  for (const [at, names] of TABLES.entries()) {
    const id = await crowd.play({ initial_s: 180 + 60 * at, increment_s: 2 }, names);
    await crowd.moves(id, names, OPENING.slice(0, 9 + 5 * at));
  }
  const { id, people } = await four(house, NAMES);
  for (const visitor of people) await visitor.page.emulateMedia({ colorScheme: THEME });
  const [anna, bruno, , dora] = people as [Visitor, Visitor, Visitor, Visitor];

  const lobby = await come(1366, 768);
  await lobby.open('/');
  await lobby.name('Eva');
  await lobby.page.click('[data-open]:not([disabled])');
  await lobby.page.waitForURL(/\/t\/\w+/);
  await lobby.page.click('[data-sit="B.white"]');
  await lobby.page.locator('.links img').first().waitFor();
  await lobby.page.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>('.links img')].every((one) => one.complete));
  await taken(lobby, 'seating');
  await lobby.page.click('.brand');
  await lobby.page.locator('.card').first().waitFor();
  await taken(lobby, 'lobby');

  const watch = await come(1920, 1080);
  await watch.open(`/watch/${id}`);
  const phone = await come(360, 640);
  await phone.open(`/watch/${id}`);
  const hall = await come(1920, 1080);
  await hall.open('/hall');
  await hall.page.locator('article').nth(3).waitFor();
  await play(people, OPENING);
  await anna.page.click('[data-phrase=need_knight]');
  await dora.page.click('[data-phrase=mate_coming]');
  await anna.page.locator('.heard').waitFor();
  await anna.page.locator('.heard').waitFor({ state: 'detached' });
  await watch.page.locator('.latest li').nth(7).waitFor();
  await taken(anna, 'player');
  await taken(watch, 'watch');
  await taken(phone, 'phone-watch');
  await taken(hall, 'hall');
  await anna.page.setViewportSize({ width: 360, height: 640 });
  await taken(anna, 'phone-player');
  await anna.page.setViewportSize({ width: 1366, height: 768 });
  await anna.page.click('[data-resign]');
  await anna.page.click('[data-sure]');
  await bruno.page.locator('[data-result]').waitFor();
  await taken(bruno, 'result');
  await watch.page.locator('.between .big').waitFor();
  await taken(watch, 'watch-result');
  await dora.page.click(`a[href="/archive/${id}"]`);
  await dora.page.locator('.replay cg-board piece').first().waitFor();
  await taken(dora, 'replay');
  await bruno.open('/archive');
  await bruno.page.locator('tbody tr').first().waitFor();
  await taken(bruno, 'archive');
  await house.close();
});
