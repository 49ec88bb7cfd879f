import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { ReceiptSchema } from './etsy-answers.ts';
import { shopOrderOf } from './etsy-mapping.ts';

const { etsy: SAMPLE } = readOutsideJson<{
  etsy: { transactions: Record<string, unknown>[]; [field: string]: unknown };
}>('order-samples.json');
const read = (changes: Record<string, unknown> = {}) =>
  shopOrderOf(ReceiptSchema.parse({ ...SAMPLE, ...changes }));
const withItems = (...changes: Record<string, unknown>[]) =>
  read({ transactions: changes.map((change, index) => ({ ...SAMPLE.transactions[index], ...change })) });

describe('an Etsy order', () => {
  it.each([
    ['paid', true, false, 'open', 'yes', []],
    ['Paid', true, false, 'open', 'yes', []],
    ['open', false, false, 'open', 'no', []],
    ['payment processing', false, false, 'open', 'no', []],
    ['completed', true, true, 'shipped', 'yes', []],
    ['paid', true, true, 'shipped', 'yes', []],
    ['canceled', true, false, 'cancelled', 'yes', []],
    ['fully refunded', true, false, 'cancelled', 'yes', []],
    ['fully refunded', true, true, 'shipped', 'yes', []],
    ['canceled', true, true, 'cancelled', 'yes', []],
    ['partially refunded', true, false, 'open', 'yes', ['Partially refunded']],
    ['partially refunded', true, true, 'shipped', 'yes', ['Partially refunded']],
    ['in dispute', true, false, 'on_hold', 'yes', ['Status: in dispute']],
  ])('with the status %s (paid: %s, shipped: %s) is %s', (status, is_paid, is_shipped, state, paid, tags) => {
    const order = read({ status, is_paid, is_shipped, an_extra_field: { x: 1 } });
    expect(order).toMatchObject({ state, paid, tags });
    const isOver = state === 'shipped' || state === 'cancelled';
    expect(order.items.map(({ remaining }) => remaining)).toEqual(isOver ? [0, 0] : [2, 1]);
  });

  it('has no recipient where Etsy withholds the address', () => {
    const withheld = read({
      name: 'Ada',
      first_line: null,
      second_line: null,
      city: null,
      state: null,
      zip: null,
    });
    expect(withheld).toMatchObject({ recipient: null, recipientWithheld: 'region' });
    expect(read({ second_line: null, buyer_email: 'ada@shop.example' })).toMatchObject({
      recipient: { line2: '', email: 'ada@shop.example' },
      recipientWithheld: null,
    });
  });

  it('ships only what is not digital, by the earliest date', () => {
    const address = { first_line: null, zip: null };
    expect(withItems({ is_digital: true }, { expected_ship_date: 1_795_500_000 })).toMatchObject({
      nothingToShip: null,
      shipBy: new Date(1_795_500_000_000),
      items: [{ requiresShipping: false }, { requiresShipping: true }],
    });
    expect(withItems({}, { expected_ship_date: 1_794_900_000 }).shipBy).toEqual(new Date(1_794_900_000_000));
    expect(withItems({ expected_ship_date: null }).shipBy).toBeNull();
    const transactions = SAMPLE.transactions.map((one) => ({ ...one, is_digital: true }));
    expect(read({ transactions, ...address })).toMatchObject({
      nothingToShip: 'digital',
      recipientWithheld: null,
      shipBy: null,
    });
  });

  it('divides amounts by their divisor', () => {
    const money = (amount: number, divisor: number) => ({ amount, divisor, currency_code: 'JPY' });
    expect(read({ grandtotal: money(5130, 1), total_shipping_cost: money(6005, 1000) })).toMatchObject({
      currency: 'JPY',
      totalCents: 513_000,
      shippingPaidCents: 601,
    });
    expect(withItems({ price: money(1, 0) }, { price: null }).items).toMatchObject([
      { unitPriceCents: 0 },
      { unitPriceCents: 0 },
    ]);
  });

  it('keeps what the buyer chose, as text', () => {
    const order = withItems({
      title: 'Ada&#39;s &quot;Mug&quot;',
      shipping_upgrade: 'Priority Mail',
      variations: [
        { formatted_name: 'Color', formatted_value: 'Blue &amp; white' },
        { formatted_name: 'Personalization', formatted_value: 'عائشة 🎁' },
      ],
    });
    expect(order).toMatchObject({
      shippingMethod: { text: 'Priority Mail', code: 'Priority Mail' },
      items: [{ title: 'Ada’s "Mug"'.replace('’', "'"), variant: 'Blue & white, عائشة 🎁' }],
    });
    expect(read({ is_gift: true, gift_message: 'Happy\nbirthday' })).toMatchObject({
      giftMessage: 'Happy\nbirthday',
      tags: ['Gift'],
    });
  });
});
