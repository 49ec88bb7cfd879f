import type { PayoutAnswer, PayoutBody } from '@lading/contract/balance.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { requestKey } from '../../platform/idempotency/request-key.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { readStanding } from '../balances/balance-standing.ts';
import { isPayableInFull, payOut } from '../payments/pay-out.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { unsettledMoneyOf } from '../payments/unsettled-money.ts';
import { turnOffBelowThreshold } from './automatic-settings.ts';
import { detachCardsOf } from './stored-cards.ts';

/** Refunds the client's balance to the cards that topped it up. */
export async function payOutBalance(
  deps: PaymentDeps,
  actor: Actor,
  { amount }: PayoutBody,
  idempotencyKey?: string,
): Promise<PayoutAnswer> {
  const { userId } = actor;
  const key = requestKey(userId, API.balancePayout, idempotencyKey, { amount });
  const paidOut = await payOut(deps, actor, {
    userId,
    cents: amount ?? null,
    reason: 'Payout of your balance.',
    key,
    onPaidOut: (trx, balanceCents) =>
      turnOffBelowThreshold(trx, deps, userId, { balanceCents, by: 'payout' }),
  });
  const { cents: balance } = await readStanding(deps.db, userId);
  return {
    refunds: paidOut.map(({ paymentId, cents }) => ({ paymentId, cents })),
    paidOut: paidOut.reduce((sum, { cents }) => sum + cents, 0),
    balance,
  };
}

/**
 * Before an account is erased: pays out the balance if all of it can be paid out, and then removes the cards.
 * Whatever is not settled blocks the erasure, so the cards stay.
 */
export async function closeBalance(deps: PaymentDeps, userId: string): Promise<void> {
  if (!(await isPayableInFull(deps, deps.db, userId))) return;
  const { cents } = await readStanding(deps.db, userId);
  if (cents > 0)
    await payOut(deps, SYSTEM_ORIGIN, {
      userId,
      cents,
      reason: 'The account was closed.',
      key: null,
      onPaidOut: (trx) => turnOffBelowThreshold(trx, deps, userId, { balanceCents: 0, by: 'payout' }),
    });
  if ((await unsettledMoneyOf(deps.db, userId)).length === 0) await detachCardsOf(deps, userId);
}
