import { dateIn } from '@lading/contract/calendar-date.ts';
import { later, minutes } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { shortReference } from '../../platform/ids.ts';
import type { IssueDeps } from './billing.deps.ts';
import type { Buyer, ReceiptContent } from './billing-content.ts';
import { selectBuyers } from './billing-details.store.ts';
import { moveReceiptsUntil, type StoredSettings, selectSettings } from './billing-settings.store.ts';
import { buyerOf, ERASED_BUYER, sellerOf } from './buyer.ts';
import { type Draft, issueNumbered } from './number-documents.ts';
import { type PaidPayment, selectUnreceipted } from './receipts.store.ts';

const PAGE_SIZE = 200;

/** A payment is visible here well before this much time has passed since it succeeded. */
const SETTLED_MS = minutes(30);

/** Issues receipts for payments without one, in pages. Returns how many. */
export async function issueReceipts(deps: IssueDeps): Promise<number> {
  let issued = 0;
  for (;;) {
    const count = await transaction(deps.db, (trx) => issuePage(trx, deps));
    if (count > 0) failpoint('receipts-issued');
    issued += count;
    if (count < PAGE_SIZE) return issued;
  }
}

async function issuePage(trx: Trx, deps: IssueDeps): Promise<number> {
  const { clock, timeZone } = deps;
  const settings = await selectSettings(trx);
  const { receipts_until: until } = settings;
  if (!until) return 0;
  const now = clock.now();
  const page = { since: until, until: now, limit: PAGE_SIZE };
  // Most of the time there is nothing to do, and then no counter is locked.
  if ((await selectUnreceipted(trx, { ...page, limit: 1 })).length === 0) {
    await move(trx, until, later(now, -SETTLED_MS));
    return 0;
  }
  const issuedOn = dateIn(timeZone, now);
  const numbering = { prefix: settings.number_prefix, year: Number(issuedOn.slice(0, 4)) };
  const documents = await issueNumbered(trx, new Set(['receipt'] as const), numbering, async () =>
    draftsOf(trx, deps, settings, await selectUnreceipted(trx, page)),
  );
  // Otherwise it would never move where each sweep finds a payment.
  if (documents.length < PAGE_SIZE) await move(trx, until, later(now, -SETTLED_MS));
  return documents.length;
}

/** Rarely, so that the row does not change with every sweep. */
async function move(trx: Trx, from: Date, until: Date): Promise<void> {
  if (until.getTime() - from.getTime() > SETTLED_MS) await moveReceiptsUntil(trx, until);
}

async function draftsOf(
  trx: Trx,
  { clock, timeZone, paymentProvider }: IssueDeps,
  settings: StoredSettings,
  payments: readonly PaidPayment[],
): Promise<Draft[]> {
  const issuedAt = clock.now();
  const facts = await selectBuyers(trx, [...new Set(payments.map(({ user_id: id }) => id))]);
  const buyers = new Map(facts.map((buyer) => [buyer.user_id, buyerOf(buyer)]));
  const frame = {
    sample: !paymentProvider.live,
    seller: sellerOf(settings),
    issuedOn: dateIn(timeZone, issuedAt),
  };
  return payments.map((payment) => ({
    kind: 'receipt',
    user_id: payment.user_id,
    run_id: null,
    payment_id: payment.id,
    corrects: null,
    period_start: null,
    period_end: null,
    issued_at: issuedAt,
    due_on: null,
    subtotal_cents: payment.amount_cents,
    tax_cents: 0,
    total_cents: payment.amount_cents,
    paid_cents: payment.amount_cents,
    due_cents: 0,
    content: receiptOf(payment, {
      ...frame,
      buyer: buyers.get(payment.user_id) ?? ERASED_BUYER,
      paidOn: dateIn(timeZone, payment.succeeded_at),
    }),
  }));
}

type Given = Pick<ReceiptContent, 'sample' | 'seller' | 'issuedOn' | 'paidOn'> & { buyer: Buyer };

const receiptOf = (payment: PaidPayment, given: Given): ReceiptContent => ({
  kind: 'receipt',
  ...given,
  purpose: purposeOf(payment),
  totalCents: payment.amount_cents,
  balanceCents: payment.balance_cents,
  card: cardOf(payment),
  reference: shortReference(payment.id),
});

const purposeOf = ({ purpose, automatic, batch }: PaidPayment): ReceiptContent['purpose'] => {
  if (purpose === 'top_up') return automatic ? 'automatic_top_up' : 'top_up';
  return batch ? 'batch' : 'labels';
};

const cardOf = ({ amount_cents: total, balance_cents: balance, brand, last4 }: PaidPayment) =>
  total > balance && brand !== null && last4 !== null ? { brand, last4 } : null;
