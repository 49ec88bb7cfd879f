import { describe, expect, it } from 'vitest';
import { ApiDescription } from './api-description.ts';

const ADDRESS = { name: 'Ann', street1: '965 Mission St', city: 'San Francisco', state: 'CA', country: 'US' };
const PARCEL = { length: '10', width: '8', height: '4', distance_unit: 'in', weight: '2', mass_unit: 'lb' };
const SHIPMENT = { address_from: ADDRESS, address_to: ADDRESS, parcels: [PARCEL], async: false };
const ITEM = {
  description: 'Soy wax candle',
  quantity: 2,
  net_weight: '16',
  mass_unit: 'oz',
  value_amount: '36.00',
  value_currency: 'USD',
  origin_country: 'US',
};
const CUSTOMS = {
  contents_type: 'MERCHANDISE',
  non_delivery_option: 'RETURN',
  certify: true,
  certify_signer: 'Ann',
  items: [ITEM],
};
const EXTRA = { signature_confirmation: 'ADULT', insurance: { amount: '500.00', currency: 'USD' } };
const TRANSACTION = { rate: 'r', label_file_type: 'PDF_4x6', async: false, metadata: 'm' };

function checkerOf(provider: 'shippo' | 'stripe', headers: Record<string, string>) {
  const description = ApiDescription.of(provider);
  return (call: string, body = '', others = headers) => {
    const [method = '', target = ''] = call.split(' ');
    const { pathname: path, searchParams: query } = new URL(target, 'http://api');
    return description.check({ method, path, query, headers: others, body: Buffer.from(body) });
  };
}

describe('the API description of Shippo', () => {
  const check = checkerOf('shippo', {
    authorization: 'ShippoToken x',
    'content-type': 'application/json',
  });

  it.each([
    ['POST /shipments', SHIPMENT, 'POST /shipments'],
    ['POST /shipments', { ...SHIPMENT, customs_declaration: CUSTOMS, extra: EXTRA }, 'POST /shipments'],
    ['POST /transactions', TRANSACTION, 'POST /transactions'],
    ['POST /addresses', { ...ADDRESS, validate: true }, 'POST /addresses'],
    ['POST /refunds', { transaction: 't' }, 'POST /refunds'],
    ['GET /refunds/', null, 'GET /refunds/'],
    ['GET /refunds/1', null, 'GET /refunds/{RefundId}'],
    ['GET /transactions?rate=r&page=2&results=100', null, 'GET /transactions'],
    ['GET /carrier_accounts/reg-status?carrier=ups', null, 'GET /carrier_accounts/reg-status'],
  ])('accepts a valid %s', (call, body, operation) => {
    expect(check(call, body ? JSON.stringify(body) : '')).toEqual({ operation, violations: [] });
  });

  it.each([
    [
      'no receiver',
      'POST /shipments',
      { ...SHIPMENT, address_to: undefined },
      /required property 'address_to'/,
    ],
    [
      'a weight as a number',
      'POST /shipments',
      { ...SHIPMENT, parcels: [{ ...PARCEL, weight: 2 }] },
      /weight must be string/,
    ],
    [
      'an unknown unit',
      'POST /shipments',
      { ...SHIPMENT, parcels: [{ ...PARCEL, mass_unit: 'st' }] },
      /mass_unit/,
    ],
    [
      'a declaration without a signer',
      'POST /shipments',
      { ...SHIPMENT, customs_declaration: { ...CUSTOMS, certify_signer: undefined } },
      /required property 'certify_signer'/,
    ],
    [
      'a quantity as text',
      'POST /shipments',
      { ...SHIPMENT, customs_declaration: { ...CUSTOMS, items: [{ ...ITEM, quantity: '2' }] } },
      /quantity must be integer/,
    ],
    [
      'a misspelled name in an item',
      'POST /shipments',
      { ...SHIPMENT, customs_declaration: { ...CUSTOMS, items: [{ ...ITEM, tarif_number: '1' }] } },
      /: tarif_number$/,
    ],
    [
      'an unknown signature',
      'POST /shipments',
      { ...SHIPMENT, extra: { ...EXTRA, signature_confirmation: 'DIRECT' } },
      /signature_confirmation/,
    ],
    ['a misspelled extra', 'POST /shipments', { ...SHIPMENT, extra: { saturday: true } }, /: saturday$/],
    ['no rate', 'POST /transactions', { ...TRANSACTION, rate: undefined }, /required property 'rate'/],
    [
      'a wrong file type',
      'POST /transactions',
      { ...TRANSACTION, label_file_type: 'DOC' },
      /label_file_type/,
    ],
    ['a misspelled name', 'POST /transactions', { ...TRANSACTION, meta_data: '' }, /: meta_data$/],
    ['no body', 'POST /transactions', null, /^body is missing$/],
    ['a page that is too large', 'GET /transactions?results=101', null, /^query\/results must be <= 100$/],
    ['text for a page', 'GET /transactions?page=one', null, /^query\/page must be integer$/],
    ['an unknown filter', 'GET /transactions?metadata=m', null, /: metadata$/],
    ['an extra slash', 'POST /shipments/', SHIPMENT, /is not described$/],
  ])('refuses %s', (_, call, body, violation) => {
    expect(check(call, body ? JSON.stringify(body) : '').violations).toContainEqual(
      expect.stringMatching(violation),
    );
  });

  it('refuses a request without a token, and one without a content type', () => {
    const body = JSON.stringify(TRANSACTION);
    expect(check('POST /transactions', body, { 'content-type': 'application/json' }).violations).toEqual([
      'authorization is missing: APIKeyHeader',
    ]);
    expect(check('POST /transactions', body, { authorization: 'ShippoToken x' }).violations).toEqual([
      'body has the type "" instead of application/json',
    ]);
  });
});

