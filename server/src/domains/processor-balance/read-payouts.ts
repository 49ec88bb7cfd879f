import { ago, days, later } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import type { Movement, Page, PageOrder, PayoutRecord } from '../../providers/payments/port.ts';
import { bookings, post, reversed } from '../ledger/ledger.ts';
import { reportIncidentIn } from '../reconciliation/report-incident.ts';
import { askProcessor } from './ask-processor.ts';
import { assignToPayout } from './movements.store.ts';
import { nextStatus } from './payout-status.ts';
import { lockPayout, markItemized, selectPayoutsToItemize, updatePayout } from './payouts.store.ts';
import type { ProcessorDeps } from './processor-balance.deps.ts';
import { markPayoutsRead, selectReads } from './reads.store.ts';
import { LEDGER_CURRENCY, storeMovements } from './store-movements.ts';

/** A bank may return a payout for some days after it was paid. */
const PAYOUTS_CHANGE_MS = days(14);
/** Protects against an endless list. */
const MAX_PAGES = 10_000;
const MAX_ITEMIZED = 10;

/** Reads the payouts that can still change. Until one call has read them all, every call reads all of them. */
export async function readPayouts(deps: ProcessorDeps): Promise<void> {
  const { db, clock, paymentProvider } = deps;
  const { read_from: start, payouts_read_at: last } = await selectReads(db, paymentProvider.name);
  const since = last === null ? start : later(last, -PAYOUTS_CHANGE_MS);
  let after: string | null = null;
  let pages = 0;
  do {
    if (pages === MAX_PAGES) throw new Error(`${paymentProvider.name} lists too many payouts`);
    const order: PageOrder = { since, after };
    const page: Page<PayoutRecord> = await askProcessor(deps, (balance) => balance.payouts(order));
    failpoint('payouts-read');
    for (const payout of page.items) await recordPayout(deps, payout);
    after = page.next;
    pages += 1;
  } while (after !== null);
  await markPayoutsRead(db, paymentProvider.name, clock.now());
  await itemizePayouts(deps);
}

/** A payout is booked once when it is paid, and reversed once if the bank returns it. */
async function recordPayout(deps: ProcessorDeps, payout: PayoutRecord): Promise<void> {
  const { db, clock, paymentProvider } = deps;
  await transaction(db, async (trx) => {
    const stored = await lockPayout(trx, paymentProvider.name, payout, clock.now());
    const status = nextStatus(stored, payout.status);
    if (stored !== null && status === stored) return;
    if (stored !== null) await updatePayout(trx, payout, status, clock.now());
    await bookPayout(deps, trx, payout, { wasPaid: stored === 'paid', isPaid: status === 'paid' });
    if (status === 'failed')
      await reportIncidentIn(trx, deps, 'payout_failed', payout.id, payout.failure ?? 'no reason given');
  });
}

async function bookPayout(
  { clock }: ProcessorDeps,
  trx: Trx,
  { id, amountCents, currency }: PayoutRecord,
  { wasPaid, isPaid }: { wasPaid: boolean; isPaid: boolean },
): Promise<void> {
  if (currency !== LEDGER_CURRENCY || wasPaid === isPaid) return;
  const entries = bookings.bankPayout(amountCents);
  if (isPaid) await post(trx, clock, `processor-payout:${id}`, entries);
  else await post(trx, clock, `processor-payout-failed:${id}`, reversed(entries));
}

/** Reads what payouts consist of, until it adds up to their amount. */
async function itemizePayouts(deps: ProcessorDeps): Promise<void> {
  const { db, clock, log, paymentProvider } = deps;
  const since = ago(clock, PAYOUTS_CHANGE_MS);
  const ids = await selectPayoutsToItemize(db, paymentProvider.name, { since, limit: MAX_ITEMIZED });
  await forEachIsolated(
    ids,
    {
      onError: (err, id) =>
        log.warn({ event: 'payouts.itemize_failed', err, id }, 'A payout could not be itemized; will retry'),
    },
    (id) => itemizePayout(deps, id),
  );
}

async function itemizePayout(deps: ProcessorDeps, payoutId: string): Promise<void> {
  const { db, clock, paymentProvider } = deps;
  let after: string | null = null;
  do {
    const from: string | null = after;
    const page: Page<Movement> = await askProcessor(deps, (balance) => balance.movementsOf(payoutId, from));
    await transaction(db, async (trx) => {
      await storeMovements(trx, clock, paymentProvider.name, page.items);
      const ids = page.items.map(({ id }) => id);
      if (ids.length > 0) await assignToPayout(trx, payoutId, ids);
      if (page.next === null) await markItemized(trx, payoutId, clock.now());
    });
    after = page.next;
  } while (after !== null);
}
