import type { TopUpAnswer } from '@lading/contract/balance.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Intent } from '../../providers/payments/port.ts';
import { ensureIntent } from '../payments/create-intent.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { findTopUp, isCreditedTopUp, type TopUpPayment } from '../payments/top-up-payments.ts';
import { selectCardById } from './stored-cards.store.ts';
import { finishSavingCard } from './stored-cards.ts';

/** A top-up with its current status at the payment provider. A paid one is credited and its card is saved. */
export async function showTopUp(
  deps: PaymentDeps,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
): Promise<TopUpAnswer> {
  const found = await findTopUp(deps.db, userId, id);
  if (!found) throw new AppError('PAYMENT_NOT_FOUND');
  const payment = await settlePayment(deps, found);
  if (payment.saves_card && payment.status === 'succeeded') await saveCard(deps, payment);
  return topUpAnswer(deps, payment, isOpen(payment) ? await intentFor(deps, payment) : null);
}

const isOpen = ({ status }: TopUpPayment) => status === 'created' || status === 'processing';

/** A stored card whose charge has no answer yet has no intent to show. */
const intentFor = (deps: PaymentDeps, payment: TopUpPayment): Promise<Intent | null> =>
  payment.card_id !== null && payment.intent_id === null
    ? Promise.resolve(null)
    : ensureIntent(deps, payment);

/** The money is credited; the sweep saves the card if this fails. */
const saveCard = (deps: PaymentDeps, { user_id: userId, id }: TopUpPayment): Promise<void> =>
  finishSavingCard(deps, userId, id).catch((err: unknown) =>
    deps.log.warn(
      { event: 'top_up.card_not_saved', err, paymentId: id },
      'A card could not be saved; the sweep will retry',
    ),
  );

const REFUNDED = 'The charge did not match your top-up, so we are refunding it to your card.';

export async function topUpAnswer(
  { db }: PaymentDeps,
  payment: TopUpPayment,
  intent: Intent | null,
): Promise<TopUpAnswer> {
  const card = payment.card_id === null ? undefined : await selectCardById(db, payment.card_id);
  const isRefunded = payment.status === 'succeeded' && !(await isCreditedTopUp(db, payment));
  const status = isRefunded ? 'canceled' : statusOf(payment, intent);
  return {
    topUpId: payment.id,
    amount: payment.amount_cents,
    status,
    automatic: payment.automatic,
    paymentIntentId: intent?.intentId ?? '',
    clientSecret: intent?.clientSecret ?? '',
    card: card ? { id: card.id, brand: card.brand, last4: card.last4 } : null,
    methodId: status === 'requires_action' ? (card?.method_id ?? null) : null,
    problem: isRefunded ? REFUNDED : payment.status === 'succeeded' ? null : payment.last_error,
  };
}

/** A stored card that is not charged yet waits for the client's confirmation, not for another card. */
function statusOf({ status, card_id: cardId }: TopUpPayment, intent: Intent | null): TopUpAnswer['status'] {
  if (status === 'succeeded' || status === 'canceled') return status;
  if (!intent) return 'processing';
  return cardId !== null && intent.status === 'requires_payment_method' ? 'requires_action' : intent.status;
}
