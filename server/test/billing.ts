import type { BillingDocument, BillingKind } from '@lading/contract/billing.ts';
import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { bookBalance } from '../src/domains/balances/book-balance.ts';
import { firstDayOf } from '../src/domains/billing/billing-months.ts';
import {
  selectSettings,
  startBilling,
  updateSettings,
} from '../src/domains/billing/billing-settings.store.ts';
import { issueDocuments } from '../src/domains/billing/issue-documents.ts';
import { sweepBilling } from '../src/domains/billing/sweep-billing.ts';
import { bookings } from '../src/domains/ledger/ledger.ts';
import { days, hours } from '../src/platform/clock.ts';
import { type Database, transaction } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import { payFromBalance } from './balance.ts';
import type { TestApp } from './build-test-app.ts';
import { aShipment, call, centsOfRate, pay, ratesFor, type Shop } from './shipping.ts';

export const BILLING_SETTINGS = {
  legalName: 'Harbor Labels LLC',
  addressLines: ['100 Dock St', 'Tacoma, WA 98402'],
  taxId: '91-1234567',
  contactEmail: 'billing@harbor.example',
  numberPrefix: '',
  paymentInstructions: 'Wire to account 000123.',
  taxLines: [] as { name: string; rate: number; appliesTo: 'service' | 'price' }[],
  noTaxReason: 'Postage is not taxed.',
};

export const saveBillingSettings = (test: TestApp, operator: Shop, changes: object = {}) =>
  call(test, operator, 'PUT', API.adminBillingSettings, { ...BILLING_SETTINGS, ...changes });

/** Moves the clock to the next month, past the time when the last one is closed. Sessions stay valid. */
export async function enterNextMonth({ clock, ownerUrl }: TestApp): Promise<void> {
  const start = clock.now();
  const month = () => dateIn('UTC', clock.now()).slice(0, 7);
  for (const now = month(); month() === now; ) clock.advance(days(1));
  clock.advance(hours(2));
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `UPDATE sessions SET created_at = created_at + passed, expires_at = expires_at + passed, last_used_at = last_used_at + passed
     FROM (SELECT $1 * interval '1 millisecond' AS passed) time`,
    [clock.now().getTime() - start.getTime()],
  );
  await owner.end();
}

/** Sweeps until every month that is closed has its documents. */
export async function issueAll({ deps }: TestApp): Promise<void> {
  const next = () => deps.db.selectFrom('billing_settings').select('next_month').executeTakeFirstOrThrow();
  for (let quiet = 0, before = await next(); quiet < 2; ) {
    await sweepBilling(deps);
    const after = await next();
    quiet = after.next_month === before.next_month ? quiet + 1 : 0;
    before = after;
  }
}

export async function documentsOf(test: TestApp, shop: Shop, kind: BillingKind): Promise<BillingDocument[]> {
  const answer = await call(test, shop, 'GET', `${API.billingDocuments}?kind=${kind}&limit=100`);
  return answer.json().documents;
}

/** A label of today, paid by card or from the balance. */
export async function buyToday(
  test: TestApp,
  shop: Shop,
  from: 'card' | 'balance' = 'card',
): Promise<{ id: string; cents: number }> {
  const shipment = aShipment({ shippingDate: dateIn('UTC', test.clock.now()) });
  const [rate] = await ratesFor(test, shop, shipment);
  if (!rate) throw new Error('No rate');
  const cents = centsOfRate(rate);
  if (from === 'card') await pay(test, shop, cents, [rate.objectId]);
  else await payFromBalance(test, shop, cents, [rate.objectId]);
  const answer = await call(test, shop, 'POST', API.label, { ...shipment, rateId: rate.objectId });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { id: answer.json().transactionId, cents };
}

/** Starts billing without an admin, with the month before the current one. */
export async function startBillingIn(db: Database, now: Date): Promise<void> {
  const thisMonth = firstDayOf(dateIn('UTC', now));
  await transaction(db, async (trx) => {
    await updateSettings(trx, BILLING_SETTINGS, now);
    await startBilling(trx, firstDayOf(addDays(thisMonth, -1)));
  });
}

/** A client's statement of a month with one bank transfer. */
export async function issueStatement(deps: TestApp['deps'], userId: string, month: string): Promise<void> {
  const clock = { now: () => new Date(`${month}-15T12:00:00Z`) };
  await transaction(deps.db, (trx) =>
    bookBalance(trx, clock, {
      userId,
      reasonKey: `balance-deposit:${newId()}`,
      kind: 'deposit',
      entries: bookings.deposit(1_000),
    }),
  );
  await issueDocuments(deps, await selectSettings(deps.db), userId, firstDayOf(month));
}
