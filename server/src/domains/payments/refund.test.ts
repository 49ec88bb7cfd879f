import { GENERAL } from '@lading/contract/messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askRefund, makeOperator } from '../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  paidRate,
  pay,
  ratesFor,
  sweepFor,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { requestRefund, runRefund } from './refund.ts';

const NO_ORIGIN = { ip: null, requestId: null };

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

async function refundCents(shipmentId: string, cents: number): Promise<void> {
  const { deps } = faulty.test;
  const shipment = await deps.db
    .selectFrom('shipments')
    .select(['payment_id', 'user_id'])
    .where('id', '=', shipmentId)
    .executeTakeFirstOrThrow();
  const refundId = await transaction(deps.db, (trx) =>
    requestRefund(trx, deps.clock, NO_ORIGIN, {
      paymentId: shipment.payment_id,
      userId: shipment.user_id,
      shipmentId,
      cents,
      kind: 'by_admin',
      reason: 'The parcel was late.',
      requestedBy: null,
    }),
  );
  await runRefund(deps, refundId);
}
const refundedCents = async (shipmentId: string) =>
  (
    await faulty.test.deps.db
      .selectFrom('refunds')
      .innerJoin('sandbox.gateway_refunds as paid', 'paid.refund_id', 'refunds.provider_id')
      .select('paid.amount_cents')
      .where('shipment_id', '=', shipmentId)
      .where('state', '=', 'succeeded')
      .execute()
  ).map(({ amount_cents }) => amount_cents);

describe('a refund of a bought label', () => {
  it('of less than a cent is refused (MA07)', async () => {
    const { transactionId } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    const operator = await makeOperator(faulty.test);
    for (const amount of [1e-9, 0.004]) {
      const body = { amount, reason: 'The parcel was late.' };
      expect((await askRefund(faulty.test, operator, transactionId, body)).statusCode).toBe(400);
    }
    expect(await refundedCents(transactionId)).toEqual([]);
  });

  it('can be partial, up to the full price (MO16, MO18)', async () => {
    const { transactionId, cents } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    await refundCents(transactionId, 1);
    await refundCents(transactionId, cents - 2);
    await expect(refundCents(transactionId, 2)).rejects.toThrow(GENERAL.serverError);
    await refundCents(transactionId, 1);
    await expect(refundCents(transactionId, 1)).rejects.toThrow(GENERAL.serverError);
    expect(await refundedCents(transactionId)).toEqual([1, cents - 2, 1]);
  });

  it('is paid once when twenty requests for the full price arrive concurrently (MO17)', async () => {
    const { transactionId, cents } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => refundCents(transactionId, cents)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refundedCents(transactionId)).toEqual([cents]);
  });

  it('does not touch unspent money of its payment or money spent on another label', async () => {
    const shop = await makeShop(faulty.test);
    const [first, second] = await ratesFor(faulty.test, shop);
    const cents = centsOfRate(first);
    await pay(faulty.test, shop, cents + centsOfRate(second) + 500);
    const { transactionId } = (await buy(faulty.test, shop, first?.objectId ?? '')).json();
    await buy(faulty.test, shop, second?.objectId ?? '');
    await expect(refundCents(transactionId, cents + 1)).rejects.toThrow(GENERAL.serverError);
    await refundCents(transactionId, cents);
    await sweepFor(faulty.test, minutes(35), minutes(5));
    expect(await refundedCents(transactionId)).toEqual([cents]);
  });

  it.each([
    [0, 'refunds_cents_check'],
    [-1, 'payments_check'],
    [0.5, 'invalid input syntax for type bigint'],
  ])('of %d cents is rejected', async (cents, reason) => {
    const { transactionId } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    await expect(refundCents(transactionId, cents)).rejects.toThrow(reason);
    expect(await refundedCents(transactionId)).toEqual([]);
  });

  it('is rejected for a label that is not bought yet (MO16)', async () => {
    const shop = await makeShop(faulty.test);
    const { rate, cents } = await paidRate(faulty.test, shop);
    faulty.labelProvider.loseAnswer(1);
    const { transactionId } = (await buy(faulty.test, shop, rate.objectId)).json();
    await expect(refundCents(transactionId, 1)).rejects.toThrow(GENERAL.serverError);
    await sweepFor(faulty.test, minutes(1));
    await refundCents(transactionId, cents);
    expect(await refundedCents(transactionId)).toEqual([cents]);
  });

  it('is paid once when the payment provider’s answer is lost twice', async () => {
    const { transactionId, cents } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    faulty.gateway.loseAnswer('refund', 2);
    await refundCents(transactionId, cents);
    await sweepFor(faulty.test, minutes(6), minutes(1));
    expect(await refundedCents(transactionId)).toEqual([cents]);
  });
});
