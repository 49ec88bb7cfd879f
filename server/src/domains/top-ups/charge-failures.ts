import { days, later } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { queueTopUpNotice } from '../notices/notices.ts';
import type { ChargeFailure } from '../payments/charge-stored-card.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { lastChargeOfStoredCard, type TopUpPayment } from '../payments/top-up-payments.ts';
import { countFailures, insertFailure, lockSettings, pause } from './automatic-top-ups.store.ts';
import { markRefused } from './stored-cards.store.ts';
import type { StopReason } from './top-ups.tables.ts';

/** Card networks forbid another charge. Do not show the cardholder the reason. */
const NEVER_AGAIN = new Set(['lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'fraudulent']);
const MAX_FAILURES = 2;
const RETRY_AFTER_MS = days(1);

/**
 * Records why a stored card was not charged, once per payment. An automatic top-up is tried again after a day at
 * the earliest, and stops at the second failure in a row.
 */
export async function noteFailure(
  trx: Trx,
  deps: PaymentDeps,
  payment: TopUpPayment,
  { code }: ChargeFailure,
): Promise<void> {
  const now = deps.clock.now();
  const { id: paymentId, user_id: userId, automatic, card_id: cardId } = payment;
  // Lock the settings first, as starting a top-up does, so that the two cannot deadlock.
  const settings = await lockSettings(trx, userId);
  // The client has acted since this charge started, for example chosen another card, which it says nothing about.
  const isOutdated = settings !== undefined && payment.created_at < settings.acted_at;
  const failedAt = isOutdated ? payment.created_at : now;
  const failure = { payment_id: paymentId, user_id: userId, automatic, code, created_at: failedAt };
  if (!(await insertFailure(trx, failure))) return;
  if (NEVER_AGAIN.has(code) && cardId) await markRefused(trx, cardId, now);
  deps.log.warn({ event: 'top_up.failed', paymentId, automatic, code }, 'A stored card was not charged');
  if (!automatic || !settings) return;
  if (isOutdated) {
    // The payment stays open, and no other one starts before the client has confirmed it.
    if (code === 'authentication_required') await queueTopUpNotice(deps, trx, paymentId);
    return;
  }
  const charged = await lastChargeOfStoredCard(trx, userId, settings.acted_at);
  const failures = await countFailures(trx, userId, charged ?? settings.acted_at);
  await pause(trx, userId, { waitUntil: later(now, RETRY_AFTER_MS) });
  const stopped = stopFor(code, failures);
  if (stopped) await pause(trx, userId, { stopped });
  await queueTopUpNotice(deps, trx, paymentId);
}

function stopFor(code: string, failures: number): StopReason | null {
  if (NEVER_AGAIN.has(code)) return 'card_refused';
  if (code === 'expired_card') return 'card_expired';
  if (/^(resource_missing|payment_method_)/.test(code)) return 'no_card';
  return failures >= MAX_FAILURES ? 'declined' : null;
}
