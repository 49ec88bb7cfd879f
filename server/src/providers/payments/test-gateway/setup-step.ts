import type {
  ConfirmTestPaymentAnswer,
  ConfirmTestPaymentBody,
  TestPaymentError,
} from '@lading/contract/test-gateway.ts';
import { CARD_ERRORS } from './card-errors.ts';
import type { PendingCard, SetupChange, StoredSetup } from './card-journal.ts';
import { expiryOf, readCard } from './read-card.ts';
import { findTestCardEnding, lastFour, type TestCard } from './test-cards.ts';

type Step = SetupChange<ConfirmTestPaymentAnswer>;

/** The client saves a card, or answers the bank. `newMethodId` is used if the card is saved now. */
export function setupStep(
  setup: StoredSetup,
  { card: input, authentication }: ConfirmTestPaymentBody,
  { now, newMethodId }: { now: Date; newMethodId: string },
): Step {
  if (setup.status === 'succeeded' || setup.status === 'canceled')
    return { answer: { status: setup.status, error: CARD_ERRORS.setupEnded } };
  const save = (card: TestCard, pending: PendingCard): Step =>
    card.refusal && !card.attaches
      ? fail(card.refusal)
      : {
          status: 'succeeded',
          pending: null,
          attach: { methodId: newMethodId, brand: card.brand, ...pending, createdAt: now },
          answer: { status: 'succeeded' },
        };
  if (input) {
    const reading = readCard(input, now);
    if ('error' in reading) return fail(reading.error);
    const pending = { last4: lastFour(reading.card), ...expiryOf(input, now) };
    if (!reading.card.authenticates) return save(reading.card, pending);
    return { status: 'requires_action', pending, answer: { status: 'requires_action' } };
  }
  const card = setup.pending && findTestCardEnding(setup.pending.last4);
  if (!setup.pending || !card || authentication === undefined)
    return { answer: { status: setup.status, error: CARD_ERRORS.nothingToAuthenticate } };
  return authentication === 'complete' ? save(card, setup.pending) : fail(CARD_ERRORS.setupNotAuthenticated);
}

const fail = (error: TestPaymentError): Step => ({
  status: 'requires_payment_method',
  pending: null,
  answer: { status: 'requires_payment_method', error },
});
