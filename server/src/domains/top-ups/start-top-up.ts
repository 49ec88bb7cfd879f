import { SAVE_CARD_CONSENT, type StartTopUpBody, type TopUpAnswer } from '@lading/contract/balance.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { findFirstResult, rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { type RequestKey, requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import { requireFewDeclines } from '../payments/card-testing.ts';
import { ensureIntent } from '../payments/create-intent.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { findTopUp, startTopUpPayment, type TopUpPayment } from '../payments/top-up-payments.ts';
import { insertSetup } from './card-setups.store.ts';
import { chargeTopUp } from './charge-top-up.ts';
import { customerOf, customerToSaveFor } from './payment-customers.ts';
import { showTopUp, topUpAnswer } from './show-top-up.ts';
import { findUsableCard, requireRoomForCard } from './stored-cards.ts';

/**
 * Starts a top-up. With a stored card it is charged immediately; otherwise the browser confirms the intent, as for a
 * label.
 */
export async function startTopUp(
  deps: PaymentDeps,
  actor: Actor,
  body: StartTopUpBody,
  idempotencyKey?: string,
): Promise<TopUpAnswer> {
  const key = requestKey(actor.userId, API.topUps, idempotencyKey, body);
  const earlier = await findFirstResult(deps.db, key);
  if (earlier) return showTopUp(deps, actor, earlier);
  const payment = await orderTopUp(deps, actor, body, key);
  failpoint('top-up-ordered');
  if (payment.card_id === null || payment.intent_id !== null)
    return topUpAnswer(deps, payment, await ensureIntent(deps, payment));
  const charged = await chargeTopUp(deps, payment).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('PAYMENT_UNREACHABLE', { cause });
  });
  return showTopUp(deps, actor, charged.id);
}

async function orderTopUp(
  deps: PaymentDeps,
  actor: Actor,
  { amount, cardId, saveCard }: StartTopUpBody,
  key: RequestKey | null,
): Promise<TopUpPayment> {
  const { userId } = actor;
  if (cardId === undefined) await requireFewDeclines(deps, userId);
  const card = cardId === undefined ? null : await findUsableCard(deps, userId, cardId);
  const customerId = await customerFor(deps, userId, { savesCard: saveCard, chargesCard: card !== null });
  if (saveCard) await requireRoomForCard(deps, userId);
  const id = newId();
  const order = {
    userId,
    cents: amount,
    automatic: false,
    cardId: card?.id ?? null,
    customerId,
    savesCard: saveCard,
  };
  return transaction(deps.db, async (trx) => {
    const owner = await rememberRequest(trx, deps.clock, key, id);
    if (owner !== id) return joined(trx, userId, owner);
    const payment = await startTopUpPayment(trx, deps, actor, order, id);
    if (saveCard)
      await insertSetup(trx, {
        id,
        user_id: userId,
        provider: payment.provider,
        payment_id: id,
        consent: SAVE_CARD_CONSENT,
        consent_ip: actor.ip,
        created_at: deps.clock.now(),
      });
    return payment;
  });
}

async function customerFor(
  deps: PaymentDeps,
  userId: string,
  { savesCard, chargesCard }: { savesCard: boolean; chargesCard: boolean },
): Promise<string | null> {
  if (savesCard) return customerToSaveFor(deps, userId);
  return chargesCard ? customerOf(deps, userId) : null;
}

/** A concurrent request with the same key has started it. */
async function joined(trx: Trx, userId: string, id: string): Promise<TopUpPayment> {
  const payment = await findTopUp(trx, userId, id);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
  return payment;
}
