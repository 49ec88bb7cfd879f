import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { Rate, TransactionAnswer } from '@lading/contract/shipments.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  aShipment,
  buy,
  call,
  expectConsistentLedger,
  makeShop,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { hours } from '../../platform/clock.ts';
import { showHistory } from './show-history.ts';
import { showTransaction } from './show-transaction.ts';

let test: TestApp;
let shop: Shop;
beforeEach(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterEach(() => test.close());

const BERLIN = {
  fullName: 'Greta Lenz',
  address: 'Unter den Linden 1',
  address2: '',
  city: 'Berlin',
  state: 'BE',
  zipCode: '10117',
  country: 'DE',
  phone: '+493012345678',
  email: 'greta@home.example',
};
const CANDLES = {
  signer: 'Ada Park',
  items: [
    {
      description: 'Soy wax candle',
      quantity: 2,
      unitWeight: 8,
      unitValue: 18,
      hsCode: '3406.00',
      origin: 'US',
    },
  ],
};
const toBerlin = aShipment({ receiver: BERLIN, customs: CANDLES });
const cents = (rate: Rate | undefined) => centsOf(rate?.amount ?? 0);

describe('extras', () => {
  it('raise the price, and a label is sold only with the extras of its quote', async () => {
    const extras = { signature: 'adult', insuredValue: 500 };
    const [plain] = await ratesFor(test, shop);
    const rates = await ratesFor(test, shop, aShipment({ extras }));
    const same = rates.find(({ serviceName }) => serviceName === plain?.serviceName);
    expect(cents(same)).toBeGreaterThanOrEqual(cents(plain) + 840 + 500);
    await pay(test, shop, cents(same), [same?.objectId ?? '']);
    const without = await buy(test, shop, same?.objectId ?? '');
    expect(without.statusCode).toBe(409);
    const bought = await buy(test, shop, same?.objectId ?? '', { extras });
    expect(bought.statusCode, bought.body).toBe(200);
    await expectConsistentLedger(test);
  });
});

describe('a parcel to Berlin', () => {
  it('without a declaration has no rate, and the error says what is missing', async () => {
    const answer = await call(test, shop, 'POST', API.rates, aShipment({ receiver: BERLIN }));
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.json().message).toContain(CUSTOMS.declarationRequired);
  });

  it('with one is quoted, bought and tracked through customs', async () => {
    const rates = await ratesFor(test, shop, toBerlin);
    expect(new Set(rates.map(({ carrier }) => carrier))).toEqual(new Set(['USPS', 'UPS', 'FedEx', 'DHL']));
    const dhl = rates.find(({ carrier }) => carrier === 'DHL');
    await pay(test, shop, cents(dhl), [dhl?.objectId ?? '']);
    const bought = await buy(test, shop, dhl?.objectId ?? '', toBerlin);
    expect(bought.statusCode, bought.body).toBe(200);
    const seen = new Set<string>();
    let last: TransactionAnswer['transaction'] | undefined;
    for (let passed = 0; passed < 24 * 12 && last?.status !== 'delivered'; passed += 1) {
      test.clock.advance(hours(1));
      ({ transaction: last } = await showTransaction(test.deps, shop, bought.json().transactionId));
      seen.add(last?.trackingDetail ?? '');
      const { shipments } = await showHistory(test.deps, shop, {});
      const listed = shipments.find(({ shipment_id }) => shipment_id === last?.shipment_id);
      expect(listed?.trackingDetail).toBe(last?.trackingDetail);
    }
    expect(last?.status).toBe('delivered');
    expect(last).not.toHaveProperty('trackingDetail');
    expect([...seen]).toEqual(expect.arrayContaining(['customs_released', 'out_for_delivery']));
    expect(last?.events.flatMap(({ detail }) => detail ?? [])).toEqual(
      expect.arrayContaining(['customs_released', 'out_for_delivery']),
    );
    await expectConsistentLedger(test);
  });
});
