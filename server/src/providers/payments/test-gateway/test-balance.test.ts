import { describe, expect, it } from 'vitest';
import { buildTestGateway, cardOf } from '../../../../test/build-test-gateway.ts';
import { days } from '../../../platform/clock.ts';
import { gatewayMovements } from '../../../provider-stores/gateway-movements.store.ts';
import { balanceSuite } from '../balance-suite.ts';
import { feeOf, TestBalance } from './test-balance.ts';

balanceSuite('the test gateway', async () => {
  const bench = await buildTestGateway();
  const { gateway, clock, db } = bench;
  return {
    provider: gateway,
    smallPages: () => new TestBalance(gatewayMovements(db), clock, 2),
    pay: async (intent, card = '4242424242424242') => void (await bench.confirm(intent, cardOf(card))),
    payOut: async () => clock.advance(days(3)),
    arrive: async () => clock.advance(days(1)),
    fail: (payoutId) => gateway.balance.failPayout(payoutId),
    close: bench.close,
  };
});

describe('the test gateway', () => {
  it.each([
    [10_000, 320],
    [50, 31],
    [841, 54],
  ])('on a payment of %i cents, charges a fee of %i cents', (amount, fee) => {
    expect(feeOf({ basisPoints: 290, cents: 30 }, amount)).toBe(fee);
  });

  it('makes one payout a day, even if several processes run at the same time, and deducts a negative balance from the next one', async () => {
    const bench = await buildTestGateway();
    const { gateway, clock } = bench;
    const first = await bench.newIntent(2_000);
    await bench.confirm(first, cardOf('4242424242424242'));
    clock.advance(days(10));
    const read = () => gateway.balance.payouts({ since: new Date(0), after: null });
    await Promise.all([
      read(),
      read(),
      bench.anotherGateway().balance.payouts({ since: new Date(0), after: null }),
    ]);
    expect((await read()).items).toHaveLength(1);

    await gateway.refund({
      key: 'refund-1',
      intentId: first.intentId,
      shipmentId: null,
      amountCents: 2_000,
      reason: '',
    });
    clock.advance(days(2));
    expect((await read()).items).toHaveLength(1);
    await bench.confirm(await bench.newIntent(5_000), cardOf('4242424242424242'));
    clock.advance(days(4));
    expect((await read()).items.map(({ amountCents }) => amountCents)).toEqual([
      5_000 - 175 - 2_000,
      2_000 - 88,
    ]);
    await bench.close();
  });
});
