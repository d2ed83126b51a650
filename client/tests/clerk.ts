import type { Page } from 'playwright-core';
import type { Seat, SnapshotMessage } from '../src/wire/types';
import type { Frame } from './line';
import { House, Visitor } from './house';

export const SEATS = ['A.white', 'A.black', 'B.white', 'B.black'] as const;

interface Order {
  rules?: object;
  position?: { A: string; B: string };
  /** Whether the match begins at once. */
  start?: boolean;
}

export interface Sitting {
  id: string;
  tokens: Record<Seat, string>;
}

/** Opens tables as the director, seats people there who have no page yet, and speaks for whoever is asked to. */
export class Clerk {
  private constructor(
    private readonly house: House,
    private readonly page: Page,
  ) {}

  static async come(house: House): Promise<Clerk> {
    const page = await (await house.browser.newContext()).newPage();
    await page.goto(`${house.address}/status`);
    await page.evaluate(() => {
      const ask = (hello: object) =>
        new Promise<object>((resolve) => {
          const socket = new WebSocket(`ws://${location.host}/ws`);
          const waiting = new Map<number, (answer: object) => void>();
          let last = 0;
          const send = (message: object) =>
            new Promise<object>((answer) => {
              waiting.set((last += 1), answer);
              socket.send(JSON.stringify({ ...message, id: last }));
            });
          socket.onmessage = (frame) => {
            const message = JSON.parse(String(frame.data));
            waiting.get(message.id)?.(message);
          };
          socket.onopen = async () => resolve({ send, welcome: await send({ type: 'hello', ...hello }) });
        });
      Object.assign(window, { ask, people: {} });
    });
    return new Clerk(house, page);
  }

  async table({ rules = {}, position, start = true }: Order): Promise<Sitting> {
    const sitting = await this.page.evaluate(
      async ({ key, rules, position, seats }) => {
        // eslint-disable-next-line @typescript-eslint/no-explicit-any
        const { ask, people } = window as any;
        people.director ??= await ask({ name: 'Luc', director_key: key });
        const { match, message } = await people.director.send({ type: 'open', rules, ...(position && { position }) });
        if (!match) throw new Error(message);
        const tokens: Record<string, string> = {};
        for (const [at, seat] of seats.entries()) {
          const person = await ask({ name: ['Anna', 'Bruno', 'Chris', 'Dora'][at] });
          await person.send({ type: 'sit', match, seat });
          people[(tokens[seat] = person.welcome.token)] = person;
        }
        return { id: match, tokens };
      },
      { key: this.house.directorKey, rules, position, seats: [...SEATS] },
    );
    if (start) await this.start(sitting as Sitting);
    return sitting as Sitting;
  }

  async start({ id, tokens }: Sitting): Promise<void> {
    for (const seat of SEATS) await this.say(tokens[seat], { type: 'ready', match: id });
  }

  /** Sends something as the bearer of that token, or as the director. */
  say(who: string, message: object): Promise<Frame> {
    return this.page.evaluate(
      // eslint-disable-next-line @typescript-eslint/no-explicit-any
      ([who, message]) => (window as any).people[who].send(message) as Promise<Frame>,
      [who, message] as const,
    );
  }

  /** A page in the place of each of the four. */
  async pages(sitting: Sitting, visitors: readonly Visitor[]): Promise<void> {
    await Promise.all(visitors.map((visitor, at) => take(visitor, sitting, SEATS[at] as Seat)));
  }
}

/** Opens the table in a page as the one who sits there. */
export async function take(visitor: Visitor, { id, tokens }: Sitting, seat: Seat): Promise<void> {
  if (visitor.page.url() === 'about:blank') await visitor.open('/healthz');
  await visitor.page.evaluate((token) => sessionStorage.setItem('catchmate.token', token), tokens[seat]);
  await visitor.open(`/t/${id}`);
  await visitor.page.locator('.actions, .result').first().waitFor();
}

/** What the server says to the bearer of a token. */
export async function word(house: House, id: string, token: string): Promise<SnapshotMessage> {
  const answer = await fetch(`${house.address}/api/matches/${id}`, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as SnapshotMessage;
}
