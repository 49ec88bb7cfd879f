import { afterEach, describe, expect, it } from 'vitest';
import { hours } from '../../src/platform/clock.ts';
import { newId, newSecret } from '../../src/platform/ids.ts';
import { ShippoVerifier } from '../../src/providers/address-verification/shippo/shippo-verifier.ts';
import {
  LONDON,
  makeCustoms,
  makeRequest,
} from '../../src/providers/label-providers/builtin/rates/rate-request.fixture.ts';
import { asBought } from '../../src/providers/label-providers/port-suite.ts';
import { makeParcel } from '../../src/providers/order-sources/port-suite.fixture.ts';
import { amazonAtDouble } from '../amazon-at-double.ts';
import { EBAY_OPERATOR_APP, ebayAtDouble } from '../ebay-at-double.ts';
import { etsyAtDouble } from '../etsy-at-double.ts';
import { shippoAtDouble } from '../shippo-at-double.ts';
import { stripeAt } from '../stripe-at-double.ts';
import { wooCommerceAtDouble } from '../woocommerce-at-double.ts';
import { ApiDescription } from './api-description.ts';
import { recordRequests } from './api-description-record.ts';
import { EBAY_APP } from './ebay-double-oauth.ts';
import { ETSY_APP } from './etsy-double-oauth.ts';
import { startStripeDouble } from './stripe-double.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

