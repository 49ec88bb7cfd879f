import * as z from 'zod/mini';
import type { DisputeEvent, PaymentEvent } from '../port.ts';
import { REFUND_ID } from './stripe-mapping.ts';

const EventSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});
export type StripeEvent = z.infer<typeof EventSchema>;

const id = z.string().check(z.minLength(1), z.maxLength(255));
const cents = z.number().check(z.int(), z.positive());
const IntentSchema = z.object({ id });
const ChargeSchema = z.object({ id, payment_intent: z.nullable(id) });
const RefundSchema = z.object({
  id,
  amount: cents,
  payment_intent: z.nullable(id),
  charge: z.nullish(id),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
const DisputeSchema = z.object({
  id,
  amount: cents,
  charge: id,
  payment_intent: z.nullish(id),
  status: z.string(),
  reason: z.string(),
});

export const readEvent = (body: unknown): StripeEvent => z.parse(EventSchema, body);

type Facts<T> = T extends unknown ? Omit<T, 'eventId'> : never;
type EventContent = Facts<PaymentEvent>;

/** Null for an event that we do not use. */
export function toPaymentEvent({ id: eventId, type, data }: StripeEvent): PaymentEvent | null {
  const content = READERS.get(type)?.(data.object);
  return content ? { eventId, ...content } : null;
}

const ofIntent = (object: unknown): EventContent => ({
  kind: 'intent',
  intentId: z.parse(IntentSchema, object).id,
});

/** A charge without an intent is not ours. */
function ofCharge(object: unknown): EventContent | null {
  const { payment_intent: intentId } = z.parse(ChargeSchema, object);
  return intentId === null ? null : { kind: 'intent', intentId };
}

function ofRefund(object: unknown): EventContent | null {
  const { id: refundId, amount, payment_intent: intentId, metadata } = z.parse(RefundSchema, object);
  if (intentId === null) return null;
  const refund = { refundId, refundKey: metadata?.[REFUND_ID] ?? null, cents: amount };
  return { kind: 'refund', intentId, refund };
}

function ofDispute(object: unknown): EventContent | null {
  const { id: disputeId, amount, charge, payment_intent, status, reason } = z.parse(DisputeSchema, object);
  const known = Object.hasOwn(DISPUTE_STATUSES, status) ? DISPUTE_STATUSES[status] : undefined;
  if (!known) return null;
  const dispute = { disputeId, cents: amount, status: known, reason };
  // Without an intent it is not ours, and an operator must know.
  return { kind: 'dispute', intentId: payment_intent ?? charge, dispute };
}

/** Other statuses are inquiries before a dispute, which take no money. */
const DISPUTE_STATUSES: Record<string, DisputeEvent['status'] | undefined> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};

export const DISPUTE_EVENTS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

const READERS: ReadonlyMap<string, (object: unknown) => EventContent | null> = new Map(
  Object.entries({
    'payment_intent.succeeded': ofIntent,
    'payment_intent.payment_failed': ofIntent,
    'payment_intent.canceled': ofIntent,
    'payment_intent.processing': ofIntent,
    'charge.refunded': ofCharge,
    'refund.created': ofRefund,
    'refund.updated': ofRefund,
    'refund.failed': ofRefund,
    ...Object.fromEntries(DISPUTE_EVENTS.map((type) => [type, ofDispute])),
  }),
);
