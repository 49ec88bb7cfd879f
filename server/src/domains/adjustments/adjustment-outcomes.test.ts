import { API, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { addFunds, balanceOf } from '../../../test/balance.ts';
import { adjustmentsOf, withBilledClient } from '../../../test/billed-client.ts';
import {
  type BilledLabel,
  buyLabelOf,
  correction,
  fedexFile,
  freight,
  importFile,
  importUps,
  nextInvoice,
  previewFile,
  upsFile,
  voidCredit,
} from '../../../test/carrier-invoices.ts';
import { refund } from '../../../test/operator.ts';
import { call, centsOfRate, ratesFor, type Shop, sweepFor } from '../../../test/shipping.ts';
import { automaticPayments, saveCard, topUp, turnOn } from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';

let operator: Shop;
let shop: Shop;
let label: BilledLabel;
const test = withBilledClient((client) => {
  ({ operator, shop, label } = client);
});

const own = () => adjustmentsOf(test(), shop);
const setPolicy = (body: object) =>
  call(test(), operator, 'PUT', path(API.adminClientAdjustmentPolicy, { id: shop.userId }), body);

describe('an adjustment', () => {
  it('is paid by the operator up to the threshold, and by the client with a fee above it', async () => {
    await setPolicy({ mode: 'pass_on', threshold: 200, fee: 75 });
    expect(await importUps(test(), operator, [correction(label, 200)])).toMatchObject({
      absorbed: 1,
      client: 0,
      fees: 0,
    });
    expect(await importUps(test(), operator, [correction(label, 201)])).toMatchObject({
      passedOn: 1,
      client: 201,
      fees: 75,
    });
    expect(await balanceOf(test(), shop)).toBe(-276);
    expect(await own()).toMatchObject([{ amount: 276, fee: 75 }]);
  });

  it('is paid by the operator if the policy is to absorb', async () => {
    await setPolicy({ mode: 'absorb', threshold: 0, fee: 100 });
    expect(await importUps(test(), operator, [correction(label, 5_000)])).toMatchObject({
      absorbed: 1,
      client: 0,
      fees: 0,
    });
    expect(await balanceOf(test(), shop)).toBe(0);
    expect(await own()).toEqual([]);
  });

  it('that is a credit goes to the client up to what the client has paid', async () => {
    await importUps(test(), operator, [freight(label), correction(label, 300)]);
    expect(await importUps(test(), operator, [correction(label, -500)])).toMatchObject({
      billed: -500,
      client: -300,
      passedOn: 1,
    });
    expect(await balanceOf(test(), shop)).toBe(0);
    expect(await own()).toContainEqual(
      expect.objectContaining({ reason: 'credit', amount: -300, canDispute: false }),
    );
    expect(await importUps(test(), operator, [correction(label, -100)])).toMatchObject({
      absorbed: 1,
      client: 0,
    });
  });

  it('costs the client nothing if a label is billed as booked in two invoices', async () => {
    await setPolicy({ mode: 'pass_on', threshold: 50, fee: 75 });
    const fuel = {
      tracking: label.tracking,
      cents: 200,
      classification: 'FSC',
      description: 'Fuel Surcharge',
    };
    expect(await importUps(test(), operator, [freight(label, -200)])).toMatchObject({
      billed: -200,
      client: 0,
    });
    const rest = upsFile({ number: nextInvoice() }, [fuel]);
    const absorbed = { billed: 200, absorbed: 1, client: 0, fees: 0 };
    expect(await previewFile(test(), operator, rest)).toMatchObject(absorbed);
    expect(await importFile(test(), operator, rest)).toMatchObject(absorbed);
    expect(await importFile(test(), operator, rest)).toMatchObject({ newLines: 0, adjustments: 0 });
    expect([await balanceOf(test(), shop), await own()]).toEqual([0, []]);
  });

  it.each([
    ['before', [-1_000, 1_200]],
    ['after', [1_200, -1_000]],
  ])('costs the client the same if the carrier’s credit is billed %s it', async (_when, amounts) => {
    for (const cents of amounts) await importUps(test(), operator, [correction(label, cents)]);
    expect(await balanceOf(test(), shop)).toBe(-200);
  });
});

describe('a client who pays an adjustment', () => {
  it('can’t buy labels beyond the credit limit, and pays with the next top-up', async () => {
    await importUps(test(), operator, [correction(label, 300)]);
    const [rate] = await ratesFor(test(), shop);
    const body = { amount: centsOfRate(rate), description: '', rateIds: [rate?.objectId] };
    const refused = await call(test(), shop, 'POST', API.createPaymentIntent, body);
    expect(refused.json()).toMatchObject({ error: 'BALANCE_OVERDRAWN' });
    await addFunds(test(), shop, 300);
    expect((await call(test(), shop, 'POST', API.createPaymentIntent, body)).statusCode).toBe(200);
  });

  it('pays with the stored card if automatic top-ups are on', async () => {
    await saveCard(test(), shop);
    await topUp(test(), shop, 2_500);
    await turnOn(test(), shop);
    await importUps(test(), operator, [correction(label, 1_000)]);
    // A job charges the card. Its payment exists before the charge, so the sweep may have to read it again.
    await expect
      .poll(async () => {
        await sweepFor(test(), 0);
        return balanceOf(test(), shop);
      })
      .toBe(6_500);
    expect(await automaticPayments(test(), shop)).toHaveLength(1);
  });

  it('gets one email per invoice', async () => {
    const second = await buyLabelOf(test(), shop, 'UPS');
    await importUps(test(), operator, [correction(label, 412), correction(second, 300)]);
    const { email } = await test()
      .deps.db.selectFrom('users')
      .select('email')
      .where('id', '=', shop.userId)
      .executeTakeFirstOrThrow();
    const mails = () =>
      test()
        .mails(email)
        .filter((mail) => mail.includes('Subject: Your carrier adjustments'));
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1);
    expect(mails()[0]).toContain('Adjustments: 2, $7.12 in total');
    expect(mails()[0]).not.toContain('credits');
    await importUps(test(), operator, [correction(label, -212), correction(second, 450)]);
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(2);
    const both = mails().find((mail) => mail.includes('Credits: 1, $2.12 in total'));
    expect(both?.replace(/\s+/g, ' ')).toContain('We added the credits below to your balance.');
  });
});

