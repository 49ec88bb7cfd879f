import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { aDeclaration, BERLIN, SAO_PAULO } from './declared-goods.ts';
import { aShipment, buy, centsOfRate, pay, ratesFor, type Shop } from './shipping.ts';

/** A parcel to Germany with its declaration. */
export const toBerlin = (customs: object = aDeclaration(), changes: Record<string, unknown> = {}) =>
  aShipment({ receiver: BERLIN, customs, ...changes });

/** Brazil requires the tax ID of the recipient. */
export const toSaoPaulo = (customs: object = aDeclaration(), changes: Record<string, unknown> = {}) =>
  aShipment({ receiver: SAO_PAULO, customs, ...changes });

/** A CPF with valid check digits that is not assigned to anyone. */
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
