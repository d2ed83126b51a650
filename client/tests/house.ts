import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** The real server, on a free port and with nothing kept. */
export class House {
  private constructor(
    readonly address: string,
    private readonly server: ChildProcess | null,
    readonly browser: Browser,
    /** What makes a visitor the director. */
    readonly directorKey: string,
  ) {}

  static async open(listen = '127.0.0.1:0'): Promise<House> {
    // One that runs already, such as Vite's.
    const running = process.env.ADDRESS;
    if (running) return new House(running, null, await House.browse(), process.env.DIRECTOR_KEY ?? '');
    const binary = process.env.CATCHMATE ?? '../target/debug/catchmate';
    const server = spawn(binary, ['serve', '--listen', listen, '--data', ':memory:'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.stderr.pipe(process.stderr);
    const says = (stream: Readable, what: RegExp) =>
      new Promise<string>((resolve, reject) => {
        server.once('error', reject);
        server.once('exit', () => reject(new Error(`${binary} does not start`)));
        let text = '';
        stream.on('data', (data: Buffer) => {
          text += data.toString();
          const found = what.exec(text);
          if (found?.[1]) resolve(found[1].replace('0.0.0.0', '127.0.0.1'));
        });
      });
    const [address, key] = await Promise.all([says(server.stdout, /listening on (\S+)/), says(server.stderr, /director's key: (\S+)/)]);
    return new House(address, server, await House.browse(), key);
  }

  /** A browser of Debian's, or the one that CHROMIUM names. */
  private static browse(): Promise<Browser> {
    return chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server?.kill();
  }
}

interface Point {
  x: number;
  y: number;
}

/** The middle of a square of a board that fills that box. */
function within(box: Point & { width: number; height: number }, name: string, black: boolean): Point {
  const file = name.charCodeAt(0) - 97;
  const rank = Number(name[1]) - 1;
  const [column, row] = black ? [7 - file, rank] : [file, 7 - rank];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

/** One person's browser, which keeps every frame that it has received. */
export class Visitor {
  readonly frames: string[] = [];
  readonly complaints: string[] = [];

  private constructor(
    readonly house: House,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('websocket', (socket) => socket.on('framereceived', (frame) => this.frames.push(String(frame.payload))));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(house.address).host) this.complaints.push(`asked ${url.host}`);
    });
  }

  static async come(house: House, width = 1366, height = 768, locale = 'en'): Promise<Visitor> {
    const context = await house.browser.newContext({ viewport: { width, height }, locale, acceptDownloads: true });
    return new Visitor(house, context, await context.newPage());
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.house.address + path);
  }

  /** Says a name where the page asks for one. */
  async name(name: string): Promise<void> {
    await this.page.fill('input[name=name]', name);
    await this.page.click('.name-form button');
  }

  /** The placement on a board, read from where its pieces stand. */
  pieces(board = '.own .board'): Promise<number> {
    return this.page.locator(`${board} cg-board piece:not(.ghost)`).count();
  }

  /** The middle of a square of the own board, in pixels of the page. */
  private async square(name: string, black: boolean): Promise<Point> {
    const box = await this.page.locator('.own cg-board').boundingBox();
    if (!box) throw new Error('there is no board');
    return within(box, name, black);
  }

  async tap(name: string, black = false): Promise<void> {
    const { x, y } = await this.square(name, black);
    await this.page.mouse.click(x, y);
  }

  /** Makes a move by two taps. */
  async move(uci: string, black = false): Promise<void> {
    await this.tap(uci.slice(0, 2), black);
    await this.tap(uci.slice(2, 4), black);
  }

  async drag(uci: string, black = false): Promise<void> {
    const from = await this.square(uci.slice(0, 2), black);
    const to = await this.square(uci.slice(2, 4), black);
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await this.page.mouse.move(to.x, to.y, { steps: 3 });
    await this.page.mouse.up();
  }

  /** Drags a piece out of the reserve. */
  async dropByHand(letter: string, name: string, black = false): Promise<void> {
    const slot = await this.page.locator(`.own [data-slot=${letter}]`).boundingBox();
    if (!slot) throw new Error('there is no such slot');
    const to = await this.square(name, black);
    await this.page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y - 5, { steps: 4 });
    await this.page.mouse.move(to.x, to.y, { steps: 2 });
    await this.page.mouse.up();
  }

  /** Draws an arrow with the right button, or a circle where it ends as it began; on the partner's board it is seen from the partner's side. */
  async draw(where: '.own' | '.partner', from: string, to: string, black = false): Promise<void> {
    const box = await this.page.locator(`${where} cg-board`).boundingBox();
    if (!box) throw new Error('there is no board');
    const [start, end] = [from, to].map((name) => within(box, name, black)) as [Point, Point];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down({ button: 'right' });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    // The board looks where the mouse is once a frame.
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await this.page.mouse.up({ button: 'right' });
  }

  /** Waits until both boards' moves end so. */
  async sees(text: string): Promise<void> {
    await this.page.locator('.moves span', { hasText: text }).last().waitFor({ timeout: 10_000 });
  }
}

export const SEATS = ['A.white', 'A.black', 'B.white', 'B.black'] as const;
export type SeatName = (typeof SEATS)[number];
type Answer = Record<string, unknown> & { type: string };

/** Players without a page, all from one browser: programs at the same protocol. */
export class Crowd {
  private constructor(private readonly visitor: Visitor) {}

