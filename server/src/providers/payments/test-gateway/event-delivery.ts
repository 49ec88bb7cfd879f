import { type Clock, later, minutes } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { PaymentEvent } from '../port.ts';
import type { GatewayJournal } from './gateway-journal.ts';

export type EventListener = (event: PaymentEvent) => Promise<void>;

/** Much longer than a listener needs. After a crash, another process delivers the event when the lease ends. */
const LEASE_MS = minutes(1);
const BATCH = 100;

/**
 * Delivers every event at least once. Events are stored with the change they report. The process that made
 * the change delivers immediately in the background; `deliverPending` retries the rest.
 */
export class EventDelivery {
  readonly #journal: GatewayJournal;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #underWay = new Set<Promise<unknown>>();
  #listener: EventListener | null = null;

  constructor(journal: GatewayJournal, clock: Clock, log: Log) {
    this.#journal = journal;
    this.#clock = clock;
    this.#log = log;
  }

  listen(listener: EventListener): void {
    this.#listener = listener;
  }

  leaseEnd(): Date {
    return later(this.#clock.now(), LEASE_MS);
  }

  deliverSoon(events: PaymentEvent[]): void {
    const work = this.#deliverAll(events).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Returns the number of delivered events. */
  async deliverPending(): Promise<number> {
    if (!this.#listener) return 0;
    return this.#deliverAll(await this.#journal.claimEvents(this.#clock.now(), this.leaseEnd(), BATCH));
  }

  /** Resolves when no delivery is running in the background. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #deliverAll(events: PaymentEvent[]): Promise<number> {
    let arrived = 0;
    for (const event of events) if (await this.#deliver(event)) arrived += 1;
    return arrived;
  }

  async #deliver(event: PaymentEvent): Promise<boolean> {
    const listener = this.#listener;
    if (!listener) return false;
    try {
      await listener(event);
      await this.#journal.markDelivered(event.eventId, this.#clock.now());
      return true;
    } catch (error) {
      this.#log.warn(
        { event: 'test_gateway.delivery_failed', err: error, eventId: event.eventId },
        'A payment event could not be delivered and will be retried',
      );
      // If this fails too, the lease expires with the same effect.
      await this.#journal.releaseEvent(event.eventId, this.#clock.now()).catch(() => {});
      return false;
    }
  }
}
