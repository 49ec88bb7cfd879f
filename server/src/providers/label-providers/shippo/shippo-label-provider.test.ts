import { afterEach, describe, expect, it } from 'vitest';
import { ApiDescription } from '../../../../test/doubles/api-description.ts';
import { type ShippoAtDouble, shippoAtDouble } from '../../../../test/shippo-at-double.ts';
import { newId } from '../../../platform/ids.ts';
import { LONDON, makeRequest } from '../builtin/rates/rate-request.fixture.ts';
import { labelProviderPortSuite, SHIPPO_TEST_NUMBERS } from '../port-suite.ts';

labelProviderPortSuite('Shippo', async () => ({ ...(await shippoAtDouble()), request: makeRequest() }), {
  repeatable: false,
  forgetsVoided: false,
  testNumbers: SHIPPO_TEST_NUMBERS,
});

describe('Shippo', () => {
  const open: ShippoAtDouble[] = [];
  const start = async (...settings: Parameters<typeof shippoAtDouble>) => {
    const shippo = await shippoAtDouble(...settings);
    open.push(shippo);
    return shippo;
  };
  afterEach(async () => {
    for (const shippo of open.splice(0)) await shippo.close();
  });

  it('has the specified pace, with one call at a time', async () => {
    const { labelProvider } = await start();
    expect(labelProvider.pace).toEqual({ pauseBetweenRatesMs: 200, pauseBetweenLabelsMs: 500, parallel: 1 });
    expect([labelProvider.name, (await start({ live: true })).labelProvider.name]).toEqual([
      'shippo_test',
      'shippo',
    ]);
  });

  it('returns the rates of carriers that answer, and a reason for the one that does not', async () => {
    const { labelProvider } = await start({ double: { carriersDown: ['UPS'] } });
    const { rates, messages } = await labelProvider.rates(makeRequest());
    expect(new Set(rates.map((rate) => rate.carrier))).toEqual(new Set(['USPS', 'FedEx', 'DHL']));
    expect(messages).toEqual([
      {
        carrier: 'UPS',
        text: 'UPS API did not respond. Please try again in a few minutes.',
        temporary: true,
      },
    ]);
  });

  it('gives every carrier the same reason when Shippo rejects the shipment', async () => {
    const { labelProvider, double } = await start();
    double.server.answerNext({ call: 'POST /shipments', status: 400, body: { parcels: ['Too many.'] } });
    const { rates, messages } = await labelProvider.rates(makeRequest());
    expect(rates).toEqual([]);
    expect(messages.map(({ text }) => text)).toEqual(Array(4).fill('parcels: Too many.'));
  });

  it('fails while Shippo has not finished asking the carriers', async () => {
    const { labelProvider, double } = await start();
    const body = { status: 'QUEUED', rates: [], messages: [] };
    double.server.answerNext({ call: 'POST /shipments', status: 201, body });
    await expect(labelProvider.rates(makeRequest())).rejects.toThrow(/not finished/);
  });

  it('does not ask Shippo for international rates, and gives every carrier the reason', async () => {
    const { labelProvider, calls } = await start();
    for (const request of [makeRequest({ to: LONDON }), makeRequest({ from: LONDON })]) {
      const { rates, messages } = await labelProvider.rates(request);
      expect(rates).toEqual([]);
      expect(messages).toHaveLength(4);
      expect(messages[0]?.text).toMatch(/customs details/);
    }
    expect(calls()).toEqual([]);
  });

  it('logs an unsupported carrier once', async () => {
    const { labelProvider, double, logText } = await start();
    const rate = { object_id: 'r', amount: '5.00', currency: 'USD', provider: 'OnTrac' };
    const body = {
      status: 'SUCCESS',
      rates: [{ ...rate, servicelevel: { name: 'Ground', token: 'ontrac_g' } }],
    };
    for (let times = 0; times < 2; times += 1) {
      double.server.answerNext({ call: 'POST /shipments', status: 201, body });
      await labelProvider.rates(makeRequest());
    }
    expect(logText().match(/OnTrac/g)).toHaveLength(1);
  });

  it('knows its test numbers in test mode only', async () => {
    const { labelProvider, calls } = await start({ live: true });
    expect(await labelProvider.track('USPS', 'SHIPPO_DELIVERED')).toEqual({ outcome: 'not-found' });
    expect(calls()).toEqual(['GET /tracks/usps/SHIPPO_DELIVERED']);
  });

  it('throws when tracking fails, instead of reporting the parcel as not found', async () => {
    const { labelProvider, double } = await start();
    double.server.answerNext({ call: 'GET /tracks/usps/*', status: 401, body: { detail: 'Invalid token' } });
    await expect(labelProvider.track('USPS', '9400112345600000000124')).rejects.toThrow(/account/);
  });

  it('sends only requests that the API description allows', async () => {
    const description = ApiDescription.of('shippo');
    const { labelProvider, client, requests, double } = await start();
    const [rate] = (await labelProvider.rates(makeRequest())).rates;
    if (!rate) throw new Error('No rate');
    const order = { ...makeRequest(), key: newId(), rate, reference: 'Order 1' };
    const bought = await labelProvider.buyLabel(order);
    if (bought.outcome !== 'bought') throw new Error(`Not bought: ${bought.outcome}`);
    await labelProvider.findPurchase(order);
    double.set({ listByRateIsEmpty: true });
    await labelProvider.findPurchase(order);
    await labelProvider.track(rate.carrier, bought.trackingNumber);
    await labelProvider.voidLabel(bought.transactionId);
    await client.createAddress({ street1: '965 Mission St', country: 'US', validate: true });
    const checked = requests.map((request) => description.check(request));
    expect(checked.flatMap(({ violations }) => violations)).toEqual([]);
    expect([...new Set(checked.map(({ operation }) => operation))].sort()).toEqual([
      'GET /refunds/',
      'GET /tracks/{Carrier}/{TrackingNumber}',
      'GET /transactions',
      'GET /transactions/{TransactionId}',
      'POST /addresses',
      'POST /refunds',
      'POST /shipments',
      'POST /transactions',
    ]);
  });
});
