import { type AdminShipmentDetails, AdminShipmentDetailsSchema } from '@lading/contract/admin-shipments.ts';
import { centsOf, dollarsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOperator, recordsOf, refund } from '../../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  call,
  type FaultyApp,
  makeShop,
  paidRate,
  type Shop,
} from '../../../../test/shipping.ts';
import { newId } from '../../../platform/ids.ts';
import { recordDispute } from '../../payments/disputes.ts';
import { formatCommission } from '../../pricing/format-commission.ts';
import { formatAddress } from './format-shipment.ts';

let faulty: FaultyApp;
let operator: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
});
afterAll(() => faulty.test.close());

const read = (id: string, by = operator) =>
  call(faulty.test, by, 'GET', API.adminShipment.replace(':id', id));
const detailsOf = async (id: string): Promise<AdminShipmentDetails> => {
  const answer = await read(id);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(AdminShipmentDetailsSchema.safeParse(answer.json()).success).toBe(true);
  return answer.json();
};

async function voidedLabel() {
  const { db } = faulty.test.deps;
  await db.updateTable('global_pricing').set({ markup_type: 'percentage', markup_value: 1250 }).execute();
  const shop = await makeShop(faulty.test);
  const { transactionId: id, cents, trackingNumber } = await boughtLabel(faulty.test, shop);
  const { refund: given } = await refund(faulty.test, operator, id, 150, { voidLabel: true });
  return { id, cents, trackingNumber, shop, refundId: given.refundId };
}

