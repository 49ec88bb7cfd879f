import type { AdminPayoutAnswer, AdminPayoutsAnswer } from '@lading/contract/admin-payouts.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOperator } from '../../../test/operator.ts';
import { call, type Shop } from '../../../test/shipping.ts';
import { atStripe, buildStripeApp, type StripeApp } from '../../../test/stripe-at-double.ts';
import { hours } from '../../platform/clock.ts';
import { readProcessorBalance } from './sweep-processor-balance.ts';

let stripe: StripeApp;
let operator: Shop;
beforeAll(async () => {
  stripe = await buildStripeApp();
  // The double uses the real time.
  stripe.test.clock.advance(Date.now() - stripe.test.clock.now().getTime());
  operator = await makeOperator(stripe.test);
});
afterAll(() => stripe.close());

const order = <T>(name: string, facts: object) => atStripe<T>(stripe.double, name, facts);
const get = async (url: string) => call(stripe.test, operator, 'GET', url);
const detailsOf = async (kind: 'movement_unknown' | 'payout_differs', objectId: string) =>
  (
    await stripe.test.deps.db
      .selectFrom('incidents')
      .select('detail')
      .where('kind', '=', kind)
      .where('object_id', '=', objectId)
      .execute()
  ).map(({ detail }) => detail);

/** Stripe counts most currencies in hundredths, even some without cents. */
describe.each([
  { currency: 'JPY', minor: [1_000, 36], units: [1_000, 36, 964], text: ['1000', '36', '964'] },
  { currency: 'KWD', minor: [12_340, 100], units: [12.34, 0.1, 12.24], text: ['12.340', '0.100', '12.240'] },
  { currency: 'ISK', minor: [50_000, 1_200], units: [500, 12, 488], text: ['500.00', '12.00', '488.00'] },
  { currency: 'EUR', minor: [1_000, 59], units: [10, 0.59, 9.41], text: ['10.00', '0.59', '9.41'] },
])('a payout in $currency', ({ currency, minor: [amount = 0, fee = 0], units, text }) => {
  it('has the amounts that the payment provider means', async () => {
    const { test } = stripe;
    const lower = currency.toLowerCase();
    const source = `ch_${lower}`;
    const charge = await order<{ id: string }>('movement', {
      type: 'charge',
      amount,
      fee,
      source,
      currency: lower,
    });
    const { id } = await order<{ id: string }>('payout', { currency: lower });
    await readProcessorBalance(test.deps);
    const { data } = (await get(API.adminPayouts)).json() as AdminPayoutsAnswer;
    const payout = data.payouts.find((listed) => listed.id === id);
    expect(payout).toMatchObject({ currency, amount: units[2], fees: units[1], difference: 0 });
    const details = (await get(path(API.adminPayout, { id }))).json() as AdminPayoutAnswer;
    expect(details.data.movements).toMatchObject([{ amount: units[0], fee: units[1], net: units[2] }]);
    expect((await get(API.adminMovementsDownload)).body).toContain(
      `,charge,${text.join(',')},${currency},${id},`,
    );
    test.clock.advance(hours(2));
    operator = await makeOperator(test);
    await readProcessorBalance(test.deps);
    expect(await detailsOf('movement_unknown', charge.id)).toEqual([
      `charge of ${text[0]} ${currency}, ${source}`,
    ]);
  });

  it('says by how much it differs from its movements', async () => {
    const lower = currency.toLowerCase();
    await order('movement', { type: 'stripe_fee', amount: -fee, source: null, currency: lower });
    const { id } = await order<{ id: string }>('payout', { amount, currency: lower });
    await readProcessorBalance(stripe.test.deps);
    expect(await detailsOf('payout_differs', id)).toEqual([`paid out ${text[0]}, movements -${text[1]}`]);
    const { data } = (await get(path(API.adminPayout, { id }))).json() as AdminPayoutAnswer;
    expect(data.payout.difference).toBeCloseTo((units[0] ?? 0) + (units[1] ?? 0), 5);
  });
});
