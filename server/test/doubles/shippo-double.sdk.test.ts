import { Shippo } from 'shippo';
import type { AddressCreateRequest } from 'shippo/models/components/addresscreaterequest.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ShippoDouble, startShippoDouble } from './shippo-double.ts';

const FROM: AddressCreateRequest = {
  name: 'Ann Sender',
  street1: '965 Mission St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
};
const TO = {
  ...FROM,
  name: 'Bob Receiver',
  street1: '233 S Wacker Dr',
  city: 'Chicago',
  state: 'IL',
  zip: '60606',
};
const PARCEL = {
  length: '10',
  width: '8',
  height: '4',
  distanceUnit: 'in',
  weight: '2',
  massUnit: 'lb',
} as const;

/** The official SDK validates every answer, so a field of a wrong type throws. */
describe('the Shippo double with the official SDK', () => {
  let double: ShippoDouble;
  let shippo: Shippo;
  beforeAll(async () => {
    double = await startShippoDouble();
    shippo = new Shippo({ apiKeyHeader: 'shippo_test_double', serverURL: double.url });
  });
  afterAll(() => double.close());

  const ship = (weight = '2') =>
    shippo.shipments.create({
      addressFrom: FROM,
      addressTo: TO,
      parcels: [{ ...PARCEL, weight }],
      async: false,
    });
  const buy = async () => {
    const [rate] = (await ship()).rates;
    const bought = await shippo.transactions.create({
      rate: rate?.objectId ?? '',
      labelFileType: 'PDF_4x6',
      async: false,
      metadata: 'sdk',
    });
    return { rate, bought, id: bought.objectId ?? '' };
  };

  it('checks addresses', async () => {
    const good = await shippo.addresses.create({ ...FROM, validate: true });
    expect(good.validationResults?.isValid).toBe(true);
    expect(await shippo.addresses.get(good.objectId ?? '')).toMatchObject({ zip: FROM.zip });
    expect((await shippo.addresses.list()).results).toContainEqual(good);
    const bad = await shippo.addresses.create({ ...FROM, state: 'TX' });
    const checked = await shippo.addresses.validate(bad.objectId ?? '');
    expect(checked.validationResults?.isValid).toBe(false);
    expect(checked.validationResults?.messages?.[0]?.text).toMatch(/\S/);
  });

  it('rates a shipment with all four carriers, and returns it and its rates later', async () => {
    const shipment = await ship();
    expect(new Set(shipment.rates.map(({ provider }) => provider))).toEqual(
      new Set(['USPS', 'UPS', 'FedEx', 'DHL Express']),
    );
    const [rate] = shipment.rates;
    expect(await shippo.rates.get(rate?.objectId ?? '')).toEqual(rate);
    expect(await shippo.shipments.get(shipment.objectId)).toEqual(shipment);
    expect((await shippo.shipments.list({})).results).toContainEqual(shipment);
    const { results } = await shippo.rates.listShipmentRates(shipment.objectId);
    expect(results).toHaveLength(shipment.rates.length);
  });

  it('has no rate for a parcel that is too heavy, with a reason for every carrier', async () => {
    const { rates, messages, status } = await ship('4000');
    expect({ status, rates: rates.length, messages: messages.length }).toEqual({
      status: 'SUCCESS',
      rates: 0,
      messages: 4,
    });
  });

  it('sells a label and lists it', async () => {
    const { rate, bought, id } = await buy();
    expect(bought).toMatchObject({ status: 'SUCCESS', metadata: 'sdk', rate: rate?.objectId });
    expect(bought.trackingNumber).toMatch(/^\w{10,}$/);
    expect((await shippo.transactions.get(id)).trackingNumber).toBe(bought.trackingNumber);
    const { results } = await shippo.transactions.list({ rate: rate?.objectId });
    expect(results?.map(({ objectId }) => objectId)).toEqual([id]);
  });

  it('voids a label', async () => {
    const { id } = await buy();
    const refund = await shippo.refunds.create({ transaction: id, async: false });
    expect(refund.status).toBe('SUCCESS');
    expect((await shippo.refunds.get(refund.objectId ?? '')).transaction).toBe(id);
    expect((await shippo.refunds.list({})).results?.map(({ objectId }) => objectId)).toContain(
      refund.objectId,
    );
    expect((await shippo.transactions.get(id)).status).toBe('REFUNDED');
  });

  it('tracks its labels and the numbers of test mode', async () => {
    const { bought } = await buy();
    const sold = await shippo.trackingStatus.get(bought.trackingNumber ?? '', 'usps');
    expect(sold.trackingStatus?.status).toBe('PRE_TRANSIT');
    const magic = await shippo.trackingStatus.get('SHIPPO_DELIVERED', 'shippo');
    expect(magic.trackingStatus?.status).toBe('DELIVERED');
    expect(magic.trackingHistory).toHaveLength(3);
    const subscribed = await shippo.trackingStatus.create({
      carrier: 'ups',
      trackingNumber: '1Z12345E0205271688',
    });
    expect(subscribed.trackingStatus).toBeUndefined();
  });

  it('refuses an unknown token with an SDK error', async () => {
    const stranger = new Shippo({ apiKeyHeader: 'nonsense', serverURL: double.url });
    await expect(stranger.transactions.list({})).rejects.toMatchObject({ statusCode: 401 });
  });
});