describe('the API description of Stripe', () => {
  const check = checkerOf('stripe', {
    authorization: 'Bearer sk_test_x',
    'content-type': 'application/x-www-form-urlencoded',
  });
  const INTENT = 'amount=100&currency=usd';

  it.each([
    ['POST /v1/payment_intents', INTENT],
    [
      'POST /v1/payment_intents',
      `${INTENT}&automatic_payment_methods[enabled]=true&metadata[id]=1&expand[0]=customer`,
    ],
    ['POST /v1/refunds', 'payment_intent=pi&amount=5&reason=requested_by_customer&metadata[id]=1'],
    ['GET /v1/payment_intents?limit=100&created[gte]=1700000000', ''],
    ['GET /v1/refunds?payment_intent=pi&limit=100', ''],
    ['POST /v1/payment_intents/pi_1/cancel', ''],
  ])('accepts a valid %s: %s', (call, body) => {
    expect(check(call, body).violations).toEqual([]);
  });

  it.each([
    ['no currency', 'POST /v1/payment_intents', 'amount=100', /required property 'currency'/],
    ['nothing at all', 'POST /v1/payment_intents', '', /required property 'amount'/],
    [
      'text for an amount',
      'POST /v1/payment_intents',
      'amount=abc&currency=usd',
      /^body\/amount must be integer$/,
    ],
    [
      'text for a boolean',
      'POST /v1/payment_intents',
      `${INTENT}&automatic_payment_methods[enabled]=maybe`,
      /enabled must be boolean/,
    ],
    [
      'text for an object',
      'POST /v1/payment_intents',
      `${INTENT}&automatic_payment_methods=true`,
      /automatic_payment_methods must be object/,
    ],
    [
      'another reason',
      'POST /v1/refunds',
      'payment_intent=pi&reason=changed_my_mind',
      /^body\/reason must be equal/,
    ],
    ['an unknown name', 'POST /v1/refunds', 'payment_intent=pi&why=x', /: why$/],
    ['an unknown filter', 'GET /v1/refunds?metadata=x', '', /: metadata$/],
    ['an unknown path', 'GET /v1/nothing', '', /is not described$/],
  ])('refuses %s', (_, call, body, violation) => {
    expect(check(call, body).violations).toContainEqual(expect.stringMatching(violation));
  });

  it('refuses a request without a key', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(check('POST /v1/payment_intents', INTENT, headers).violations).toEqual([
      'authorization is missing: basicAuth or bearerAuth',
    ]);
  });
});