const userOf = (id: string) =>
  faulty.test.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the shipment details', () => {
  it('show the shipment, quote, payment, attempts, label and refunds', async () => {
    const { id, cents, trackingNumber, shop, refundId } = await voidedLabel();
    const user = await userOf(shop.userId);
    const admin = await userOf(operator.userId);
    const details = await detailsOf(id);
    const now = faulty.test.clock.now().toISOString();
    expect(details.shipment).toMatchObject({
      shipmentId: id,
      trackingNumber,
      clientName: user.full_name,
      clientEmail: user.email,
      status: 'failed',
      state: 'voided',
      voidable: false,
      origin: { formatted: 'Portland, OR' },
      destination: { formatted: 'Austin, TX' },
      sender: ['Ada Park', '1120 SW 5th Ave', 'Portland, OR 97204'],
      receiver: ['Dana Reyes', '500 W 2nd St Apt 1900', 'Austin, TX 78701'],
      parcel: '12 × 9 × 4 in, 2 lb',
      shippingDate: '2026-11-17',
      cost: dollarsOf(cents),
      refunded: 1.5,
      refundable: dollarsOf(cents - 150),
    });
    const { quote } = details;
    expect(quote).toMatchObject({
      commissionRule: '12.5%',
      total: dollarsOf(cents),
      actualCost: quote.carrierCost,
    });
    expect(centsOf(quote.carrierCost) + centsOf(quote.commission)).toBe(cents);
    expect(details.payment).toMatchObject({
      status: 'succeeded',
      amount: dollarsOf(cents),
      allocated: dollarsOf(cents),
      batchId: null,
      paidAt: now,
    });
    expect(details.attempts).toEqual([
      { number: 1, state: 'succeeded', detail: '', startedAt: now, endedAt: now },
    ]);
    expect(details.label).toMatchObject({ purchasedAt: now, downloadedAt: null });
    expect(details.refunds).toEqual([
      {
        refundId,
        amount: 1.5,
        kind: 'by_admin',
        reason: 'The parcel was late.',
        state: 'succeeded',
        detail: '',
        by: admin.full_name,
        createdAt: now,
        endedAt: now,
      },
    ]);
  });

  it('show the ledger and the state changes', async () => {
    const { id } = await voidedLabel();
    const details = await detailsOf(id);
    const bookings = [...new Set(details.ledger.map(({ booking }) => booking))];
    expect(bookings).toEqual(['Label bought', 'Refund requested', 'Refund paid', 'Label voided']);
    for (const name of bookings) {
      const lines = details.ledger.filter(({ booking }) => booking === name);
      expect(lines.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(0);
    }
    expect(details.ledger).toContainEqual(
      expect.objectContaining({
        booking: 'Label voided',
        account: 'carrier_payable',
        amount: details.quote.carrierCost,
      }),
    );
    const movesOf = (object: string) =>
      details.moves.filter((move) => move.object === object).map(({ to }) => to);
    expect(movesOf('shipment')).toEqual(['paid', 'purchasing', 'purchased', 'void_requested', 'voided']);
    expect(movesOf('refund')).toEqual(['requested', 'submitted', 'succeeded']);
  });

  it('show a failed label and its automatic refund', async () => {
    const shop = await makeShop(faulty.test);
    const { rate, cents } = await paidRate(faulty.test, shop);
    faulty.labelProvider.refuse(1, 'The carrier is closed.');
    const { transactionId: id } = (await buy(faulty.test, shop, rate.objectId)).json();
    const details = await detailsOf(id);
    expect(details.shipment).toMatchObject({
      trackingNumber: null,
      trackingUrl: null,
      state: 'refunded',
      voidable: false,
      refunded: dollarsOf(cents),
      refundable: 0,
    });
    expect(details.quote.actualCost).toBeNull();
    expect(details.label).toBeNull();
    expect(details.attempts).toMatchObject([{ state: 'declined', detail: 'The carrier is closed.' }]);
    expect(details.refunds).toMatchObject([{ kind: 'failed_purchase', by: null, state: 'succeeded' }]);
    expect(details.ledger.map(({ booking }) => booking)).not.toContain('Label bought');
  });

  it('show a payment dispute and its outcome', async () => {
    const { transactionId: id, cents } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    expect((await detailsOf(id)).disputes).toEqual([]);
    const { db, clock } = faulty.test.deps;
    const payment = await db
      .selectFrom('payments')
      .innerJoin('shipments', 'shipments.payment_id', 'payments.id')
      .selectAll('payments')
      .where('shipments.id', '=', id)
      .executeTakeFirstOrThrow();
    const dispute = { disputeId: 'dp_1', cents, reason: 'product_not_received' };
    await recordDispute(faulty.test.deps, payment, { ...dispute, status: 'open' });
    await recordDispute(faulty.test.deps, payment, { ...dispute, status: 'lost' });
    const details = await detailsOf(id);
    const now = clock.now().toISOString();
    expect(details.disputes).toEqual([
      {
        disputeId: 'dp_1',
        amount: dollarsOf(cents),
        reason: 'product_not_received',
        state: 'lost',
        openedAt: now,
        endedAt: now,
      },
    ]);
    expect(details.ledger.map(({ booking }) => booking)).toEqual(
      expect.arrayContaining(['Payment disputed', 'Dispute lost']),
    );
    expect(details.moves.filter(({ object }) => object === 'dispute').map(({ to }) => to)).toEqual([
      'open',
      'lost',
    ]);
  });

  it('offer a void while the label is unused, and are audited once per view', async () => {
    const { transactionId: id } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    expect((await detailsOf(id)).shipment.voidable).toBe(true);
    await detailsOf(id);
    expect(await recordsOf(faulty.test, 'VIEW_SHIPMENT', id)).toMatchObject([
      { user_id: operator.userId, details: { shipmentId: id } },
    ]);
  });

  it('answer 404 for an unknown shipment, and are only for admins', async () => {
    const shop = await makeShop(faulty.test);
    const { transactionId: id } = await boughtLabel(faulty.test, shop);
    expect((await read(newId())).json()).toMatchObject({ error: 'SHIPMENT_NOT_FOUND' });
    expect((await read('x')).statusCode).toBe(400);
    expect((await read(id, shop)).statusCode).toBe(403);
  });
});

describe('the formatted shipment', () => {
  const toronto = {
    name: 'Lea Roy',
    company: '',
    street1: '1 Front St',
    street2: '',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5J 2N1',
    country: 'CA',
    phone: '',
    email: '',
  };

  it('names foreign countries, and omits empty fields', () => {
    expect(formatAddress(toronto)).toEqual(['Lea Roy', '1 Front St', 'Toronto ON M5J 2N1', 'Canada']);
    expect(formatAddress({ ...toronto, city: 'Portland', state: 'OR', zip: '97201', country: 'US' })).toEqual(
      ['Lea Roy', '1 Front St', 'Portland, OR 97201'],
    );
  });

  it('shows a commission as percent or dollars', () => {
    expect(formatCommission({ type: 'percentage', value: 1200 })).toBe('12%');
    expect(formatCommission({ type: 'flat_rate', value: 50 })).toBe('$0.50');
  });
});
