import { expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { wishOf } from '../../../domains/orders/service-wish.ts';
import { OneOrderSchema } from './amazon-answers.ts';
import { shopOrderOf } from './amazon-mapping.ts';
import { marketplaceOf } from './amazon-marketplaces.ts';

interface Outside {
  sample: Record<string, unknown>;
  published: Record<string, unknown>[];
}
const { sample, published } = readOutsideJson<Outside>('amazon-orders.json');
const mapped = (order: object, site = 'amazon.com') =>
  shopOrderOf(OneOrderSchema.parse({ order }).order, marketplaceOf(site));
const fulfillment = (changes: object) => ({
  fulfillment: { ...(sample.fulfillment as object), ...changes },
});

it('maps the orders that Amazon publishes', () => {
  const [prime, gift, business] = published.map((order) => mapped(order));
  expect(prime).toMatchObject({
    externalId: '202-7654321-1098765',
    state: 'shipped',
    nothingToShip: 'fulfilled_by_others',
    tags: ['PRIME'],
    currency: 'GBP',
    totalCents: 3_499,
    recipient: { city: 'London', region: 'England', country: 'GB', phone: '+44 20 7946 0958' },
    items: [{ sku: 'ECHO-DOT-4-UK-CHARCOAL-SINGLE', quantity: 1, remaining: 0 }],
  });
  expect(gift).toMatchObject({
    state: 'open',
    giftMessage: expect.stringContaining('Feliz Natal!'),
    recipient: { city: 'São Paulo', line2: 'Apartamento 45' },
    shipBy: new Date('2024-12-27T12:00:00Z'),
    items: [{ remaining: 1, unitPriceCents: 29_990 }],
  });
  expect(business).toMatchObject({ state: 'shipped', tags: [], totalCents: 12_500 });
});

it.each([
  ['PENDING', { paid: 'no', state: 'open' }],
  ['PENDING_AVAILABILITY', { paid: 'no', state: 'open' }],
  ['UNSHIPPED', { paid: 'yes', state: 'open' }],
  ['CANCELLED', { state: 'cancelled', items: [{ remaining: 0 }, { remaining: 0 }] }],
  ['UNFULFILLABLE', { state: 'cancelled' }],
  ['LOST_IN_SPACE', { state: 'on_hold', tags: ['Status: LOST_IN_SPACE'] }],
])('maps the status %s', (fulfillmentStatus, expected) => {
  expect(mapped({ ...sample, ...fulfillment({ fulfillmentStatus }) })).toMatchObject(expected);
});

const REQUEST = { requester: 'BUYER', cancelReason: 'Ordered by mistake' };
it.each([
  ['UNSHIPPED', { cancellationRequest: REQUEST }, 'on_hold', ['Cancellation requested']],
  ['PARTIALLY_SHIPPED', { cancellationRequest: REQUEST }, 'on_hold', ['Cancellation requested']],
  ['SHIPPED', { cancellationRequest: REQUEST }, 'shipped', []],
  ['PENDING', { cancellationRequest: REQUEST }, 'open', []],
  ['UNSHIPPED', { cancellationRequest: REQUEST, cancellationExecution: { canceler: 'BUYER' } }, 'open', []],
  ['UNSHIPPED', { cancellationRequest: null }, 'open', []],
  ['UNSHIPPED', null, 'open', []],
])('holds an order that is %s and whose buyer asks to cancel: %o', (status, cancellation, state, tags) => {
  const [first, ...others] = sample.orderItems as object[];
  const orderItems = [...others, { ...first, cancellation }];
  expect(mapped({ ...sample, orderItems, ...fulfillment({ fulfillmentStatus: status }) })).toMatchObject({
    state,
    tags,
  });
});

it('does not hold the rest of an order because of an item that is shipped', () => {
  const [first, ...others] = sample.orderItems as { quantityOrdered: number }[];
  const shipped = { quantityFulfilled: first?.quantityOrdered, quantityUnfulfilled: 0 };
  const cancellation = { cancellationRequest: REQUEST };
  const orderItems = [...others, { ...first, cancellation, fulfillment: shipped }];
  expect(
    mapped({ ...sample, orderItems, ...fulfillment({ fulfillmentStatus: 'PARTIALLY_SHIPPED' }) }),
  ).toMatchObject({ state: 'partly_shipped', tags: [] });
});

it('excludes orders that Amazon ships and orders for pickup', () => {
  const excluded = (changes: object) => mapped({ ...sample, ...changes }).nothingToShip;
  expect(excluded(fulfillment({ fulfilledBy: 'AMAZON' }))).toBe('fulfilled_by_others');
  expect(excluded({ programs: ['AMAZON_BUSINESS', 'PRIME'] })).toBe('fulfilled_by_others');
  expect(excluded({ programs: ['IN_STORE_PICK_UP'] })).toBe('pickup');
  expect(excluded({ programs: ['AMAZON_BUSINESS', 'SOMETHING_NEW'] })).toBeNull();
});

it('reads sparse, large and odd orders', () => {
  const { orderId, createdTime, lastUpdatedTime, salesChannel } = sample;
  expect(mapped({ orderId, createdTime, lastUpdatedTime, salesChannel, orderItems: [] })).toMatchObject({
    state: 'on_hold',
    currency: 'USD',
    totalCents: 0,
    recipient: null,
    recipientWithheld: null,
    items: [],
  });
  const items = Array.from({ length: 500 }, (_, index) => ({
    orderItemId: String(index),
    quantityOrdered: index,
    product: { title: '🫖 كوب\u0000', price: { unitPrice: { amount: 'much', currencyCode: 'USD' } } },
    brandNew: { field: true },
  }));
  const recipient = { deliveryAddress: { name: 'דנה 🎁', addressLine1: 'شارع ١', postalCode: null } };
  const order = mapped({ ...sample, orderItems: items, recipient });
  // The first has no pieces.
  expect(order.items).toHaveLength(499);
  expect(order.items[0]).toMatchObject({ title: '🫖 كوب', remaining: 1, unitPriceCents: 0 });
  expect(order.recipient).toMatchObject({ name: 'דנה 🎁', line1: 'شارع ١', postcode: '' });
});

it.each([
  ['amazon.com', '2026-11-24T07:59:59Z', '2026-11-23'],
  ['amazon.com', '2026-07-24T06:59:59Z', '2026-07-23'],
  ['amazon.ca', '2026-11-24T07:59:59Z', '2026-11-23'],
  ['amazon.co.uk', '2026-07-23T22:59:59Z', '2026-07-23'],
  ['amazon.de', '2024-01-11T22:59:59Z', '2024-01-11'],
  ['amazon.de', '2024-07-11T21:59:59Z', '2024-07-11'],
  ['amazon.co.jp', '2026-11-23T14:59:59Z', '2026-11-23'],
])('%s ends the day at %s: noon UTC of %s', (site, latestDateTime, day) => {
  const until = { latestDateTime };
  const windows = fulfillment({ shipByWindow: until, deliverByWindow: until });
  const noon = new Date(`${day}T12:00:00Z`);
  expect(mapped({ ...sample, ...windows }, site)).toMatchObject({ shipBy: noon, deliverBy: noon });
  const none = fulfillment({ shipByWindow: null, deliverByWindow: {} });
  expect(mapped({ ...sample, ...none }, site)).toMatchObject({ shipBy: null, deliverBy: null });
});

it.each(['UTC', 'America/New_York', 'America/Los_Angeles', 'Europe/Berlin'])(
  'promises the same day to an operator in %s',
  (timeZone) => {
    const preparation = { service: { kind: 'cheapest_by_promise' as const } };
    const order = { preparation, deliver_by: mapped(sample).deliverBy };
    expect(wishOf([order], preparation, timeZone)).toMatchObject({ deliverBy: '2026-11-23' });
  },
);
