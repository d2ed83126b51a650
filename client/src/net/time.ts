/** One exchange of `ping` and `pong`: two local instants and the server's, all in ms. */
export interface Sample {
  sent: number;
  received: number;
  server: number;
}

const KEPT = 8;

/**
 * The server's time, reckoned from a local clock that only counts on: a laptop whose date is wrong shows the same
 * clocks as any other. What it tells never goes back.
 */
export class ServerTime {
  #samples: Sample[] = [];
  #latest = -Infinity;

  /** `local` tells ms since any fixed instant. */
  constructor(private readonly local: () => number = () => performance.now()) {}

  add(sample: Sample): void {
    this.#samples = [...this.#samples, sample].slice(-KEPT);
  }

  /** Forgets what was learned, for a new connection. */
  reset(): void {
    this.#samples = [];
  }

  /** The shortest round trip of late, in ms. */
  get roundTrip(): number | null {
    const best = this.#best();
    return best ? best.received - best.sent : null;
  }

  /** The server's Unix time in ms, or `null` before the first exchange. */
  now(): number | null {
    const best = this.#best();
    if (!best) return null;
    const offset = best.server - (best.sent + best.received) / 2;
    this.#latest = Math.max(this.#latest, this.local() + offset);
    return this.#latest;
  }

  #best(): Sample | undefined {
    return this.#samples.reduce<Sample | undefined>(
      (best, sample) =>
        !best || sample.received - sample.sent < best.received - best.sent ? sample : best,
      undefined,
    );
  }
}
