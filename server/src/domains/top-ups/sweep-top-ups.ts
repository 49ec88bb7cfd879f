import { later } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { queueCardExpiryNotice } from '../notices/notices.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { claimUnchargedTopUps } from '../payments/top-up-payments.ts';
import { resumeAfterCharge, selectClientsToTopUp } from './automatic-top-ups.store.ts';
import { EXPIRY_NOTICE_MS } from './card-facts.ts';
import { chargeTopUp } from './charge-top-up.ts';
import { markExpiryNoticed, selectExpiring } from './stored-cards.store.ts';
import { checkSetup, setupsToCheck } from './stored-cards.ts';
import { syncCards } from './sync-cards.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

const PAGE_SIZE = 50;

/** Repeats charges without an answer, saves confirmed cards, starts automatic top-ups, and sends notices about expiring cards. */
export async function sweepTopUps(deps: PaymentDeps): Promise<void> {
  const { db, clock, log, paymentProvider } = deps;
  const provider = paymentProvider.name;
  const logged = (field: 'paymentId' | 'setupId' | 'userId' | 'cardId') => ({
    onError: (err: unknown, item: { id: string } | string) =>
      log.warn(
        { event: 'top_ups.sweep_failed', err, [field]: typeof item === 'string' ? item : item.id },
        'Processing a top-up, card setup or expiring card failed; will retry',
      ),
  });
  await forEachIsolated(await claimUnchargedTopUps(deps, PAGE_SIZE), logged('paymentId'), (payment) =>
    chargeTopUp(deps, payment),
  );
  await forEachIsolated(await setupsToCheck(deps), logged('setupId'), (setup) => checkSetup(deps, setup));
  await resumeAfterCharge(db);
  const due = await selectClientsToTopUp(db, { now: clock.now(), provider, limit: PAGE_SIZE });
  await forEachIsolated(due, logged('userId'), (userId) => topUpIfNeeded(deps, userId));
  const until = later(clock.now(), EXPIRY_NOTICE_MS);
  const expiring = await selectExpiring(db, { provider, until, limit: PAGE_SIZE });
  await forEachIsolated(expiring, logged('cardId'), (card) => sendExpiryNotice(deps, card));
}

/** The card may have been replaced by the bank, so its date is read again first. */
async function sendExpiryNotice(deps: PaymentDeps, { id, user_id: userId }: { id: string; user_id: string }) {
  const { db, clock, paymentProvider } = deps;
  await syncCards(deps, userId);
  const until = later(clock.now(), EXPIRY_NOTICE_MS);
  const [expiring] = await selectExpiring(db, { provider: paymentProvider.name, until, id, limit: 1 });
  if (!expiring) return;
  await transaction(db, async (trx) => {
    if (await markExpiryNoticed(trx, id, clock.now())) await queueCardExpiryNotice(deps, trx, id);
  });
}
