import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type {
  Movement,
  MovementKind,
  Page,
  PageOrder,
  PayoutRecord,
  PayoutStatus,
  ProcessorBalance,
} from '../port.ts';
import { plainError, REFUND_ID } from './stripe-mapping.ts';

const PAGE = 100;

/** Stripe's balance transactions and payouts. */
export class StripeBalance implements ProcessorBalance {
  readonly #stripe: Stripe;
  readonly #limit: number;

  constructor(stripe: Stripe, pageSize = PAGE) {
    this.#stripe = stripe;
    this.#limit = pageSize;
  }

  movements({ since, after }: PageOrder): Promise<Page<Movement>> {
    return this.#movements({ created: { gte: unixOf(since) } }, after);
  }

  payouts({ since, after }: PageOrder): Promise<Page<PayoutRecord>> {
    const params = { created: { gte: unixOf(since) }, limit: this.#limit, ...from(after) };
    return readPage(this.#stripe.payouts.list(params), toPayout);
  }

  async movementsOf(payoutId: string, after: string | null): Promise<Page<Movement>> {
    const page = await this.#movements({ payout: payoutId }, after);
    const isPayout = ({ kind, sourceId }: Movement) => kind === 'payout' && sourceId === payoutId;
    return { ...page, items: page.items.filter((movement) => !isPayout(movement)) };
  }

  #movements(
    filter: Pick<Stripe.BalanceTransactionListParams, 'created' | 'payout'>,
    after: string | null,
  ): Promise<Page<Movement>> {
    const params = { ...filter, limit: this.#limit, expand: ['data.source'], ...from(after) };
    return readPage(this.#stripe.balanceTransactions.list(params), toMovement);
  }
}

const unixOf = (time: Date) => Math.floor(time.getTime() / 1000);
const timeOf = (seconds: number) => new Date(seconds * 1000);
const from = (after: string | null) => (after === null ? {} : { starting_after: after });

async function readPage<T extends { id: string }, R>(
  list: Promise<Stripe.ApiList<T>>,
  toItem: (object: unknown) => R,
): Promise<Page<R>> {
  try {
    const { data, has_more: hasMore } = await list;
    return { items: data.map(toItem), next: hasMore ? (data.at(-1)?.id ?? null) : null };
  } catch (error) {
    throw plainError(error);
  }
}

const id = z.string().check(z.minLength(1), z.maxLength(255));
const cents = z.number().check(z.int());
const time = z.number().check(z.int(), z.positive());

/** The parts of a charge, refund, dispute or payout that we use. */
const SourceSchema = z.object({
  id,
  object: z.string(),
  payment_intent: z.nullish(z.union([id, z.object({ id })])),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
const MovementSchema = z.object({
  id,
  type: z.string(),
  reporting_category: z.optional(z.string()),
  amount: cents,
  fee: cents,
  net: cents,
  currency: z.string(),
  created: time,
  available_on: time,
  source: z.nullish(z.union([id, SourceSchema])),
});

/** Unknown types are `other`, so that a new one does not stop the reading. */
const KINDS: Record<string, MovementKind | undefined> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payment_reversal: 'dispute',
  adjustment: 'adjustment',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  payout_minimum_balance_hold: 'hold',
  payout_minimum_balance_release: 'hold',
  reserve_hold: 'hold',
  reserve_release: 'hold',
  reserved_funds: 'hold',
  payment_network_reserve_hold: 'hold',
  payment_network_reserve_release: 'hold',
};

/** Stripe books a dispute and its end as adjustments; their source or category shows which. */
function kindOf(type: string, category: string | undefined, sourceType: string | undefined): MovementKind {
  if (sourceType === 'dispute' || category === 'dispute' || category === 'dispute_reversal') return 'dispute';
  return (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined) ?? 'other';
}

export function toMovement(object: unknown): Movement {
  const read = z.parse(MovementSchema, object);
  const source = typeof read.source === 'object' ? read.source : null;
  const intent = source?.payment_intent ?? null;
  return {
    id: read.id,
    kind: kindOf(read.type, read.reporting_category, source?.object),
    amountCents: read.amount,
    feeCents: read.fee,
    netCents: read.net,
    currency: read.currency.toUpperCase(),
    createdAt: timeOf(read.created),
    availableAt: timeOf(read.available_on),
    sourceId: source?.id ?? (typeof read.source === 'string' ? read.source : null),
    intentId: typeof intent === 'object' ? (intent?.id ?? null) : intent,
    refundKey: source?.object === 'refund' ? (source.metadata?.[REFUND_ID] ?? null) : null,
    disputeId: source?.object === 'dispute' ? source.id : null,
  };
}

const PayoutSchema = z.object({
  id,
  amount: cents,
  currency: z.string(),
  status: z.string(),
  created: time,
  arrival_date: time,
  automatic: z.boolean(),
  failure_message: z.nullish(z.string()),
});

const STATUSES: Record<string, PayoutStatus | undefined> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
};

export function toPayout(object: unknown): PayoutRecord {
  const read = z.parse(PayoutSchema, object);
  return {
    id: read.id,
    amountCents: read.amount,
    currency: read.currency.toUpperCase(),
    status: (Object.hasOwn(STATUSES, read.status) ? STATUSES[read.status] : undefined) ?? 'pending',
    createdAt: timeOf(read.created),
    arrivesAt: timeOf(read.arrival_date),
    itemized: read.automatic,
    failure: read.failure_message ?? null,
  };
}