describe('an import', () => {
  it('reports an adjustment above twice the price of the label', async () => {
    await importUps(test(), operator, [correction(label, Math.max(2_001, 2 * label.price + 1))]);
    const [adjustment] = await own();
    const { data } = (await call(test(), operator, 'GET', API.adminIncidents)).json();
    expect(data.incidents).toContainEqual(
      expect.objectContaining({ kind: 'unusual_adjustment', objectId: adjustment.id }),
    );
    await importUps(test(), operator, [correction(label, 1_999)]);
    const ids = (await own()).map(({ id }: { id: string }) => id);
    const { incidents } = (await call(test(), operator, 'GET', API.adminIncidents)).json().data;
    const reported = incidents.filter(({ objectId }: { objectId: string }) => ids.includes(objectId));
    expect([ids.length, reported.length]).toEqual([2, 1]);
  });

  it('charges a voided label that was used, and nothing if its price is credited', async () => {
    await refund(test(), operator, label.id, label.price, { voidLabel: true });
    await sweepFor(test(), minutes(5), minutes(1));
    expect(await importUps(test(), operator, [voidCredit(label)])).toMatchObject({ adjustments: 0 });
    expect(await importUps(test(), operator, [freight(label)])).toMatchObject({ adjustments: 0 });
    expect(await importUps(test(), operator, [freight(label)])).toMatchObject({
      adjustments: 1,
      billed: label.cost,
    });
    expect(await own()).toMatchObject([{ reason: 'refunded_label_used' }]);
  });

  it.each([
    ['confirmed', 'voided', { adjustments: 0, billed: 0 }],
    ['refused', 'refused', { adjustments: 1, billed: -1 }],
  ] as const)('books the credit for a void once, after the void is %s', async (_case, outcome, expected) => {
    const { labelProvider } = test().deps;
    const voidLabel = labelProvider.voidLabel.bind(labelProvider);
    labelProvider.voidLabel = async () => ({ outcome: 'pending' });
    await refund(test(), operator, label.id, label.price, { voidLabel: true });
    const text = upsFile({ number: nextInvoice() }, [voidCredit(label)]);
    expect(await previewFile(test(), operator, text)).toMatchObject({ adjustments: 0, differences: [] });
    const { invoiceIds, adjustments } = await importFile(test(), operator, text);
    const invoice = async () => {
      const url = path(API.adminCarrierInvoice, { id: invoiceIds[0] ?? '' });
      const { state, adjustments: count, billed } = (await call(test(), operator, 'GET', url)).json().invoice;
      return { state, adjustments: count, billed: billed / label.cost };
    };
    await sweepFor(test(), 0);
    expect([adjustments, await invoice()]).toEqual([0, { state: 'booking', adjustments: 0, billed: 0 }]);
    labelProvider.voidLabel =
      outcome === 'voided' ? voidLabel : async () => ({ outcome, text: 'The parcel was scanned.' });
    await sweepFor(test(), minutes(20), minutes(5));
    labelProvider.voidLabel = voidLabel;
    expect(await invoice()).toEqual({ state: 'done', ...expected });
    expect(await importUps(test(), operator, [correction(label, 35)])).toMatchObject({ billed: 35 });
    expect(await balanceOf(test(), shop)).toBe(0);
  });

  it('finds a label that was used twice', async () => {
    await importUps(test(), operator, [freight(label)]);
    await importUps(test(), operator, [freight(label)]);
    expect(await own()).toMatchObject([{ reason: 'duplicate_use', amount: label.cost }]);
  });

  it('matches FedEx numbers with a Ground prefix, and Shippo labels by transaction', async () => {
    const fedex = await buyLabelOf(test(), shop, 'FedEx');
    const half = Math.floor(fedex.tracking.length / 2);
    const row = {
      prefix: fedex.tracking.slice(0, half),
      tracking: fedex.tracking.slice(half),
      freightCents: fedex.cost,
      charges: [['Address Correction', 2_200]] as const,
    };
    const text = fedexFile({ number: nextInvoice() }, [row]);
    expect(await importFile(test(), operator, text)).toMatchObject({ billed: 2_200, unmatchedLines: 0 });
    const { transaction_id: transaction } = await test()
      .deps.db.selectFrom('shipments')
      .select('transaction_id')
      .where('id', '=', label.id)
      .executeTakeFirstOrThrow();
    const items = `type,amount,invoice,transaction,object_created\nLABEL_SURCHARGE,1.50,${nextInvoice()},${transaction},2026-11-11`;
    expect(await importFile(test(), operator, items)).toMatchObject({ billed: 150, unmatchedLines: 0 });
    const wrong = upsFile({ number: nextInvoice() }, [{ tracking: fedex.tracking, cents: 100 }]);
    expect(await importFile(test(), operator, wrong)).toMatchObject({ unmatchedLines: 1, adjustments: 0 });
  });
});
