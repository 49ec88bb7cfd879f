import type {
  ConfirmTestPaymentAnswer,
  ConfirmTestPaymentBody,
  TestPaymentError,
} from '@lading/contract/test-gateway.ts';
import type { IntentStatus } from '../port.ts';
import { CARD_ERRORS } from './card-errors.ts';
import type { EventKind, IntentChange, StoredIntent } from './gateway-journal.ts';
import { readCard } from './read-card.ts';
import { findTestCardEnding, lastFour, type TestCard } from './test-cards.ts';

/** The change of an intent, its events and the answer to the browser. */
interface Step {
  change?: IntentChange;
  events: EventKind[];
  answer: ConfirmTestPaymentAnswer;
}

interface Circumstances {
  now: Date;
  holdCharges: boolean;
}

const CLOSED: Partial<Record<IntentStatus, TestPaymentError>> = {
  succeeded: CARD_ERRORS.succeededAlready,
  canceled: CARD_ERRORS.canceledAlready,
  processing: CARD_ERRORS.underWay,
};

/** Only an open intent can be paid or canceled. */
export const isOpen = ({ status }: StoredIntent): boolean => CLOSED[status] === undefined;

export function confirmStep(
  intent: StoredIntent,
  { card: input, authentication }: ConfirmTestPaymentBody,
  circumstances: Circumstances,
): Step {
  const closed = CLOSED[intent.status];
  if (closed) return unchanged(intent, closed);
  if (input) {
    const reading = readCard(input, circumstances.now);
    if ('error' in reading) return fail(reading.error, null);
    return reading.card.authenticates ? authenticate(reading.card) : charge(reading.card, circumstances);
  }
  const card = intent.status === 'requires_action' ? cardOf(intent) : undefined;
  if (!card) return unchanged(intent, CARD_ERRORS.nothingToAuthenticate);
  return authentication === 'complete'
    ? charge(card, circumstances)
    : fail(CARD_ERRORS.authenticationFailed, card);
}

/** Ends a charge that is in processing; null when there is none. */
export function finishStep(intent: StoredIntent, outcome: 'succeeded' | 'failed', now: Date): Step | null {
  const card = intent.status === 'processing' ? cardOf(intent) : undefined;
  if (!card) return null;
  return outcome === 'succeeded' ? succeed(card, now) : fail(CARD_ERRORS.genericDecline, card);
}

const cardOf = ({ cardLast4 }: StoredIntent) => findTestCardEnding(cardLast4 ?? '');

/** The only card data that we store. */
const traceOf = (card: TestCard) => ({ brand: card.brand, last4: lastFour(card) });

const unchanged = ({ status }: StoredIntent, error: TestPaymentError): Step => ({
  events: [],
  answer: { status, error },
});

const moveTo = (status: IntentStatus, card: TestCard, ...events: EventKind[]): Step => ({
  change: { status, lastError: null, card: traceOf(card) },
  events,
  answer: { status },
});

const authenticate = (card: TestCard) => moveTo('requires_action', card, 'payment_intent.requires_action');

function charge(card: TestCard, { now, holdCharges }: Circumstances): Step {
  if (card.refusal) return fail(card.refusal, card);
  return holdCharges ? moveTo('processing', card, 'payment_intent.processing') : succeed(card, now);
}

function succeed(card: TestCard, now: Date): Step {
  const paid = moveTo('succeeded', card, 'payment_intent.succeeded');
  if (!card.disputed) return paid;
  return {
    ...paid,
    change: { ...paid.change, disputedAt: now },
    events: [...paid.events, 'charge.dispute.created'],
  };
}

/** We store nothing about a card that is not a test card. */
const fail = (error: TestPaymentError, card: TestCard | null): Step => ({
  change: {
    status: 'requires_payment_method',
    lastError: error.message,
    card: card && traceOf(card),
  },
  events: ['payment_intent.payment_failed'],
  answer: { status: 'requires_payment_method', error },
});
