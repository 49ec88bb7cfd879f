import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, Rate } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { INTERNATIONAL_PARCELS } from './international-parcels.ts';
import {
  aShipment,
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  pay,
  type Shop,
} from './shipping.ts';
import { type ShippoAtDouble, shippoAtDouble } from './shippo-at-double.ts';

type Parcel = (typeof INTERNATIONAL_PARCELS)[number];

const shipmentOf = ({ receiver, weight, customs }: Parcel) => {
  const shipment = aShipment();
  return {
    ...shipment,
    receiver,
    package: { ...shipment.package, weight },
    ...(customs && { customs }),
  };
};

async function buyFrom(test: TestApp, shop: Shop, parcel: Parcel, rate: Rate) {
  await pay(test, shop, centsOfRate(rate), [rate.objectId]);
  const body = { ...shipmentOf(parcel), rateId: rate.objectId };
  const answer = await call(test, shop, 'POST', API.label, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as LabelAnswer;
}

async function detailsOf(test: TestApp, shop: Shop, { transactionId }: LabelAnswer) {
  const answer = await call(test, shop, 'GET', API.transaction.replace(':id', transactionId));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().transaction;
}

const pdfOf = async (test: TestApp, shop: Shop, { transactionId }: LabelAnswer, content: string) =>
  call(test, shop, 'GET', `${API.labelFile.replace(':id', transactionId)}?content=${content}`);

describe.each(['built-in', 'Shippo'] as const)('with the %s provider', (provider) => {
  let test: TestApp;
  let shop: Shop;
  let shippo: ShippoAtDouble | null = null;
  beforeAll(async () => {
    if (provider === 'Shippo') shippo = await shippoAtDouble();
    test = await buildTestApp({}, (deps) => {
      if (shippo) deps.labelProvider = shippo.labelProvider;
    });
    shop = await makeShop(test);
  });
  afterAll(async () => {
    if (provider === 'built-in') await expectConsistentLedger(test);
    await test.close();
    await shippo?.close();
  });

  it.each(INTERNATIONAL_PARCELS)('a shop sends $name', async (parcel) => {
    const answer = await call(test, shop, 'POST', API.rates, shipmentOf(parcel));
    expect(answer.statusCode, answer.body).toBe(200);
    const rates: Rate[] = answer.json();
    for (const carrier of parcel.carriers) {
      const rate = rates.find((each) => each.carrier === carrier);
      if (!rate) throw new Error(`${carrier} offers no rate: ${JSON.stringify(rates)}`);
      const label = await buyFrom(test, shop, parcel, rate);
      const { customs, documents = [] } = await detailsOf(test, shop, label);
      expect(customs?.items?.length ?? 0).toBe((parcel.customs?.items as unknown[] | undefined)?.length ?? 0);
      const all = await pdfOf(test, shop, label, 'all');
      expect(all.statusCode, all.body).toBe(200);
      const alone = await pdfOf(test, shop, label, 'documents');
      expect(alone.statusCode).toBe(documents.length > 0 ? 200 : 404);
    }
  });
});
