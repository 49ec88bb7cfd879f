import { byActor } from '../domains/audit/audit.events.ts';
import { recordEvent } from '../domains/audit/record-event.ts';
import { addNote } from '../domains/clients/client-notes.ts';
import { createIntent } from '../domains/payments/create-intent.ts';
import { selectPaymentByIntent } from '../domains/payments/payments.store.ts';
import { settlePayment } from '../domains/payments/settle-payment.ts';
import { refundShipment } from '../domains/shipments/operator/refund-shipment.ts';
import type { Actor } from '../platform/actor.ts';
import { days, hours, later, minutes } from '../platform/clock.ts';
import { selectAccountId, selectLabels } from './demo.store.ts';
import { type DemoShipmentDeps, type DemoShop, NO_MAILS } from './demo-shipments.ts';

const DECLINED_CARD = '4000000000000002';
/** Longer than the payment provider waits before a void is certain to be too late. */
const REFUND_AFTER_MS = hours(1);

const REASONS = [
  'The package arrived two days late.',
  'The client bought the label twice.',
  'The carrier charged too much for the weight.',
];

/** What an admin did in the past months: prices, refunds and notes. And a card that was declined. */
export async function fillOperatorHistory(
  running: DemoShipmentDeps,
  adminEmail: string,
  shops: readonly DemoShop[],
): Promise<void> {
  const deps: DemoShipmentDeps = { ...running, ...NO_MAILS };
  const userId = await selectAccountId(deps.db, adminEmail);
  if (!userId) return;
  const admin: Actor = { userId, role: 'admin', ip: '203.0.113.10', requestId: null };
  await addPriceHistory(deps, admin, shops);
  await addRefunds(deps, admin);
  await addUnspentMoney(deps, shops);
  const [, large, steady] = shops;
  if (large)
    await addNote(deps, admin, large.userId, 'Moves to the new warehouse in spring. Ask about volume.');
  if (steady) await addNote(deps, admin, steady.userId, 'Prefers email to phone.');
}

/** The commissions that `addPrices` has set, and the ones before. */
async function addPriceHistory(
  deps: DemoShipmentDeps,
  admin: Actor,
  shops: readonly DemoShop[],
): Promise<void> {
  const now = deps.clock.now();
  const [, large, steady] = shops;
  const changes = [
    { age: days(84), before: '0%', after: '15%' },
    { age: days(61), before: '15%', after: '14%' },
    { age: days(47), clientId: large?.userId, before: 'Global Rate', after: '11.5%' },
    { age: days(12), clientId: steady?.userId, before: 'Global Rate', after: '$2.50' },
  ];
  for (const { age, clientId, before, after } of changes)
    await recordEvent(deps.db, { now: () => later(now, -age) }, admin, {
      type: 'UPDATE_PRICING',
      status: 'success',
      ...byActor(admin),
      details: { ...(clientId ? { clientId } : {}), before, after },
    });
}

/** Partial refunds of delivered labels, a full one of the cheapest, and one label that is voided. */
async function addRefunds(deps: DemoShipmentDeps, admin: Actor): Promise<void> {
  const now = deps.clock.now();
  const delivered = await selectLabels(deps.db, 'delivered', 24);
  const refunded = delivered.filter((_, place) => place % 8 === 0);
  const lowest = Math.min(...refunded.map(({ total_cents }) => total_cents));
  for (const [index, label] of refunded.entries()) {
    const refundedAt = Math.min(later(label.created_at, days(3)).getTime(), later(now, -hours(1)).getTime());
    const clock = { now: () => new Date(refundedAt) };
    await refundShipment({ ...deps, clock }, admin, {
      shipmentId: label.id,
      amount: (label.total_cents === lowest ? lowest : 250) / 100,
      reason: REASONS[index % REASONS.length] ?? '',
      voidLabel: false,
      idempotencyKey: undefined,
    });
  }
  const [unused] = await selectLabels(deps.db, 'purchased', 1);
  const at = unused && later(unused.created_at, REFUND_AFTER_MS);
  if (!unused || !at || at > now) return;
  const clock = { now: () => at };
  await refundShipment({ ...deps, clock, labelProvider: deps.labelProviderAt(clock) }, admin, {
    shipmentId: unused.id,
    amount: unused.total_cents / 100,
    reason: 'The client canceled the order.',
    voidLabel: true,
    idempotencyKey: undefined,
  });
}

/** One payment without a label, which is refunded half an hour later, and a declined card. */
async function addUnspentMoney(deps: DemoShipmentDeps, shops: readonly DemoShop[]): Promise<void> {
  const [shop, other] = shops;
  if (!shop || !other || !deps.payWithTestCard) return;
  const at = later(deps.clock.now(), -minutes(10));
  const then = { ...deps, clock: { now: () => at } };
  const client = (userId: string) => ({ userId, ip: '203.0.113.30', requestId: null });
  const unused = await createIntent(then, client(shop.userId), { amount: 1875, description: 'A label' });
  await deps.payWithTestCard(unused.paymentIntentId, unused.clientSecret);
  // Otherwise the first sweep would settle it and queue a receipt.
  const paid = await selectPaymentByIntent(deps.db, deps.paymentProvider.name, unused.paymentIntentId);
  if (paid) await settlePayment(then, paid);
  const declined = await createIntent(then, client(other.userId), { amount: 2340, description: 'A label' });
  await deps.payWithTestCard(declined.paymentIntentId, declined.clientSecret, DECLINED_CARD);
}
