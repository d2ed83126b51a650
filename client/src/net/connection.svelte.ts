import type {
  BoardName,
  ClientMessage,
  EventMessage,
  Mark,
  OkMessage,
  OpenedMessage,
  RefusedMessage,
  Seat,
  ServerMessage,
  WelcomeMessage,
} from '../wire/types';
import { after, GAP, has, type Table } from '../state/table';
import { backoff } from './backoff';
import { identity } from './identity';
import { ServerTime } from './time';

type Message<T> = T extends { id?: unknown } ? Omit<T, 'id'> : never;
export type Answer = OkMessage | OpenedMessage | RefusedMessage;
type Request = Message<ClientMessage>;

const PING_MS = 3000;
/** A server that has not said a word for so long after being asked something is gone. */
const SILENT_MS = 5000;

/** A table that is followed, over any number of connections. */
export class Followed {
  table = $state.raw<Table | null>(null);
  present = $state.raw<Partial<Record<Seat, boolean>>>({});
  /** Whether the server cannot save at the moment. */
  notSaving = $state(false);
  refused = $state<string | null>(null);
  /** What the partner has drawn; a move on that board wipes it off. */
  marks = $state.raw<Partial<Record<BoardName, Mark[]>>>({});
  /** An event got lost: what is shown stands until the server has said everything anew. */
  behind = false;
  readonly listeners = new Set<(event: EventMessage) => void>();

  constructor(
    readonly match: string,
    readonly as: 'spectator' | undefined,
  ) {}
}

interface Waiting {
  request: Request;
  answer: (answer: Answer | WelcomeMessage) => void;
}

/** The one WebSocket of a page: it comes back by itself, and goes on where it was. */
export class Connection {
  status = $state<'idle' | 'connecting' | 'open' | 'lost'>('idle');
  me = $state.raw<WelcomeMessage | null>(null);
  /** Round trip in ms. */
  ping = $state<number | null>(null);
  /** Why nobody could be greeted: a refusal's code. */
  problem = $state<string | null>(null);
  readonly time = new ServerTime();

  #socket: WebSocket | null = null;
  #id = 0;
  #waiting = new Map<number, Waiting>();
  /** Moves made or without an answer while the server is away; sent again with their old `ply`, they harm nobody. */
  #again: Waiting[] = [];
  #followed = new Map<string, Followed>();
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #name: string | null = null;

  /** `passing`: a projector's connection, which is nobody in particular and leaves the token alone. */
  constructor(private readonly passing = false) {}

