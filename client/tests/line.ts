import type { Page, WebSocketRoute } from 'playwright-core';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Frame = Record<string, any>;
/** How many times a frame goes on. */
type Filter = (frame: Frame) => 0 | 1 | 2;
type Way = 'up' | 'down';

/** The line between a page and the server, which can be cut, shut, slow, or lose what it carries. */
export class Line {
  /** What passes from the page to the server, and what from the server to the page. */
  up: Filter = () => 1;
  down: Filter = () => 1;
  /** What has reached the page, from the latest connection on. */
  received: Frame[] = [];
  /** And over all connections. */
  readonly all: Frame[] = [];
  /** How many connections there have been. */
  connections = 0;
  /** A dead line carries nothing. */
  dead = false;
  readonly swallowed: Frame[] = [];
  private isShut = false;
  private slow: Record<Way, (() => void)[] | null> = { up: null, down: null };
  private ends: WebSocketRoute[] = [];

  static async lay(page: Page): Promise<Line> {
    const line = new Line();
    await page.routeWebSocket(/\/ws$/, (socket) => line.connect(socket));
    return line;
  }

  private connect(page: WebSocketRoute): void {
    if (this.isShut) return void page.close({ code: 4999 });
    const server = page.connectToServer();
    this.ends = [page, server];
    this.received = [];
    this.connections += 1;
    page.onMessage((text) => this.carry('up', String(text), server));
    server.onMessage((text) => this.carry('down', String(text), page));
  }

  private carry(way: Way, text: string, to: WebSocketRoute): void {
    const frame = JSON.parse(text) as Frame;
    if (this.dead) return void this.swallowed.push(frame);
    const send = () => {
      for (let times = this[way](frame); times > 0; times -= 1) {
        if (way === 'down') {
          this.received.push(frame);
          this.all.push(frame);
        }
        to.send(text);
      }
    };
    const held = this.slow[way];
    if (held) held.push(send);
    else send();
  }

  /** Ends the connection; what is under way is lost, and the page may come back. */
  async cut(): Promise<void> {
    this.slow = { up: null, down: null };
    const ends = this.ends;
    this.ends = [];
    await Promise.all(ends.map((end) => end.close({ code: 4999 }).catch(() => undefined)));
  }

  /** Ends the connection and lets nobody back. */
  async shut(): Promise<void> {
    this.isShut = true;
    await this.cut();
  }

  allow(): void {
    this.isShut = false;
  }

  /** Keeps what comes along that way, until it is let go in its order. */
  hold(way: Way): void {
    this.slow[way] ??= [];
  }

  letGo(way: Way): void {
    const held = this.slow[way];
    this.slow[way] = null;
    for (const send of held ?? []) send();
  }

  calm(): void {
    this.up = () => 1;
    this.down = () => 1;
    this.letGo('up');
    this.letGo('down');
  }
}
