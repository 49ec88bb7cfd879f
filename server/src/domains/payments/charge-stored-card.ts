import { minutes } from '../../platform/clock.ts';
import { cutTo } from '../../platform/cut-to.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { ChargeAnswer, CustomerMissing } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { abandonPayment, isElsewhere } from './abandon-payment.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { cancelPayment } from './cancel-payment.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  moveOpenPayment,
  noteDecline,
  type StoredPayment,
  selectPayment,
  setIntent,
} from './payments.store.ts';
import { settlePayment } from './settle-payment.ts';

/** After this long, a charge without an answer is looked up and no longer repeated. */
const GIVE_UP_AFTER_MS = minutes(30);

/** Why the card was not charged. The provider's code decides what happens next. */
export interface ChargeFailure {
  code: string;
}

interface StoredCardCharge {
  /** The stored card at the payment provider; null when it is no longer stored. */
  methodId: string | null;
  /** Runs in the transaction that records the failure, and may run again for the same payment. */
  onFailure: (trx: Trx, failure: ChargeFailure) => Promise<void>;
}

/**
 * Charges the stored card of a top-up and records the outcome. Safe to repeat: the payment's ID is the key of the
 * charge. Throws when the outcome is unknown; the sweep then repeats it.
 */
export async function chargeStoredCard(
  deps: PaymentDeps,
  payment: StoredPayment,
  card: StoredCardCharge,
): Promise<StoredPayment> {
  if (payment.intent_id !== null) return settlePayment(deps, payment);
  if (isElsewhere(deps, payment)) return isGivenUp(deps, payment) ? abandonPayment(deps, payment) : payment;
  const answer = await charge(deps, payment, card.methodId);
  failpoint('card-charged');
  if (answer === null) {
    await cancelPayment(deps, payment);
    return reread(deps, payment);
  }
  if (answer.outcome === 'customer_missing') return abandonPayment(deps, payment);
  if (answer.outcome === 'declined') return recordDeclined(deps, payment, answer, card);
  const { intentId } = answer.intent;
  await transaction(deps.db, async (trx) => {
    await setIntent(trx, payment.id, intentId);
    if (answer.outcome === 'authentication_required' && payment.automatic)
      await card.onFailure(trx, { code: answer.outcome });
  });
  failpoint('charge-recorded');
  return settlePayment(deps, { ...payment, intent_id: intentId });
}

const isGivenUp = ({ clock }: PaymentDeps, { created_at: startedAt }: StoredPayment): boolean =>
  clock.now().getTime() - startedAt.getTime() > GIVE_UP_AFTER_MS;

/** Null when nothing was charged and nothing will be. */
function charge(
  deps: PaymentDeps,
  payment: StoredPayment,
  methodId: string | null,
): Promise<ChargeAnswer | CustomerMissing | null> {
  const { id: key, amount_cents: amountCents, description, customer_id: customerId } = payment;
  if (customerId === null) return Promise.resolve(null);
  return callPaymentProvider(deps, ({ cards }) =>
    methodId === null || isGivenUp(deps, payment)
      ? cards.findCharge(customerId, key)
      : cards.charge({
          key,
          amountCents,
          currency: 'USD',
          description,
          customerId,
          methodId,
          present: !payment.automatic,
        }),
  );
}

/** Ends the payment. The intent is canceled afterward. No one has its secret, so it cannot be paid before that. */
async function recordDeclined(
  deps: PaymentDeps,
  payment: StoredPayment,
  { intent, code, text }: Extract<ChargeAnswer, { outcome: 'declined' }>,
  { onFailure }: StoredCardCharge,
): Promise<StoredPayment> {
  const { db, clock, log } = deps;
  const error = cutTo(500, text);
  await transaction(db, async (trx) => {
    if (intent) await setIntent(trx, payment.id, intent.intentId);
    const isFirst = await noteDecline(trx, payment.id, error);
    if (!(await moveOpenPayment(trx, payment.id, { status: 'canceled' }))) return;
    await onFailure(trx, { code });
    if (isFirst)
      await recordEvent(trx, clock, SYSTEM_ORIGIN, {
        type: 'PAYMENT_DECLINED',
        status: 'error',
        userId: payment.user_id,
        userRole: 'client',
        details: { paymentId: payment.id, cents: payment.amount_cents, error },
      });
  });
  failpoint('decline-recorded');
  if (intent && intent.status !== 'canceled')
    await callPaymentProvider(deps, (provider) => provider.cancelIntent(intent.intentId)).catch(
      (err: unknown) =>
        log.warn(
          { event: 'top_up.intent_not_canceled', err, paymentId: payment.id },
          'Could not cancel the intent of a declined top-up at the payment provider; no one can pay it, so nothing needs to be done',
        ),
    );
  return reread(deps, payment);
}

const reread = async ({ db }: PaymentDeps, payment: StoredPayment) =>
  (await selectPayment(db, payment.id)) ?? payment;
