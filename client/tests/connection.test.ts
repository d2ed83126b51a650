import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, Visitor } from './house';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house?.close());

const SEATS = ['A.white', 'A.black', 'B.white', 'B.black'] as const;
type Four = [Visitor, Visitor, Visitor, Visitor];

/** Four people at a table of such rules, all ready. */
async function four(rules: object, prepare?: (dora: Visitor) => Promise<void>): Promise<Four> {
  const people = (await Promise.all(SEATS.map(() => Visitor.come(house)))) as Four;
  await prepare?.(people[3]);
  await people[0].open('/');
  const id = await people[0].page.evaluate(
    (rules) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () => {
          socket.send(JSON.stringify({ type: 'hello', name: 'Host' }));
          socket.send(JSON.stringify({ type: 'open', rules }));
        };
        socket.onmessage = (frame) => {
          const message = JSON.parse(String(frame.data));
          if (message.type === 'opened') resolve(message.match);
        };
      }),
    rules,
  );
  for (const [at, visitor] of people.entries()) {
    await visitor.open(`/t/${id}?seat=${SEATS[at]}`);
    await visitor.name(`P${at}`);
    await visitor.page.locator(`[data-place="${SEATS[at]}"].you`).waitFor();
  }
  for (const visitor of people) await visitor.page.click('.actions [data-ready]');
  for (const visitor of people) await visitor.page.locator('.own cg-board piece').first().waitFor();
  return people;
}

test('what happens while the connection is gone arrives, and a move made meanwhile is played once', async () => {
  let gone = false;
  let cut = (): Promise<void> => Promise.resolve();
  const [, , chris, dora] = await four({}, (dora) =>
    dora.page.routeWebSocket(/\/ws$/, (socket) => {
      if (gone) return void socket.close({ code: 4999 });
      socket.connectToServer();
      cut = () => socket.close({ code: 4999 });
    }),
  );
  await chris.move('e2e4');
  await dora.sees('e4');
  gone = true;
  await cut();
  await dora.page.locator('.banner.bad').waitFor();
  await dora.move('e7e5', true);
  gone = false;
  await chris.sees('e5');
  await dora.page.locator('.banner.bad').waitFor({ state: 'detached' });
  await dora.sees('e5');
  expect(await dora.page.locator('.moves span', { hasText: 'e5' }).count()).toBe(1);
  expect(await dora.page.locator('.own .notice').count()).toBe(0);

  // And the other way: the opponent moves while one is away.
  gone = true;
  await cut();
  await chris.move('g1f3');
  await chris.sees('Nf3');
  gone = false;
  await dora.sees('Nf3');
  await dora.move('b8c6', true);
  await chris.sees('Nc6');
});

test('a fallen flag is shown and claimed, whatever the laptop believes the time to be', async () => {
  const [anna, bruno, chris, dora] = await four({ initial_s: 6, increment_s: 0 }, async (dora) => {
    await dora.context.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() + 7 * 60_000;
    });
  });
  // Both clocks of White began in one instant and fall in one: a draw (R22).
  for (const visitor of [anna, dora]) await visitor.page.locator('.own .clock.running').waitFor();
  await bruno.page.keyboard.press('f');
  await bruno.page.locator('.own .notice').waitFor();
  await dora.page.locator('.clock.fallen[data-clock="B.white"]').waitFor({ timeout: 20_000 });
  expect((await dora.page.locator('[data-clock="B.black"]').first().textContent())?.trim()).toBe('6.0');
  await bruno.page.locator('.clock.fallen[data-clock="A.white"]').waitFor();
  await bruno.page.keyboard.press('f');
  for (const visitor of [anna, bruno, chris, dora]) {
    await visitor.page.locator('[data-result="none"]').waitFor();
    expect(await visitor.page.locator('[data-result]').textContent()).toContain('time');
  }
});
