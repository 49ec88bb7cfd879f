import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer } from '@lading/contract/shipments.ts';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { aShipment, call, centsOfRate, pay, ratesFor, type Shop } from './shipping.ts';

/** A declared parcel to Berlin. */
export const anExport = (items = 2) =>
  aShipment({
    receiver: {
      fullName: 'Jonas Weber',
      address: 'Torstr. 12',
      address2: '',
      city: 'Berlin',
      state: 'Berlin',
      zipCode: '10115',
      country: 'DE',
      phone: '+493012345678',
      email: 'jonas@home.example',
    },
    customs: {
      signer: 'Ada Park',
      items: Array.from({ length: items }, (_, index) => ({
        description: `Soy wax candle ${index + 1}`,
        quantity: 1,
        unitWeight: 1,
        unitValue: 20,
        hsCode: '3406.00',
        origin: 'US',
      })),
    },
  });

export async function boughtExport(
  test: TestApp,
  shop: Shop,
  carrier: string,
  shipment = anExport(),
): Promise<LabelAnswer> {
  const rate = (await ratesFor(test, shop, shipment)).find((offer) => offer.carrier === carrier);
  await pay(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
  const answer = await call(test, shop, 'POST', API.label, { ...shipment, rateId: rate?.objectId });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
