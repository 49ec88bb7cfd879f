import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { changeBillingDetails } from '../domains/billing/billing-details.ts';
import { changeBillingSettings } from '../domains/billing/billing-settings.ts';
import { sweepBilling } from '../domains/billing/sweep-billing.ts';
import { refundShipment } from '../domains/shipments/operator/refund-shipment.ts';
import type { Actor } from '../platform/actor.ts';
import { days, later } from '../platform/clock.ts';
import { selectAccountId, selectLabels } from './demo.store.ts';
import { type DemoShipmentDeps, type DemoShop, NO_MAILS } from './demo-shipments.ts';

const SETTINGS = {
  legalName: 'Lading Demo, LLC',
  addressLines: ['1120 SW 5th Ave', 'Portland, OR 97204', 'United States'],
  taxId: '93-0000000',
  contactEmail: 'billing@lading.example',
  numberPrefix: '',
  paymentInstructions:
    'Top up your balance, or wire the amount to account 000123 at Demo Bank. Please include the invoice number.',
  taxLines: [],
  noTaxReason: 'No sales tax is due on postage.',
};

const DETAILS = {
  company: 'Park Paper Goods',
  addressLines: ['410 NW 9th Ave', 'Portland, OR 97209', 'United States'],
  taxId: '',
  reference: 'PO 2041',
};

/** The documents of the months before the current one, issued as if the program had been running. */
export async function addDemoBilling(
  running: DemoShipmentDeps,
  adminEmail: string,
  [demo]: readonly DemoShop[],
  historyDays: number,
): Promise<void> {
  const { db, clock, timeZone } = running;
  const userId = await selectAccountId(db, adminEmail);
  if (!userId || !demo) return;
  const origin = { ip: '203.0.113.10', requestId: null };
  const admin: Actor = { userId, role: 'admin', ...origin };
  const client: Actor = { userId: demo.userId, role: 'client', ...origin };
  const start = dateIn(timeZone, later(clock.now(), -days(historyDays)));
  await changeBillingDetails(running, client, demo.userId, DETAILS);
  await changeBillingSettings(running, admin, { ...SETTINGS, startMonth: start.slice(0, 7) });
  await refundLate(running, admin);
  for (let day = start; day < dateIn(timeZone, clock.now()); day = addDays(day, 6)) {
    const time = new Date(`${day}T14:00:00Z`);
    await sweepBilling({ ...running, clock: { now: () => time }, ...NO_MAILS });
  }
  await sweepBilling({ ...running, ...NO_MAILS });
}

/** A refund of an old label, which is on a credit note. */
async function refundLate(running: DemoShipmentDeps, admin: Actor): Promise<void> {
  const label = (await selectLabels(running.db, 'delivered', 1_000)).at(-1);
  const at = label && later(label.created_at, days(32));
  if (!label || !at || at > running.clock.now()) return;
  await refundShipment({ ...running, ...NO_MAILS, clock: { now: () => at } }, admin, {
    shipmentId: label.id,
    amount: label.total_cents / 100,
    reason: 'The package was lost.',
    voidLabel: false,
    idempotencyKey: undefined,
  });
}