  /** Connects as whom the token names, or as somebody new of that name. */
  connect(name: string | null = null): void {
    this.#name = name ?? this.#name;
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.status = this.status === 'lost' ? 'lost' : 'connecting';
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address, 'catchmate.v1');
    this.#socket = socket;
    this.#expect();
    socket.onopen = () => {
      if (socket === this.#socket) this.#greet();
    };
    socket.onmessage = (frame) => {
      if (socket !== this.#socket) return;
      this.#heard();
      this.#take(JSON.parse(String(frame.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /** Leaves for good, to come back as somebody else. */
  disconnect(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#retry);
    clearInterval(this.#pinging);
    this.#heard();
    socket?.close();
    this.status = 'idle';
    this.me = null;
    this.#waiting.clear();
    this.#again = [];
    for (const followed of this.#followed.values()) followed.table = null;
  }

  send(request: Request): Promise<Answer> {
    return new Promise((resolve) => this.#send({ request, answer: resolve as Waiting['answer'] }));
  }

  follow(match: string, as?: 'spectator'): Followed {
    const known = this.#followed.get(match);
    if (known) return known;
    const followed = new Followed(match, as);
    this.#followed.set(match, followed);
    if (this.status === 'open') this.#watch(followed);
    return followed;
  }

  unfollow(match: string): void {
    if (!this.#followed.delete(match) || this.status !== 'open') return;
    void this.send({ type: 'unwatch', match });
  }

  #send(waiting: Waiting): void {
    const welcome = this.status === 'open' || waiting.request.type === 'hello';
    if (!welcome || this.#socket?.readyState !== WebSocket.OPEN) {
      if (waiting.request.type === 'move') this.#again.push(waiting);
      else waiting.answer(gone());
      return;
    }
    const id = ++this.#id;
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ ...waiting.request, id }));
    this.#expect();
  }

  /** From now on the server has to say something before long. */
  #expect(): void {
    const socket = this.#socket;
    this.#silence ??= setTimeout(() => {
      this.#silence = undefined;
      if (socket !== this.#socket) return;
      this.#lost();
      socket?.close();
    }, SILENT_MS);
  }

  #heard(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #greet(): void {
    const token = this.me?.token ?? (this.passing ? null : identity.token());
    const request: Request = token ? { type: 'hello', token } : { type: 'hello', name: this.#name ?? '' };
    this.#send({ request, answer: (answer) => this.#greeted(answer, token) });
    this.#measure();
  }

  #greeted(answer: Answer | WelcomeMessage, token: string | null): void {
    if (answer.type === 'refused') {
      this.me = null;
      if (token && !this.passing) identity.forget();
      this.disconnect();
      // A token from another evening: the name makes a new player.
      if (token && this.#name) this.connect();
      else this.problem = answer.code;
      return;
    }
    if (answer.type !== 'welcome') return;
    this.me = answer;
    this.problem = null;
    if (!this.passing) identity.keep(answer.token, answer.player.name);
    this.#attempt = 0;
    this.status = 'open';
    for (const followed of this.#followed.values()) this.#watch(followed);
    const again = this.#again;
    this.#again = [];
    for (const waiting of again) this.#send(waiting);
    clearInterval(this.#pinging);
    this.#pinging = setInterval(() => this.#measure(), PING_MS);
    // A few more at once, for a good idea of the server's time.
    for (const ms of [150, 400, 900]) setTimeout(() => this.#measure(), ms);
  }

  #watch(followed: Followed): void {
    const { match, table, behind } = followed;
    const request: Request = table && !behind
      ? { type: 'watch', match, after: table.seq, as: table.you }
      : { type: 'watch', match, ...(followed.as && { as: followed.as }) };
    void this.send(request).then((answer) => {
      if (answer.type === 'refused' && answer.code !== 'lost') followed.refused = answer.code;
    });
  }

  #measure(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: 'ping', n: Math.round(performance.now() * 1000) }));
    this.#expect();
  }

  #lost(): void {
    this.#socket = null;
    clearInterval(this.#pinging);
    this.#heard();
    this.status = 'lost';
    this.ping = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) {
      if (one.request.type === 'move') this.#again.push(one);
      else if (one.request.type !== 'hello') one.answer(gone());
    }
    this.#retry = setTimeout(() => this.connect(), backoff(this.#attempt++, Math.random()));
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'pong': {
        const sample = { sent: message.n / 1000, received: performance.now(), server: message.at };
        this.time.add(sample);
        this.ping = Math.round(sample.received - sample.sent);
        return;
      }
      case 'snapshot': {
        const followed = this.#followed.get(message.match);
        if (!followed) return;
        followed.table = message;
        followed.behind = false;
        followed.notSaving = false;
        followed.refused = null;
        followed.marks = {};
        return;
      }
      case 'event':
        return this.#happened(message);
      case 'presence': {
        const followed = this.#followed.get(message.match);
        if (followed) followed.present = { ...followed.present, [message.seat]: message.present };
        return;
      }
      case 'marks': {
        const followed = this.#followed.get(message.match);
        if (followed) followed.marks = { ...followed.marks, [message.board]: message.marks };
        return;
      }
      case 'not_saving': {
        const followed = this.#followed.get(message.match);
        if (followed) followed.notSaving = true;
        return;
      }
      default: {
        const id = Number(message.id);
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        waiting?.answer(this.#arrived(waiting.request, message) ? { type: 'ok' } : message);
      }
    }
  }

  /** Whether a move is refused only because it had been played already, and its first answer got lost. */
  #arrived(request: Request, answer: Answer | WelcomeMessage): boolean {
    if (request.type !== 'move' || answer.type !== 'refused' || answer.code !== 'stale') return false;
    const table = this.#followed.get(request.match)?.table;
    return !!table && has(table, request);
  }

  #happened(message: EventMessage): void {
    const followed = this.#followed.get(message.match);
    if (!followed?.table) return;
    const next = after(followed.table, message);
    if (next === GAP) {
      // Something got lost: what the server says now is right.
      if (!followed.behind) {
        followed.behind = true;
        this.#watch(followed);
      }
      return;
    }
    if (next === followed.table) return;
    followed.table = next;
    followed.notSaving = false;
    if (message.event.kind === 'moved') followed.marks = { ...followed.marks, [message.event.board]: [] };
    for (const listener of followed.listeners) listener(message);
  }
}

function gone(): RefusedMessage {
  return { type: 'refused', code: 'lost', rule: null, message: 'the connection is gone' };
}

/** The player's connection of this page. */
export const connection = new Connection();
