import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Clerk, SEATS, take, word } from './clerk';
import { House, Visitor } from './house';
import { Line } from './line';
import { clocksOff, read } from './shown';

let house: House;
let clerk: Clerk;
beforeAll(async () => {
  house = await House.open();
  clerk = await Clerk.come(house);
});
afterAll(() => house?.close());

/** Somebody whose laptop's date is wrong by so much. */
async function laptop(wrongMs: number): Promise<Visitor> {
  const visitor = await Visitor.come(house);
  await visitor.context.addInitScript((wrongMs) => {
    const right = Date.now;
    Object.assign(window, { jump: 0 });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    Date.now = () => right() + wrongMs + (window as any).jump;
  }, wrongMs);
  return visitor;
}

const setDate = (visitor: Visitor, jump: number) => visitor.page.evaluate((jump) => Object.assign(window, { jump }), jump);

type Seen = Record<string, string[]>;

/** From now on, notes in each frame what the clocks show. */
function watch({ page }: Visitor): Promise<void> {
  return page.evaluate(() => {
    const seen: Seen = {};
    Object.assign(window, { seen });
    const look = () => {
      for (const clock of document.querySelectorAll<HTMLElement>('[data-clock]')) {
        const texts = (seen[clock.dataset.clock ?? ''] ??= []);
        const text = (clock.textContent ?? '').trim();
        if (texts.at(-1) !== text) texts.push(text);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const noted = ({ page }: Visitor): Promise<Seen> => page.evaluate(() => (window as any).seen);

test('clocks fall as the server’s do and never jump, and a claimed flag wins, whatever the laptops believe the time to be', async () => {
  const sitting = await clerk.table({ rules: { initial_s: 300, increment_s: 0 } });
  const minutes = [-13, 3, 7, 0, 45, -90];
  const visitors = await Promise.all(minutes.map((wrong) => laptop(wrong * 60_000)));
  const [anna, bruno, chris, dora, guest, projector] = visitors as [Visitor, Visitor, Visitor, Visitor, Visitor, Visitor];
  const line = await Line.lay(anna.page);
  await clerk.pages(sitting, [anna, bruno, chris, dora]);
  await guest.open(`/t/${sitting.id}`);
  await guest.name('Eva');
  await projector.open(`/watch/${sitting.id}`);
  for (const { page } of visitors) await page.locator('[data-clock="A.white"].running:visible').waitFor();
  // Only Anna's clock will run down: hers is short, and Dora's has all the time there is.
  await chris.move('e2e4');
  await dora.sees('e4');
  await clerk.say('director', { type: 'rule', match: sitting.id, ruling: { kind: 'set_clock', seat: 'A.white', ms: 6000 } });
  for (const { page } of visitors) await page.locator('[data-clock="A.white"].low:visible').waitFor();
  for (const visitor of visitors) await watch(visitor);

  // Nobody has a claim yet.
  await bruno.page.keyboard.press('f');
  await bruno.page.locator('.own .notice').waitFor();

  // All show the same, and the server's; then a date is set by hand, and a connection is lost and found.
  for (const [at, seat] of SEATS.entries()) {
    const { page } = visitors[at] as Visitor;
    await vi.waitFor(async () => expect(await clocksOff(page, await word(house, sitting.id, sitting.tokens[seat]))).toBeLessThan(400), { interval: 20 });
  }
  await setDate(dora, 3_600_000);
  await line.cut();
  await expect.poll(() => line.connections).toBe(2);
  await anna.page.locator('.banner.bad').waitFor({ state: 'detached' });
  await setDate(dora, -7_200_000);

  for (const { page } of visitors) await page.locator('[data-clock="A.white"].fallen:visible').waitFor({ timeout: 20_000 });
  for (const visitor of visitors) {
    const seen = await noted(visitor);
    const falling = (seen['A.white'] ?? []).map((text) => read(text).from);
    expect(falling.length).toBeGreaterThan(20);
    expect(falling).toEqual([...falling].sort((one, other) => other - one));
    expect(falling[0]).toBeLessThanOrEqual(6000);
    expect(falling.at(-1)).toBe(0);
    // Those that stand do stand.
    expect(seen['A.black']).toEqual(['5:00']);
    expect(seen['B.white']).toHaveLength(1);
    const running = (seen['B.black'] ?? []).map((text) => read(text).from);
    expect(running).toEqual([...running].sort((one, other) => other - one));
  }

  // Anna's own team has nothing to claim; the partner of her opponent has.
  await dora.page.keyboard.press('f');
  await dora.page.locator('.own .notice').waitFor();
  await chris.page.keyboard.press('f');
  for (const [at, title] of ['You have lost', 'You have won', 'You have won', 'You have lost', 'Team 2 wins'].entries()) {
    const { page } = visitors[at] as Visitor;
    await page.locator('[data-result="2"]', { hasText: title }).waitFor();
    expect(await page.locator('[data-result]').textContent()).toContain('time, Board A');
  }
  await projector.page.getByText('Team 2 wins').waitFor();
  for (const { page } of visitors) expect(((await page.locator('[data-clock="A.white"]').first().textContent()) ?? '').trim()).toBe('⚑0.0');
});

test('with both Whites’ flags fallen in one instant the match is drawn on every page', async () => {
  const sitting = await clerk.table({ rules: { initial_s: 2, increment_s: 0 }, start: false });
  const visitors = await Promise.all([5, -5, 0, 20].map((wrong) => laptop(wrong * 60_000)));
  await clerk.pages(sitting, visitors);
  await clerk.start(sitting);
  for (const { page } of visitors) {
    await page.locator('[data-clock="A.white"].fallen:visible').waitFor();
    await page.locator('[data-clock="B.white"].fallen:visible').waitFor();
  }
  await (visitors[1] as Visitor).page.click('[data-claim]');
  for (const { page } of visitors) await page.locator('[data-result="none"]', { hasText: 'Draw' }).waitFor();
});

test('a spectator with a delay sees clocks of his own moment', async () => {
  const sitting = await clerk.table({ rules: { initial_s: 300, increment_s: 0, spectator_delay_s: 2 } });
  const guest = await laptop(11 * 60_000);
  const player = await laptop(0);
  await take(player, sitting, 'A.white');
  await guest.open(`/t/${sitting.id}`);
  await guest.name('Eva');
  await guest.page.locator('[data-clock="A.white"].running:visible').waitFor();
  await clerk.say('director', { type: 'rule', match: sitting.id, ruling: { kind: 'set_clock', seat: 'A.white', ms: 15_000 } });
  await guest.page.locator('[data-clock="A.white"].low:visible').waitFor();
  const left = async ({ page }: Visitor) => read((await page.locator('[data-clock="A.white"]').first().textContent()) ?? '').from;
  const [his, hers] = await Promise.all([left(guest), left(player)]);
  expect(his - hers).toBeGreaterThan(1000);
  expect(his - hers).toBeLessThan(3500);
});
