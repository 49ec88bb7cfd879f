import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { aShipment, buy, centsOfRate, pay, ratesFor, type Shop } from './shipping.ts';

/** A candle, as a client declares it. */
export const aDeclaration = (changes: Record<string, unknown> = {}) => ({
  contentsType: 'merchandise',
  signer: 'Ada Park',
  items: [anItem()],
  ...changes,
});

export const anItem = (changes: Record<string, unknown> = {}) => ({
  description: 'Soy wax candle',
  quantity: 2,
  unitWeight: 8,
  unitValue: 12.5,
  hsCode: '3406.00',
  origin: 'US',
  sku: 'CANDLE-1',
  ...changes,
});

const BERLIN = {
  fullName: 'Lena Vogt',
  address: 'Torstraße 25',
  address2: '',
  city: 'Berlin',
  state: 'BE',
  zipCode: '10119',
  country: 'DE',
  phone: '+493055501234',
  email: 'lena@home.example',
};

const SAO_PAULO = {
  fullName: 'Rafael Lima',
  address: 'Av. Paulista 1578',
  address2: '',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310-200',
  country: 'BR',
  phone: '+551155501234',
  email: 'rafael@home.example',
};

/** A parcel to Germany with its declaration. */
export const toBerlin = (customs: object = aDeclaration(), changes: Record<string, unknown> = {}) =>
  aShipment({ receiver: BERLIN, customs, ...changes });

/** Brazil requires the tax ID of the recipient. */
export const toSaoPaulo = (customs: object = aDeclaration(), changes: Record<string, unknown> = {}) =>
  aShipment({ receiver: SAO_PAULO, customs, ...changes });

/** A CPF with valid check digits that belongs to nobody. */
export const CPF = '529.982.247-25';
export const MASKED_CPF = '••••••••••••25';

/** Quotes, pays and buys. Returns the ID of the shipment. */
export async function buyDeclared(
  test: TestApp,
  shop: Shop,
  shipment: ReturnType<typeof aShipment>,
): Promise<string> {
  const [rate] = await ratesFor(test, shop, shipment);
  const rateId = rate?.objectId ?? '';
  await pay(test, shop, centsOfRate(rate), [rateId]);
  const answer = await buy(test, shop, rateId, shipment);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().transactionId;
}
