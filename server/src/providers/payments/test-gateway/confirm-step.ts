import type {
  ConfirmTestPaymentAnswer,
  ConfirmTestPaymentBody,
  TestPaymentError,
} from '@lading/contract/test-gateway.ts';
import type { CardRecord, IntentStatus } from '../port.ts';
import { CARD_ERRORS } from './card-errors.ts';
import type { PendingCard } from './card-journal.ts';
import type { EventKind, IntentChange, StoredIntent } from './gateway-journal.ts';
import { newGatewayId } from './gateway-parts.ts';
import { expiryOf, hasExpired, readCard } from './read-card.ts';
import { findTestCardEnding, lastFour, type TestCard } from './test-cards.ts';

/** The change of an intent, its events and the answer to the browser. */
export interface Step {
  change?: IntentChange;
  events: EventKind[];
  answer: ConfirmTestPaymentAnswer;
}

interface Circumstances {
  now: Date;
  holdCharges: boolean;
}

/** A card with its expiration date. */
interface UsedCard {
  card: TestCard;
  trace: PendingCard;
}

const CLOSED: Partial<Record<IntentStatus, TestPaymentError>> = {
  succeeded: CARD_ERRORS.succeededAlready,
  canceled: CARD_ERRORS.canceledAlready,
  processing: CARD_ERRORS.underWay,
};

/** Only an open intent can be paid or canceled. */
export const isOpen = ({ status }: StoredIntent): boolean => CLOSED[status] === undefined;

/** The client pays with a card or a stored card, or answers the bank. */
export function confirmStep(
  intent: StoredIntent,
  { card: input, authentication, methodId }: ConfirmTestPaymentBody,
  circumstances: Circumstances & { stored: CardRecord | null },
): Step {
  const closed = CLOSED[intent.status];
  if (closed) return unchanged(intent, closed);
  if (input) {
    const reading = readCard(input, circumstances.now);
    if ('error' in reading) return fail(reading.error, null);
    const used = {
      card: reading.card,
      trace: { last4: lastFour(reading.card), ...expiryOf(input, circumstances.now) },
    };
    return used.card.authenticates ? authenticate(used) : charge(used, circumstances, intent);
  }
  if (methodId !== undefined) {
    const { stored } = circumstances;
    return stored
      ? chargeStep(stored, { ...circumstances, present: true })
      : fail(CARD_ERRORS.cardGone, null);
  }
  const used = intent.status === 'requires_action' ? usedOf(intent) : undefined;
  if (!used) return unchanged(intent, CARD_ERRORS.nothingToAuthenticate);
  return authentication === 'complete'
    ? charge(used, circumstances, intent)
    : fail(CARD_ERRORS.authenticationFailed, used);
}

/** Charges a stored card. If the client is away, the bank's question ends the attempt. */
export function chargeStep(stored: CardRecord, circumstances: Circumstances & { present: boolean }): Step {
  const card = findTestCardEnding(stored.last4);
  if (!card) return fail(CARD_ERRORS.cardGone, null);
  const { last4, expMonth, expYear } = stored;
  const used = { card, trace: { last4, expMonth, expYear } };
  if (hasExpired(stored, circumstances.now)) return fail(CARD_ERRORS.expiredCard, used);
  if (!card.asksAgain) return charge(used, circumstances, null);
  return circumstances.present ? authenticate(used) : fail(CARD_ERRORS.authenticationRequired, used);
}

/** Ends a charge that is in processing; null when there is none. */
export function finishStep(intent: StoredIntent, outcome: 'succeeded' | 'failed', now: Date): Step | null {
  const used = intent.status === 'processing' ? usedOf(intent) : undefined;
  if (!used) return null;
  return outcome === 'succeeded' ? succeed(used, now, intent) : fail(CARD_ERRORS.genericDecline, used);
}

function usedOf({ card: trace }: StoredIntent): UsedCard | undefined {
  const card = trace && findTestCardEnding(trace.last4);
  return trace && card ? { card, trace } : undefined;
}

/** The only card data that we store. */
const traceOf = ({ card, trace }: UsedCard) => ({ brand: card.brand, ...trace });

const unchanged = ({ status }: StoredIntent, error: TestPaymentError): Step => ({
  events: [],
  answer: { status, error },
});

const moveTo = (status: IntentStatus, used: UsedCard, ...events: EventKind[]): Step => ({
  change: { status, lastError: null, declineCode: null, card: traceOf(used) },
  events,
  answer: { status },
});

const authenticate = (used: UsedCard) => moveTo('requires_action', used, 'payment_intent.requires_action');

function charge(used: UsedCard, { now, holdCharges }: Circumstances, saver: StoredIntent | null): Step {
  if (used.card.refusal) return fail(used.card.refusal, used);
  return holdCharges ? moveTo('processing', used, 'payment_intent.processing') : succeed(used, now, saver);
}

function succeed(used: UsedCard, now: Date, saver: StoredIntent | null): Step {
  const paid = moveTo('succeeded', used, 'payment_intent.succeeded');
  const { card, trace } = used;
  const saved = saver?.savesCard ? { methodId: newGatewayId('pm'), brand: card.brand, ...trace } : undefined;
  return {
    ...paid,
    change: {
      ...paid.change,
      ...(saved && { attach: saved }),
      ...(card.disputed && { disputedAt: now }),
    },
    events: [...paid.events, ...(card.disputed ? (['charge.dispute.created'] as const) : [])],
  };
}

/** We store nothing about a card that is not a test card. */
const fail = (error: TestPaymentError, used: UsedCard | null): Step => ({
  change: {
    status: 'requires_payment_method',
    lastError: error.message,
    declineCode: error.declineCode ?? error.code,
    card: used && traceOf(used),
  },
  events: ['payment_intent.payment_failed'],
  answer: { status: 'requires_payment_method', error },
});
