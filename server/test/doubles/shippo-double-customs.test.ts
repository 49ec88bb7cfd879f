import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ShippoDouble, startShippoDouble } from './shippo-double.ts';

let double: ShippoDouble;
beforeAll(async () => {
  double = await startShippoDouble();
});
afterAll(() => double.close());

const ITEM = {
  description: 'Soy wax candle',
  quantity: 2,
  net_weight: '16',
  mass_unit: 'oz',
  value_amount: '36.00',
  value_currency: 'USD',
  origin_country: 'US',
  tariff_number: '340600',
};
const CUSTOMS = {
  contents_type: 'MERCHANDISE',
  non_delivery_option: 'RETURN',
  certify: true,
  certify_signer: 'Ann Lee',
  eel_pfc: 'NOEEI_30_37_a',
  items: [ITEM],
};
const SHIPMENT = {
  address_from: {
    name: 'Ann Lee',
    street1: '215 Clayton St',
    city: 'San Francisco',
    state: 'CA',
    zip: '94117',
    country: 'US',
  },
  address_to: {
    name: 'Jan Vos',
    street1: 'Keizersgracht 1',
    city: 'Amsterdam',
    zip: '1015 CJ',
    country: 'NL',
  },
  parcels: [{ length: '10', width: '8', height: '4', distance_unit: 'in', weight: '2', mass_unit: 'lb' }],
  customs_declaration: CUSTOMS,
  async: false,
};

interface Answer {
  rates: { object_id: string; provider: string }[];
  messages: { text: string }[];
  commercial_invoice_url: string;
}

const post = async (path: string, body: object) => {
  const headers = { authorization: 'ShippoToken shippo_test_x', 'content-type': 'application/json' };
  const response = await fetch(double.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Answer };
};
const declared = (changes: object) =>
  post('/shipments', { ...SHIPMENT, customs_declaration: { ...CUSTOMS, ...changes } });

describe('an international shipment', () => {
  it('with a declaration has rates of every carrier', async () => {
    const { status, body } = await post('/shipments', SHIPMENT);
    expect(status).toBe(201);
    expect(new Set(body.rates.map(({ provider }) => provider)).size).toBe(4);
    expect(body.messages).toEqual([]);
  });

  it('without a declaration has no rates, and every carrier gives a reason', async () => {
    const { customs_declaration: _, ...undeclared } = SHIPMENT;
    const { status, body } = await post('/shipments', undeclared);
    expect([status, body.rates]).toEqual([201, []]);
    expect(body.messages).toHaveLength(4);
    for (const { text } of body.messages) expect(text).toMatch(/customs declaration is required/);
  });

  it.each([
    ['no signer', { certify_signer: undefined }],
    ['no items', { items: [] }],
    ['an unknown type', { contents_type: 'TOYS' }],
    ['an unknown exemption', { eel_pfc: 'NOEEI 30.37(a)' }],
    ['no ITN', { eel_pfc: 'AES_ITN' }],
    ['no explanation', { contents_type: 'OTHER' }],
    ['a number as weight', { items: [{ ...ITEM, net_weight: 16 }] }],
    ['text as quantity', { items: [{ ...ITEM, quantity: '2' }] }],
    ['a misspelled field', { items: [{ ...ITEM, hs_number: '340600' }] }],
    ['a value of zero', { items: [{ ...ITEM, value_amount: '0.00' }] }],
    ['items heavier than the parcel', { items: [{ ...ITEM, net_weight: '33' }] }],
  ])('with %s in its declaration is refused', async (_, changes) => {
    expect((await declared(changes)).status).toBe(400);
  });

  it.each([{ signature_confirmation: 'DIRECT' }, { insurance: { amount: 500 } }, { saturday: true }])(
    'with the extras %j is refused',
    async (extra) => {
      expect((await post('/shipments', { ...SHIPMENT, extra })).status).toBe(400);
    },
  );
});

describe('the invoice of a label', () => {
  it('is a PDF with three copies', async () => {
    const { body } = await post('/shipments', SHIPMENT);
    const dhl = body.rates.find(({ provider }) => provider === 'DHL Express');
    const { body: label } = await post('/transactions', { rate: dhl?.object_id, async: false });
    const file = await fetch(label.commercial_invoice_url);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(await file.text()).toMatch(/^%PDF-.*\/Count 3/s);
  });
});
