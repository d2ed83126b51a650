/** One exchange of `ping` and `pong`: two local instants and the server's, all in ms. */
export interface Sample {
  sent: number;
  received: number;
  server: number;
}

const KEPT = 8;
/** How far two samples may contradict each other, in ms: clocks drift, and the server counts in whole ones. */
const SLACK_MS = 20;

/**
 * The server's time, reckoned from a local clock that only counts on: a laptop whose date is wrong shows the same
 * clocks as any other. What it tells goes back only where one of the two clocks has jumped.
 */
export class ServerTime {
  #samples: Sample[] = [];
  #latest = -Infinity;

  /** `local` tells ms since any fixed instant. */
  constructor(private readonly local: () => number = () => performance.now()) {}

  add(sample: Sample): void {
    // After a laptop's sleep or with a server that was started anew, what was learned before is wrong.
    if (this.#samples.some((one) => contradicts(one, sample))) {
      this.#samples = [];
      this.#latest = -Infinity;
    }
    this.#samples = [...this.#samples, sample].slice(-KEPT);
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

/** The server read its clock at some instant between the local two: no offset fits both samples. */
function contradicts(one: Sample, other: Sample): boolean {
  const ahead = one.server - one.sent < other.server - other.received - SLACK_MS;
  return ahead || one.server - one.received > other.server - other.sent + SLACK_MS;
}
