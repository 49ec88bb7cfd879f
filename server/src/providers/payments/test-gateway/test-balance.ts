import { type Clock, days, later } from '../../../platform/clock.ts';
import type { Movement, Page, PageOrder, PayoutRecord, ProcessorBalance } from '../port.ts';
import type { StoredIntent } from './gateway-journal.ts';
import { newGatewayId } from './gateway-parts.ts';
import type { MovementJournal, NewMovement } from './movement-journal.ts';

/** What the test gateway charges for a payment: a share in hundredths of a percent, and an amount. */
export interface GatewayFees {
  basisPoints: number;
  cents: number;
}

const DISPUTE_FEE_CENTS = 1_500;

/** When the money of a payment can be paid out, and how long a transfer takes. */
const AVAILABLE_AFTER_MS = days(2);
const TRANSFER_MS = days(1);
const PAGE_SIZE = 100;

const movementOf = (
  kind: NewMovement['kind'],
  amountCents: number,
  feeCents: number,
  now: Date,
  refundKey: string | null = null,
): NewMovement => ({
  movementId: newGatewayId('txn'),
  kind,
  refundKey,
  amountCents,
  feeCents,
  createdAt: now,
  availableAt: kind === 'charge' ? later(now, AVAILABLE_AFTER_MS) : now,
});

export const feeOf = ({ basisPoints, cents }: GatewayFees, amountCents: number): number =>
  Math.round((amountCents * basisPoints) / 10_000) + cents;

/** A paid intent, with the dispute of a card that always disputes. */
export const movementsOfCharge = (
  { amountCents }: Pick<StoredIntent, 'amountCents'>,
  { isDisputed, fees, now }: { isDisputed: boolean; fees: GatewayFees; now: Date },
): NewMovement[] => [
  movementOf('charge', amountCents, feeOf(fees, amountCents), now),
  ...(isDisputed ? [movementOf('dispute', -amountCents, DISPUTE_FEE_CENTS, now)] : []),
];

/** The fee of the payment is not refunded. */
export const movementOfRefund = (key: string, amountCents: number, now: Date): NewMovement =>
  movementOf('refund', -amountCents, 0, now, key);

/** The operator's money at the test gateway, with a payout on every day that has something to pay out. */
export class TestBalance implements ProcessorBalance {
  readonly #journal: MovementJournal;
  readonly #clock: Clock;
  readonly #pageSize: number;

  constructor(journal: MovementJournal, clock: Clock, pageSize = PAGE_SIZE) {
    this.#journal = journal;
    this.#clock = clock;
    this.#pageSize = pageSize;
  }

  async movements(order: PageOrder): Promise<Page<Movement>> {
    await this.#payOut();
    return this.#page((limit) => this.#journal.listMovements({ ...order, payoutId: null, limit }));
  }

  async payouts(order: PageOrder): Promise<Page<PayoutRecord>> {
    await this.#payOut();
    const now = this.#clock.now();
    return this.#page((limit) => this.#journal.listPayouts({ ...order, limit, now }));
  }

  movementsOf(payoutId: string, after: string | null): Promise<Page<Movement>> {
    const order = { since: new Date(0), after, payoutId };
    return this.#page((limit) => this.#journal.listMovements({ ...order, limit }));
  }

  /** For tests: the bank returns a payout. */
  failPayout(payoutId: string): Promise<void> {
    return this.#journal.failPayout(payoutId, newGatewayId('txn'), this.#clock.now());
  }

  #payOut(): Promise<void> {
    return this.#journal.addPayouts({ now: this.#clock.now(), transferMs: TRANSFER_MS }, () =>
      newGatewayId('po'),
    );
  }

  /** Reads one item more than the page holds, to know whether there is another page. */
  async #page<T extends { id: string }>(read: (limit: number) => Promise<T[]>): Promise<Page<T>> {
    const found = await read(this.#pageSize + 1);
    const items = found.slice(0, this.#pageSize);
    return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
  }
}
