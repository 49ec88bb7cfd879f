import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiDescription } from '../../../../test/doubles/api-description.ts';
import { type ShippoAtDouble, shippoAtDouble } from '../../../../test/shippo-at-double.ts';
import { newId } from '../../../platform/ids.ts';
import { LONDON, makeCustoms, makeItem, makeRequest } from '../builtin/rates/rate-request.fixture.ts';
import { asBought, labelProviderPortSuite, SHIPPO_TEST_NUMBERS } from '../port-suite.ts';

const underTest = async () => ({
  ...(await shippoAtDouble()),
  request: makeRequest(),
  abroad: makeRequest({ to: LONDON }),
});
labelProviderPortSuite('Shippo', underTest, {
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

  it('sends the order number with the request for rates', async () => {
    const { labelProvider, requests } = await start();
    const { rates } = await labelProvider.rates({ ...makeRequest(), reference: 'Order 10482' });
    expect(rates).not.toEqual([]);
    expect(JSON.parse(String(requests.at(-1)?.body))).toMatchObject({
      extra: { reference_1: 'Order 10482' },
    });
  });

  it('gives every carrier the same reason when Shippo rejects the shipment', async () => {
    const { labelProvider, double } = await start();
    double.server.answerNext({ call: 'POST /shipments', status: 400, body: { parcels: ['Too many.'] } });
    const { rates, messages } = await labelProvider.rates(makeRequest());
    expect(rates).toEqual([]);
    expect(messages.map(({ text }) => text)).toEqual(Array(4).fill('parcels: Too many.'));
  });

  it('never has a tax ID in its log or errors when Shippo refuses a call', async () => {
    const { labelProvider, double, logText } = await start();
    const numbers = ['911144442', '111.444.777-35', '11144477735'];
    const senderTaxId = { kind: 'US-EIN', number: '911144442' };
    const recipientTaxId = { kind: 'BR-CPF', number: '111.444.777-35' };
    const request = makeRequest({ to: LONDON, customs: makeCustoms({ senderTaxId, recipientTaxId }) });
    const [rate] = (await labelProvider.rates(request)).rates;
    if (!rate) throw new Error('No rate');
    const refuse = (call: string, status: number) =>
      double.server.answerNext({ call, status, body: { tax_id: [`Invalid: ${numbers.join(' ')}`] } });
    refuse('POST /shipments', 400);
    await labelProvider.rates(request);
    refuse('POST /shipments', 403);
    const error = await labelProvider.rates(request).catch(String);
    refuse('POST /transactions', 400);
    await labelProvider.buyLabel({ ...request, key: newId(), rate, reference: '' });
    expect(logText().match(/shippo\.call_refused/g)).toHaveLength(3);
    for (const number of numbers) expect(`${logText()} ${error}`).not.toContain(number);
  });

  it('fails while Shippo has not finished asking the carriers', async () => {
    const { labelProvider, double } = await start();
    const body = { status: 'QUEUED', rates: [], messages: [] };
    double.server.answerNext({ call: 'POST /shipments', status: 201, body });
    await expect(labelProvider.rates(makeRequest())).rejects.toThrow(/not finished/);
  });

  it.each([
    ['without a declaration', { to: LONDON, customs: null }, CUSTOMS.declarationRequired],
    ['from abroad', { from: LONDON }, 'Packages can be sent only from the United States.'],
  ])('does not ask Shippo about a parcel %s, and gives every carrier the reason', async (_, parts, text) => {
    const { labelProvider, calls } = await start();
    const { rates, messages } = await labelProvider.rates(makeRequest(parts));
    expect(rates).toEqual([]);
    expect(messages).toEqual(CARRIERS.map((carrier) => ({ carrier, text })));
    expect(calls()).toEqual([]);
  });

  it('sells international labels of all carriers for a declared parcel', async () => {
    const { labelProvider } = await start();
    const { rates, messages } = await labelProvider.rates(makeRequest({ to: LONDON }));
    expect(new Set(rates.map(({ carrier }) => carrier))).toEqual(new Set(CARRIERS));
    expect(messages).toEqual([]);
    const sold = new Map(labelProvider.services().map((service) => [service.code, service]));
    for (const { service } of rates) expect(sold.get(service)?.international).toBe(true);
  });

  it('leaves out carriers and services that do not accept the contents', async () => {
    const { labelProvider } = await start();
    const costly = makeCustoms({ items: [makeItem({ unitValueCents: 20_001 })] });
    const { rates } = await labelProvider.rates(makeRequest({ to: LONDON, customs: costly }));
    const codes = rates.map(({ service }) => service);
    expect(codes).toContain('usps_priority_mail_international');
    expect(codes).not.toContain('usps_first_class_package_international_service');
    const long = makeCustoms({ items: [makeItem({ description: 'x'.repeat(31) })] });
    const { messages } = await labelProvider.rates(makeRequest({ to: LONDON, customs: long }));
    expect(messages).toMatchObject([{ carrier: 'USPS', text: expect.stringMatching(/up to 30 characters/) }]);
  });

  it.each([
    ['San Juan', { state: 'PR', zip: '00901' }, null, ['USPS']],
    ['San Juan', { state: 'PR', zip: '00901' }, makeCustoms(), [...CARRIERS]],
    ['Guam', { state: 'GU', zip: '96910' }, null, []],
    ['an APO', { state: 'AE', zip: '09012' }, makeCustoms(), ['USPS']],
  ])('sells to %s what each carrier may deliver', async (_, to, customs, carriers) => {
    const { labelProvider } = await start();
    const { rates, messages } = await labelProvider.rates(makeRequest({ to, customs }));
    const offering = new Set<string>(rates.map(({ carrier }) => carrier));
    expect(offering).toEqual(new Set(carriers));
    expect(messages.map(({ carrier }) => carrier)).toEqual(CARRIERS.filter((one) => !offering.has(one)));
  });

  it('shows our sentence for a carrier’s message and logs the original', async () => {
    const { labelProvider, double, logText } = await start();
    const text = 'Customs declaration required';
    const body = { status: 'SUCCESS', rates: [], messages: [{ source: 'UPS', code: '', text }] };
    double.server.answerNext({ call: 'POST /shipments', status: 201, body });
    const { messages } = await labelProvider.rates(makeRequest());
    expect(messages).toContainEqual({ carrier: 'UPS', text: CUSTOMS.declarationRequired });
    expect(logText()).toContain('Customs declaration required.');
  });

  it('includes the insurance as a line', async () => {
    const { labelProvider } = await start();
    const extras = { ...NO_EXTRAS, insuredCents: 40_000, signature: 'standard' } as const;
    const plain = await labelProvider.rates(makeRequest());
    const { rates } = await labelProvider.rates(makeRequest({ extras }));
    for (const [index, { lines, costCents }] of rates.entries()) {
      expect(lines).toContainEqual({ text: 'Insurance for $400.00', cents: 500, extra: true });
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(costCents);
      expect(costCents).toBe((plain.rates[index]?.costCents ?? 0) + 500 + 300);
    }
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

  it('reads tracking details and ignores unknown codes', async () => {
    const { labelProvider, double } = await start();
    const request = makeRequest({ to: LONDON });
    const [rate] = (await labelProvider.rates(request)).rates;
    if (!rate) throw new Error('No rate');
    const order = { ...request, key: newId(), rate, reference: '' };
    const { trackingNumber } = asBought(await labelProvider.buyLabel(order));
    await double.move(trackingNumber, 'TRANSIT', 'Held by customs', 'package_held');
    await double.move(trackingNumber, 'TRANSIT', 'Cleared customs', 'package_departed');
    await double.move(trackingNumber, 'TRANSIT', 'In the van', 'out_for_delivery');
    await double.move(trackingNumber, 'TRANSIT', 'Beamed up', 'teleported');
    const answer = await labelProvider.track(rate.carrier, trackingNumber);
    const byText = new Map(
      answer.outcome === 'found' ? answer.events.map(({ text, detail }) => [text, detail]) : [],
    );
    expect(byText.get('Held by customs')).toBe('customs_held');
    expect(byText.get('Cleared customs')).toBe('customs_released');
    expect(byText.get('In the van')).toBe('out_for_delivery');
    expect(byText.has('Beamed up')).toBe(true);
    expect(byText.get('Beamed up')).toBeUndefined();
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
