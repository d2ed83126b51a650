import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, Visitor } from './house';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house?.close());

const SHOTS = process.env.SHOTS;

async function shot(visitor: Visitor, name: string): Promise<void> {
  if (SHOTS) await visitor.page.screenshot({ path: `${SHOTS}/${name}.png` });
}

test('four pages and a spectator play to a mate', async () => {
  const seats = ['A.white', 'A.black', 'B.white', 'B.black'] as const;
  const names = ['Anna', 'Bruno', 'Chris', 'Dora'];
  const people = await Promise.all(seats.map(() => Visitor.come(house)));
  const [anna, bruno, chris, dora] = people as [Visitor, Visitor, Visitor, Visitor];

  // The first opens a table; the others come by their seats' links.
  await anna.open('/');
  await anna.name('Anna');
  await shot(anna, 'lobby-1366');
  await anna.page.click('[data-open]:not([disabled])');
  await anna.page.waitForURL(/\/t\/\w+/);
  const id = new URL(anna.page.url()).pathname.split('/')[2] ?? '';
  await anna.page.click('[data-sit="A.white"]');
  for (const [at, visitor] of people.entries()) {
    if (at === 0) continue;
    await visitor.open(`/t/${id}?seat=${seats[at]}`);
    await visitor.name(names[at] ?? '');
    await visitor.page.locator(`[data-place="${seats[at]}"].you`).waitFor();
  }
  await shot(anna, 'seating-1366');

  const projector = await Visitor.come(house, 1920, 1080);
  await projector.open(`/watch/${id}`);
  for (const visitor of people) await visitor.page.click('.actions [data-ready]');
  for (const visitor of people) await visitor.page.locator('.own cg-board piece').first().waitFor();

  // A fifth one on a seat's link is a spectator, and is told so.
  const fifth = await Visitor.come(house, 360, 640);
  await fifth.open(`/t/${id}?seat=A.white`);
  await fifth.name('Eva');
  await fifth.page.getByText('You are watching').waitFor();

  // Anna takes a pawn; it arrives at her partner Dora, who has a predrop waiting for it.
  await anna.drag('e2e4');
  await bruno.sees('e4');
  await bruno.move('d7d5', true);
  await chris.move('e2e4');
  await dora.sees('e4');
  await dora.move('a7a6', true);
  await chris.sees('a6');
  await dora.page.keyboard.press('1');
  await dora.tap('h6', true);
  await anna.sees('d5');
  await anna.move('e4d5');
  await dora.page.locator('.own [data-slot=P] .count').waitFor();
  expect(await dora.page.locator('.own [data-slot=P] .count').textContent()).toBe('1');
  await shot(dora, 'player-1366');
  await chris.move('a2a3');
  await dora.sees('P@h6');
  await chris.sees('P@h6');

  // A reload in the middle comes back to the seat and the position.
  await dora.page.reload();
  await dora.sees('P@h6');
  expect(await dora.pieces()).toBe(33);

  // Bruno takes back; the pawn is for Chris, and Anna is never told of it.
  await bruno.sees('exd5');
  await bruno.move('d8d5', true);
  await chris.page.locator('.own [data-slot=P] .count').waitFor();
  await chris.dropByHand('P', 'd4');
  await dora.sees('P@d4');

  // What is said to the partner reaches him alone.
  await chris.page.click('[data-phrase=need_knight]');
  await bruno.page.locator('.heard').waitFor();
  expect(await anna.page.getByText('Need a knight').count()).toBe(0);

  // An offer that is taken back before it is made, one that is made, and declined.
  await anna.page.click('[data-draw]');
  await anna.page.click('[data-unsure]');
  await anna.page.click('[data-draw]');
  await anna.page.click('[data-sure]');
  await bruno.page.click('[data-decline]');
  await anna.page.locator('[data-draw]').waitFor();

  await shot(anna, 'own-1366');
  await shot(projector, 'watch-1920');
  await shot(fifth, 'spectator-360');
  const phone = await Visitor.come(house, 1920, 1080);
  await phone.open('/hall');
  await phone.page.locator('article cg-board piece').first().waitFor();
  await shot(phone, 'hall-1920');
  await anna.page.setViewportSize({ width: 360, height: 640 });
  await shot(anna, 'player-360');
  await anna.page.setViewportSize({ width: 1366, height: 768 });

  // Anna chooses a move before her turn, which a check then forbids: it is dropped without a word.
  await anna.sees('Qxd5');
  await anna.move('b1c3');
  await bruno.sees('Nc3');
  await anna.move('c3d5');
  await anna.page.locator('.own square.current-premove').first().waitFor();
  await bruno.move('d5e5', true);
  await anna.sees('Qe5+');
  await anna.page.locator('.own square.current-premove').first().waitFor({ state: 'hidden' });
  expect(await anna.page.locator('.own .notice').count()).toBe(0);

  // On the other board a drop cannot help against a queen beside the king; she takes as soon as it is Chris's turn.
  await dora.move('a6a5', true);
  await chris.sees('a5');
  await chris.move('f1c4');
  await dora.sees('Bc4');
  await dora.move('a5a4', true);
  await chris.sees('a4');
  await chris.move('d1h5');
  await dora.sees('Qh5');
  await chris.move('h5f7');
  await chris.page.locator('.own square.current-premove').first().waitFor();
  await dora.move('b7b6', true);
  for (const visitor of people) {
    await visitor.page.locator('[data-result="2"]').waitFor();
    expect(await visitor.page.locator('[data-result]').textContent()).toContain('mate, Board B');
  }
  await projector.page.getByText('Team 2 wins').waitFor();
  await shot(anna, 'result-1366');

  const record = anna.page.waitForEvent('download');
  await anna.page.click('[data-download]');
  expect((await record).suggestedFilename()).toBe(`${id}.bpgn`);

  // The archive has it a moment later: stepped through both boards together, one move back from the mate.
  await anna.page.click(`a[href="/archive/${id}"]`);
  await anna.page.locator('.replay .now', { hasText: 'Qxf7#' }).waitFor();
  expect(await anna.pieces('.replay .side:last-child .board')).toBe(33);
  await anna.page.keyboard.press('ArrowLeft');
  await anna.page.locator('.replay .now', { hasText: 'b6' }).waitFor();
  await anna.page.waitForURL(/ply=\d+/);
  await shot(anna, 'replay-1366');
  await anna.page.click('.replay .side a:has-text("Chris")');
  await anna.page.locator('.person h1', { hasText: 'Chris' }).waitFor();
  await anna.page.locator('.person table a', { hasText: 'Bruno' }).waitFor();
  await shot(anna, 'person-1366');
  await anna.open('/archive?name=Dora');
  await anna.page.locator(`tbody a[href="/archive/${id}"]`).waitFor();
  // By opponent, result, rules and evening; and all that is found as one file.
  const filter = (name: string) => anna.page.locator(`.filters [name=${name}]`);
  const found = anna.page.locator(`tbody a[href="/archive/${id}"]`);
  await filter('player').selectOption({ label: 'Anna' });
  await filter('against').selectOption({ label: 'Bruno' });
  await anna.page.click('.filters button');
  await anna.page.waitForURL(/player=.*against=/);
  await filter('result').locator('option[value=win]').waitFor({ state: 'attached' });
  for (const [result, count] of [['loss', 1], ['win', 0]] as const) {
    await filter('result').selectOption(result);
    await anna.page.click('.filters button');
    await anna.page.waitForURL(new RegExp(`result=${result}`));
    await anna.page.locator('.archive .muted', { hasText: new RegExp(`^${count} `) }).first().waitFor();
    expect(await anna.page.locator('.archive tbody tr').count()).toBe(count);
  }
  expect(await found.count()).toBe(0);
  await filter('result').selectOption('');
  await filter('variant').selectOption('catch');
  await filter('event').fill('Catch');
  await anna.page.click('.filters button');
  await found.waitFor();
  const all = anna.page.waitForEvent('download');
  await anna.page.click('.archive button.link');
  expect((await all).suggestedFilename()).toBe('catchmate.bpgn');
  await shot(anna, 'archive-1366');

  // Before the end, no frame that an opponent or a spectator received held a reserve that is not theirs.
  for (const [visitor, mine] of [[anna, ['A.white', 'B.black']], [bruno, ['A.black', 'B.white']], [projector, []]] as const) {
    for (const frame of visitor.frames) {
      const message = JSON.parse(frame);
      const reserves = message.event?.reserves ?? message.reserves;
      if (!reserves || message.event?.kind === 'over' || message.result) continue;
      for (const seat of Object.keys(reserves)) expect(mine as readonly string[]).toContain(seat);
    }
  }
  for (const visitor of [...people, projector, fifth, phone]) expect(visitor.complaints).toEqual([]);
});