describe('every request of our adapters', () => {
  it('to Shippo matches its API description', async () => {
    const { double, client, labelProvider, close } = await shippoAtDouble();
    open.push({ close });
    const record = recordRequests(double.server, ApiDescription.of('shippo'));

    const request = makeRequest();
    await new ShippoVerifier(client).verify(request.to);
    const { rates } = await labelProvider.rates(request);
    await labelProvider.rates({ ...request, residential: !request.residential });
    const [rate] = rates;
    if (!rate) throw new Error('No rate');
    const { residential: _, ...shipment } = request;
    const order = { ...shipment, rate, key: newId(), reference: 'Order 10482' };
    const { transactionId, trackingNumber } = asBought(await labelProvider.buyLabel(order));
    await labelProvider.findPurchase(order);
    await labelProvider.findPurchase({ ...order, key: newId() });
    await labelProvider.track(rate.carrier, trackingNumber);
    await labelProvider.track('USPS', 'SHIPPO_DELIVERED');
    await labelProvider.voidLabel(transactionId);
    await labelProvider.voidLabel(transactionId);
    await labelProvider.records.labelsSince(new Date(0));
    await labelProvider.records.lastVoids();
    const everything = { signature: 'adult', insuredCents: 50_000, saturdayDelivery: true } as const;
    const abroad = {
      reference: 'Order 10482',
      ...makeRequest({
        to: LONDON,
        customs: makeCustoms({
          invoiceNumber: '2026-1042',
          senderTaxId: { kind: 'US-EIN', number: '911144442' },
          recipientTaxId: { kind: 'GB-VAT', number: 'GB123456789' },
        }),
        extras: { ...everything, batteries: 'in_device' },
      }),
    };
    const last = (await labelProvider.rates(abroad)).rates.at(-1);
    if (!last) throw new Error('No rate abroad');
    expect(asBought(await labelProvider.buyLabel({ ...abroad, rate: last, key: newId() }))).toMatchObject({
      documents: [{ kind: 'commercial_invoice' }],
    });
    // An unusable label is voided.
    double.set({ nextWrongAnswers: ['no-tracking-number'] });
    await labelProvider.buyLabel({ ...order, key: newId() });

    expect(record).toEqual({
      operations: [
        'POST /addresses',
        'POST /shipments',
        'POST /transactions',
        'GET /transactions',
        'GET /transactions/{TransactionId}',
        'GET /tracks/{Carrier}/{TrackingNumber}',
        'GET /refunds/',
        'POST /refunds',
      ],
      // Downloads of label and document files.
      notDescribed: ['GET /labels/*', 'GET /invoices/*'],
      violations: [],
    });
  });

  it('to WooCommerce matches its API description', async () => {
    const operations = new Set<string>();
    const behaviors = [
      { fulfillments: true },
      { fulfillments: false, plugins: ['wc-shipment-tracking' as const] },
      { fulfillments: false, plugins: ['wc-ast' as const] },
      { fulfillments: false },
    ];
    for (const double of behaviors) {
      const woo = await wooCommerceAtDouble({ double, settings: { completeOrder: true } });
      open.push(woo);
      const { source, connection } = woo;
      const { shop, webhooks, url } = woo.double;
      const made = shop.make();
      shop.refund(made, made.line_items[0]?.id ?? 0, 1);
      const hook = { url: `${url}/hook`, secret: newSecret() };
      await source.connect(connection);
      await source.readChanged(connection, { changedSince: null, page: null });
      await source.readChanged(connection, { changedSince: new Date(0), page: null });
      await source.listOpen(connection, null);
      for (const status of ['active', 'disabled']) {
        for (const one of webhooks.hooks) one.status = status;
        await source.subscribe(connection, hook);
      }
      await source.unsubscribe(connection, hook);
      expect(webhooks.hooks).toEqual([]);
      const order = await source.readOrder(connection, String(made.id));
      if (!order) throw new Error('No order');
      const parcel = makeParcel(order);
      const outcome = await source.report(connection, parcel);
      if (outcome.kind !== 'reported') throw new Error(outcome.message);
      await source.findReport(connection, parcel);
      await source.readOrder(connection, String(made.id));
      await source.withdraw(connection, { parcel, reference: outcome.reference });
      // A lookup that finds nothing tries every way of storing tracking numbers.
      await source.findReport(connection, parcel);
      expect(woo.double.violations).toEqual([]);
      for (const operation of woo.double.operations) operations.add(operation);
    }
    expect([...operations].sort()).toEqual(ApiDescription.of('woocommerce').operations());
  });

  it('to Etsy and eBay matches their API descriptions', async () => {
    const etsy = await etsyAtDouble();
    const ebay = await ebayAtDouble({ app: EBAY_OPERATOR_APP });
    open.push(etsy, ebay);
    const signIn = {
      address: '',
      state: newSecret(),
      codeVerifier: newSecret(),
      redirectUrl: 'https://lading.example/',
    };
    for (const [shop, entered] of [
      [etsy, ETSY_APP],
      [ebay, EBAY_APP],
    ] as const) {
      const { source, connection, double, clock } = shop;
      const request = { ...signIn, entered };
      const { headers } = await fetch(source.authorization.start(request), { redirect: 'manual' });
      const query = [...new URL(headers.get('location') ?? '').searchParams];
      await source.authorization.finish(request, { query, body: null });
      double.shop.make();
      await source.connect(connection);
      clock.advance(hours(3));
      await source.readChanged(connection, { changedSince: new Date(0), page: null });
      await source.listOpen(connection, null);
      const { orders } = await source.readChanged(connection, { changedSince: null, page: null });
      const [order] = orders;
      const part = order?.items.slice(0, 1);
      if (!order) throw new Error('No order');
      const parcel = makeParcel(order, part);
      expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
      await source.findReport(connection, parcel);
      await source.readOrder(connection, order.externalId);
    }
    await ebay.source.deletionNotices?.readNotice(
      ebay.double.notices.delivery({ username: 'ada_p' }),
      '127.0.0.1',
    );
    for (const [double, name] of [
      [etsy.double, 'etsy'],
      [ebay.double, 'ebay'],
    ] as const) {
      expect(double.violations).toEqual([]);
      expect([...double.operations].sort()).toEqual(ApiDescription.of(name).operations());
    }
  });

  it('to Amazon matches its API description', async () => {
    const amazon = await amazonAtDouble();
    open.push(amazon);
    const { source, connection, double } = amazon;
    const { orderId } = double.shop.make();
    await source.connect(connection);
    for (const changedSince of [null, new Date(0)])
      await source.readChanged(connection, { changedSince, page: null });
    await source.listOpen(connection, null);
    const order = await source.readOrder(connection, orderId);
    if (!order) throw new Error('No order');
    const parcel = { ...makeParcel(order), carrier: 'OnTrac' };
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(await source.findReport(connection, parcel)).not.toBeNull();
    expect(double.violations).toEqual([]);
    expect([...double.operations].sort()).toEqual(ApiDescription.of('amazon').operations());
  });

  it('is reported when it does not match', async () => {
    const { double, client, close } = await shippoAtDouble();
    open.push({ close });
    const record = recordRequests(double.server, ApiDescription.of('shippo'));
    await client.createTransaction({ rate: 'r', label_file_type: 'DOC' });
    expect(record.operations).toEqual(['POST /transactions']);
    expect(record.violations).toContainEqual(
      expect.stringMatching(/^POST \/transactions: .*label_file_type/),
    );
  });

  it('to Stripe matches its API description', async () => {
    const double = await startStripeDouble();
    open.push(double);
    const record = recordRequests(double.server, ApiDescription.of('stripe'));
    const stripe = stripeAt(double);
    const intent = async (description: string) => {
      const order = { key: newId(), amountCents: 1234, currency: 'USD', description } as const;
      const made = await stripe.createIntent(order);
      if (made.status === 'refused') throw new Error(made.text);
      return made;
    };
    const paid = await intent('Label of order 10482');
    await fetch(`${double.url}/double/confirm`, {
      method: 'POST',
      body: JSON.stringify({ intentId: paid.intentId, card: '4242424242424242' }),
    });
    await stripe.readIntent(paid.intentId);
    const refund = {
      key: newId(),
      intentId: paid.intentId,
      shipmentId: newId(),
      amountCents: 1000,
      reason: 'damaged',
    };
    expect(await stripe.refund(refund)).toMatchObject({ outcome: 'succeeded' });
    await stripe.findRefund(paid.intentId, refund.key);
    await stripe.cancelIntent((await intent('')).intentId);
    // More than one page.
    double.server.answerNext({
      call: 'GET /v1/payment_intents',
      status: 200,
      body: {
        object: 'list',
        has_more: true,
        data: [{ id: 'pi_1', object: 'payment_intent', metadata: {} }],
      },
    });
    await stripe.findIntent(newId());
    const yesterday = new Date(Date.now() - 86_400_000);
    await stripe.records.intentsSince(yesterday);
    await stripe.records.refundsSince(yesterday);
    await stripe.records.disputesSince(yesterday);

    expect(record).toEqual({
      operations: [
        'POST /v1/payment_intents',
        'GET /v1/payment_intents/{intent}',
        'GET /v1/refunds',
        'POST /v1/refunds',
        'POST /v1/payment_intents/{intent}/cancel',
        'GET /v1/payment_intents',
        'GET /v1/events',
      ],
      notDescribed: [],
      violations: [],
    });
  });

  it('about the balance to Stripe matches its API description', async () => {
    const double = await startStripeDouble();
    open.push(double);
    const record = recordRequests(double.server, ApiDescription.of('stripe'));
    const { balance } = stripeAt(double);
    const since = new Date(Date.now() - 86_400_000);
    await balance.movements({ since, after: null });
    await balance.movements({ since, after: 'txn_1' });
    await balance.payouts({ since, after: null });
    await balance.payouts({ since, after: 'po_1' });
    await balance.movementsOf('po_1', 'txn_1').catch(() => {});
    expect(record).toEqual({
      operations: ['GET /v1/balance_transactions', 'GET /v1/payouts'],
      notDescribed: [],
      violations: [],
    });
  });

  it('about stored cards to Stripe matches its API description', async () => {
    const double = await startStripeDouble();
    open.push(double);
    const record = recordRequests(double.server, ApiDescription.of('stripe'));
    const stripe = stripeAt(double);
    const { cards } = stripe;
    const customerId = await cards.createCustomer(newId(), null);
    const setup = await cards.createSetup({ key: newId(), customerId });
    await fetch(`${double.url}/double/confirm-setup`, {
      method: 'POST',
      body: JSON.stringify({ setupIntentId: setup.setupId, card: '4242424242424242' }),
    });
    expect(await cards.readSetup(setup.setupId)).toMatchObject({ status: 'succeeded' });
    const [card] = (await cards.list(customerId)) ?? [];
    const methodId = card?.methodId ?? '';
    const charge = {
      amountCents: 5_000,
      currency: 'USD',
      description: 'Top-up',
      customerId,
      methodId,
    } as const;
    for (const present of [true, false])
      expect(await cards.charge({ ...charge, key: newId(), present })).toMatchObject({
        outcome: 'succeeded',
      });
    await stripe.createIntent({ ...charge, key: newId(), saveFor: customerId });
    await cards.detach(methodId);

    expect(record).toEqual({
      operations: [
        'POST /v1/customers',
        'POST /v1/setup_intents',
        'GET /v1/setup_intents/{intent}',
        'GET /v1/customers/{customer}/payment_methods',
        'GET /v1/payment_intents',
        'POST /v1/payment_intents',
        'POST /v1/payment_methods/{payment_method}/detach',
      ],
      notDescribed: [],
      violations: [],
    });
  });
});
