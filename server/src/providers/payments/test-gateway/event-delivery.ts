import { type Clock, later, minutes } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { PaymentEvent } from '../port.ts';
import type { GatewayJournal } from './gateway-journal.ts';

export type EventListener = (event: PaymentEvent) => Promise<void>;

/** Far more than a listener needs. Whoever was killed while delivering an event is succeeded by another after it. */
const LEASE_MS = minutes(1);
const BATCH = 100;

/**
 * Tells the listener of every event at least once. Events are kept with the change they tell of, so none is lost; the one who made
 * the change delivers at once and in the background, and what did not arrive is taken up by `deliverPending`.
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

  /** When an event that is being delivered from now on may be taken up by others. */
  leaseEnd(): Date {
    return later(this.#clock.now(), LEASE_MS);
  }

  deliverSoon(events: PaymentEvent[]): void {
    const work = this.#deliverAll(events).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Returns how many arrived. */
  async deliverPending(): Promise<number> {
    if (!this.#listener) return 0;
    return this.#deliverAll(await this.#journal.claimEvents(this.#clock.now(), this.leaseEnd(), BATCH));
  }

  /** Resolves when nothing is being delivered in the background any more. */
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
        { err: error, eventId: event.eventId },
        'a payment event did not arrive and is sent again',
      );
      // Should this fail too, the end of the lease does the same.
      await this.#journal.releaseEvent(event.eventId, this.#clock.now()).catch(() => {});
      return false;
    }
  }
}
