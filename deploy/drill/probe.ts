import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import { BuyingCustomer, PARCEL_TO_SEND } from '../../server/test/buying-customer.ts';
import { waitUntil } from './programs.ts';

const EVERY_MS = 200;
const TIMEOUT_MS = 5_000;

interface Call {
  startedAt: number;
  endedAt: number;
  /** The HTTP status, or the reason why there is none. */
  result: string;
}

interface Outage {
  /** From the fault to the end of the first successful write that began after it. */
  writesMs: number;
  /** Reads during that time, and those that failed. */
  reads: number;
  failedReads: number;
}

/** Continuously saves a profile, which waits for a standby, and reads the history. It never retries a failed call. */
export class Probe {
  readonly #address: string;
  readonly #writes: Call[] = [];
  readonly #reads: Call[] = [];
  #isOver = false;
  #loops: Promise<unknown> = Promise.resolve();

  constructor(address: string) {
    this.#address = address;
  }

  async start(): Promise<void> {
    const customer = new BuyingCustomer(async () => this.#address, { name: 'probe', careful: true });
    const headers = {
      authorization: `Bearer ${await customer.signUp()}`,
      'content-type': 'application/json',
    };
    const { fullName, phone, address, city, state, zipCode } = PARCEL_TO_SEND.sender;
    const profile = { fullName, phone, defaultAddress: { address, city, state, zipCode } };
    const write = { method: 'PUT', headers, body: JSON.stringify(profile) };
    this.#loops = Promise.all([
      this.#repeat(API.profile, write, this.#writes),
      this.#repeat(API.history, { headers }, this.#reads),
    ]);
  }

  async #repeat(path: string, request: RequestInit, calls: Call[]): Promise<void> {
    while (!this.#isOver) {
      const startedAt = performance.now();
      const result = await fetch(`${this.#address}${path}`, {
        ...request,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        (error: Error) => error.name,
      );
      calls.push({ startedAt, endedAt: performance.now(), result });
      await sleep(EVERY_MS);
    }
  }

  /** Waits until writes work again after a fault at this time. */
  async outageSince(at: number, withinMs = 180_000): Promise<Outage> {
    const firstWrite = () => this.#writes.find(({ startedAt, result }) => startedAt > at && result === '200');
    await waitUntil('writes work again', async () => firstWrite() !== undefined, withinMs);
    const endedAt = firstWrite()?.endedAt ?? 0;
    const reads = this.#reads.filter((call) => call.startedAt > at && call.startedAt < endedAt);
    return {
      writesMs: Math.round(endedAt - at),
      reads: reads.length,
      failedReads: reads.filter(({ result }) => result !== '200').length,
    };
  }

  /** How often each answer came, for calls that began after this time. */
  results(since = 0): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { result, startedAt } of [...this.#writes, ...this.#reads])
      if (startedAt > since) counts[result] = (counts[result] ?? 0) + 1;
    return counts;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loops;
  }
}