  static async gather(house: House): Promise<Crowd> {
    const visitor = await Visitor.come(house);
    await visitor.open('/favicon.svg');
    return new Crowd(visitor);
  }

  /** Says something as that person; an answer that is a refusal is an error. */
  async say(name: string, message: object): Promise<Answer> {
    const answer = await this.visitor.page.evaluate(
      async ([name, message]) => {
        type Person = { socket: WebSocket; waiting: Map<number, (answer: Answer) => void> };
        const people = ((window as unknown as { people?: Map<string, Promise<Person>> }).people ??= new Map());
        const greet = () =>
          new Promise<Person>((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/ws`);
            const waiting: Person['waiting'] = new Map();
            socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', name, id: 0 }));
            socket.onmessage = (frame) => {
              const answer = JSON.parse(String(frame.data)) as Answer;
              if (answer.type === 'welcome') resolve({ socket, waiting });
              else waiting.get(Number(answer.id))?.(answer);
            };
          });
        if (!people.has(name)) people.set(name, greet());
        const { socket, waiting } = await (people.get(name) as Promise<Person>);
        return new Promise<Answer>((resolve) => {
          const id = waiting.size + 1;
          waiting.set(id, resolve);
          socket.send(JSON.stringify({ ...message, id }));
        });
      },
      [name, message] as const,
    );
    if (answer.type === 'refused') throw new Error(`${JSON.stringify(message)}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Four people at a new table, ready: a match that goes on. The names stand in the order of the seats. */
  async play(rules: object, names: readonly string[]): Promise<string> {
    const match = String((await this.say(names[0] ?? '', { type: 'open', rules })).match);
    for (const [at, seat] of SEATS.entries()) {
      await this.say(names[at] ?? '', { type: 'sit', match, seat });
      await this.say(names[at] ?? '', { type: 'ready', match });
    }
    return match;
  }

  /** Makes moves of both boards, such as `A e2e4`, each by whoever is on move there. */
  async moves(match: string, names: readonly string[], moves: readonly string[]): Promise<void> {
    const made: Record<string, number> = { A: 0, B: 0 };
    for (const one of moves) {
      const [board = '', move = ''] = one.split(' ');
      const ply = (made[board] ?? 0);
      made[board] = ply + 1;
      const seat = `${board}.${ply % 2 === 0 ? 'white' : 'black'}` as SeatName;
      await this.say(names[SEATS.indexOf(seat)] ?? '', { type: 'move', match, move, ply });
    }
  }
}

/** Four people with a page each who play at one table; the first one opened it. */
export async function four(house: House, names: readonly string[], size: readonly [number, number] = [1366, 768]): Promise<{ id: string; people: Visitor[] }> {
  const people = await Promise.all(SEATS.map(() => Visitor.come(house, ...size)));
  const [first] = people as [Visitor];
  await first.open('/');
  await first.name(names[0] ?? '');
  await first.page.click('[data-open]:not([disabled])');
  await first.page.waitForURL(/\/t\/\w+/);
  const id = new URL(first.page.url()).pathname.split('/')[2] ?? '';
  await first.page.click('[data-sit="A.white"]');
  for (const [at, visitor] of people.entries()) {
    if (at > 0) {
      await visitor.open(`/t/${id}?seat=${SEATS[at]}`);
      await visitor.name(names[at] ?? '');
    }
    await visitor.page.locator(`[data-place="${SEATS[at]}"].you`).waitFor();
  }
  for (const visitor of people) await visitor.page.click('.actions [data-ready]');
  for (const visitor of people) await visitor.page.locator('.own cg-board piece').first().waitFor();
  return { id, people };
}
