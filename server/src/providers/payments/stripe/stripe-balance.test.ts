import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeDouble, startStripeDouble } from '../../../../test/doubles/stripe-double.ts';
import { atStripe, stripeAt } from '../../../../test/stripe-at-double.ts';
import { systemClock } from '../../../platform/clock.ts';
import { balanceSuite } from '../balance-suite.ts';
import { StripeBalance, toMovement, toPayout } from './stripe-balance.ts';
import { stripeClient } from './stripe-client.ts';

balanceSuite('Stripe', async () => {
  const double = await startStripeDouble();
  return {
    provider: stripeAt(double),
    smallPages: () => new StripeBalance(stripeClient('sk_test_double', double.url, systemClock), 2),
    pay: async ({ intentId }, card = '4242424242424242') => {
      await atStripe(double, 'confirm', { intentId, card });
    },
    payOut: async () => {
      await atStripe(double, 'payout', {});
    },
    arrive: async (payoutId) => {
      await atStripe(double, 'payout', { payoutId, status: 'paid' });
    },
    fail: async (payoutId) => {
      await atStripe(double, 'payout', { payoutId, status: 'failed' });
    },
    close: () => double.close(),
  };
});

const TRANSACTION = {
  id: 'txn_1',
  object: 'balance_transaction',
  type: 'charge',
  reporting_category: 'charge',
  amount: 1_000,
  fee: 59,
  net: 941,
  currency: 'usd',
  created: 1_790_000_000,
  available_on: 1_790_200_000,
  source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: {} },
};
const kindOf = (type: string, category = type) =>
  toMovement({ ...TRANSACTION, type, reporting_category: category, source: 'x_1' }).kind;

describe('a balance transaction of Stripe', () => {
  it.each([
    ['charge', 'charge'],
    ['payment', 'charge'],
    ['refund', 'refund'],
    ['refund_failure', 'refund'],
    ['payment_refund', 'refund'],
    ['adjustment', 'adjustment'],
    ['stripe_fee', 'fee'],
    ['payout', 'payout'],
    ['payout_failure', 'payout'],
    ['payout_minimum_balance_hold', 'hold'],
    ['payout_minimum_balance_release', 'hold'],
    ['reserve_hold', 'hold'],
    ['reserve_release', 'hold'],
    ['reserved_funds', 'hold'],
    ['payment_network_reserve_hold', 'hold'],
    ['payment_network_reserve_release', 'hold'],
    ['something_new', 'other'],
    ['constructor', 'other'],
  ])('of type %s is of kind %s', (type, kind) => {
    expect(kindOf(type)).toBe(kind);
  });

  it('is a dispute by its category or its source', () => {
    expect(kindOf('adjustment', 'dispute')).toBe('dispute');
    expect(kindOf('adjustment', 'dispute_reversal')).toBe('dispute');
    const source = {
      id: 'dp_1',
      object: 'dispute',
      payment_intent: { id: 'pi_2', object: 'payment_intent' },
    };
    expect(
      toMovement({ ...TRANSACTION, type: 'adjustment', reporting_category: 'other', source }),
    ).toMatchObject({
      kind: 'dispute',
      disputeId: 'dp_1',
      intentId: 'pi_2',
    });
  });

  it('may have fields that we do not know, and no source', () => {
    expect(
      toMovement({ ...TRANSACTION, source: null, balance_type: 'payments', new_field: [1] }),
    ).toMatchObject({
      sourceId: null,
      intentId: null,
      feeCents: 59,
      createdAt: new Date(1_790_000_000_000),
    });
  });

  it.each([{ amount: '1000' }, { fee: 0.5 }, { created: null }, { id: '' }])('is refused with %j', (part) => {
    expect(() => toMovement({ ...TRANSACTION, ...part })).toThrow();
  });

  it('is a payout in transit until Stripe says more', () => {
    const payout = {
      id: 'po_1',
      amount: 5,
      currency: 'usd',
      created: 1_790_000_000,
      arrival_date: 1_790_000_000,
      automatic: false,
    };
    expect(toPayout({ ...payout, status: 'paid' })).toMatchObject({ status: 'paid', itemized: false });
    expect(toPayout({ ...payout, status: 'something_new' })).toMatchObject({
      status: 'pending',
      failure: null,
    });
  });
});

describe('Stripe', () => {
  let double: StripeDouble;
  beforeEach(async () => {
    double = await startStripeDouble();
  });
  afterEach(() => double.close());
  const read = () => stripeAt(double).balance.movements({ since: new Date(0), after: null });

  it('itemizes a payout without the payout itself, but with money that it held back for it', async () => {
    const add = (facts: object) => atStripe<{ id: string }>(double, 'movement', { source: null, ...facts });
    const charge = await add({ type: 'charge', amount: 1_000, source: 'ch_1' });
    const hold = await add({ type: 'payout_minimum_balance_hold', amount: -400 });
    const payout = await atStripe<{ id: string; amount: number }>(double, 'payout', {});
    await atStripe(double, 'alter-movement', { id: hold.id, source: payout.id });
    const { items } = await stripeAt(double).balance.movementsOf(payout.id, null);
    expect(items.map(({ id }) => id).sort()).toEqual([charge.id, hold.id].sort());
    expect(items.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(payout.amount);
  });

  it('throws instead of returning an empty page when a read fails', async () => {
    const body = { error: { type: 'api_error', message: 'Something went wrong.' } };
    for (const status of [500, 500])
      double.server.answerNext({ call: 'GET /v1/balance_transactions', status, body });
    await expect(read()).rejects.toThrow(/Stripe/);
    expect(await read()).toEqual({ items: [], next: null });
  });
});
