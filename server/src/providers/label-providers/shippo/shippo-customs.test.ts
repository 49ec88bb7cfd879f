import type { CustomsDeclaration } from '@lading/contract/customs/declaration.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { CONTENTS_TYPES } from '@lading/contract/customs/vocabulary.ts';
import { describe, expect, it } from 'vitest';
import { LONDON, makeCustoms, makeItem, makeRequest } from '../builtin/rates/rate-request.fixture.ts';
import { customsBody, extraBody } from './shippo-customs.ts';

const declared = (customs: Partial<CustomsDeclaration>, to: object = LONDON) =>
  customsBody(makeRequest({ to, customs: makeCustoms(customs) }));

describe('a declaration for Shippo', () => {
  it('is complete, with the totals of each line', () => {
    const items = [
      makeItem({ quantity: 3, unitWeightOz: 5, unitValueCents: 1500 }),
      makeItem({
        description: 'Pin',
        quantity: 3,
        unitWeightOz: 0.1,
        unitValueCents: 1,
        hsCode: '',
        sku: '',
      }),
    ];
    expect(declared({ items, invoiceNumber: '2026-1042', signer: 'Ann Lee' })).toEqual({
      contents_type: 'MERCHANDISE',
      non_delivery_option: 'RETURN',
      certify: true,
      certify_signer: 'Ann Lee',
      eel_pfc: 'NOEEI_30_37_a',
      incoterm: 'DDU',
      invoice: '2026-1042',
      items: [
        {
          description: 'Soy wax candle',
          quantity: 3,
          net_weight: '15',
          mass_unit: 'oz',
          value_amount: '45.00',
          value_currency: 'USD',
          origin_country: 'US',
          tariff_number: '340600',
          sku_code: 'CANDLE-8',
        },
        {
          description: 'Pin',
          quantity: 3,
          net_weight: '0.3',
          mass_unit: 'oz',
          value_amount: '0.03',
          value_currency: 'USD',
          origin_country: 'US',
        },
      ],
    });
  });

  it('has the weight of light goods', () => {
    const items = [
      makeItem({ quantity: 500, unitWeightOz: 0.017637 }),
      makeItem({ quantity: 1, unitWeightOz: 0.0001 }),
    ];
    expect(declared({ items })).toMatchObject({ items: [{ net_weight: '8.8' }, { net_weight: '0.0001' }] });
  });

  it('is left out if there is none', () => {
    expect(customsBody(makeRequest())).toBeUndefined();
  });

  it.each([
    ['Canada', { country: 'CA', state: 'ON' }, {}, { eel_pfc: 'NOEEI_30_36' }],
    [
      'Japan, above $2,500',
      { country: 'JP', state: '' },
      { itn: 'X20261116123456', items: [makeItem({ quantity: 1, unitValueCents: 250_001 })] },
      { eel_pfc: 'AES_ITN', aes_itn: 'X20261116123456' },
    ],
    [
      'Japan, filed although the goods are exempt',
      { country: 'JP', state: '' },
      { itn: 'X20261116123456' },
      { eel_pfc: 'AES_ITN', aes_itn: 'X20261116123456' },
    ],
    [
      'Canada, filed by choice',
      { country: 'CA', state: 'ON' },
      { itn: 'X20261116123456' },
      { eel_pfc: 'AES_ITN', aes_itn: 'X20261116123456' },
    ],
  ])('names the export filing to %s', (_, to, customs, filing) => {
    expect(declared(customs, to)).toMatchObject(filing);
  });

  it('to an APO has no export filing', () => {
    expect(declared({}, { state: 'AE', zip: '09012' })).not.toHaveProperty('eel_pfc');
  });

  it.each([
    ['US-EIN', { exporter_identification: { tax_id: { type: 'EIN', number: '911144442' } } }],
    ['EU-IOSS', { exporter_identification: { tax_id: { type: 'IOSS', number: '911144442' } } }],
    ['GB-VAT', { exporter_identification: { tax_id: { type: 'VAT', number: '911144442' } } }],
    ['AU-ARN', { exporter_identification: { tax_id: { type: 'ARN', number: '911144442' } } }],
    ['EU-EORI', { exporter_identification: { eori_number: '911144442' } }],
    ['NO-VOEC', { exporter_reference: '911144442' }],
  ])('has the sender’s %s', (kind, expected) => {
    expect(declared({ senderTaxId: { kind, number: '911144442' } })).toMatchObject(expected);
  });

  it('has the recipient’s tax ID as a reference', () => {
    const recipientTaxId = { kind: 'BR-CPF', number: '11144477735' };
    expect(declared({ recipientTaxId }, { country: 'BR' })).toMatchObject({
      importer_reference: '11144477735',
    });
  });

  it('has the type of contents and what to do if delivery fails', () => {
    expect(
      declared({ contentsType: 'other', contentsExplanation: 'Lost keys', nonDelivery: 'abandon' }),
    ).toMatchObject({
      contents_type: 'OTHER',
      contents_explanation: 'Lost keys',
      non_delivery_option: 'ABANDON',
    });
    const sent = CONTENTS_TYPES.map((contentsType) => declared({ contentsType }));
    expect(new Set(sent.map((body) => (body as { contents_type: string }).contents_type)).size).toBe(7);
  });
});

describe('extras for Shippo', () => {
  it('are left out if there are none', () => {
    expect(extraBody(makeRequest())).toBeUndefined();
  });

  it('are complete', () => {
    const extras = {
      signature: 'adult',
      insuredCents: 50_050,
      saturdayDelivery: true,
      batteries: 'in_device',
    } as const;
    expect(extraBody(makeRequest({ extras, to: LONDON }))).toEqual({
      signature_confirmation: 'ADULT',
      insurance: { amount: '500.50', currency: 'USD', content: 'Soy wax candle' },
      saturday_delivery: true,
      dangerous_goods: { contains: true, lithium_batteries: { contains: true } },
    });
    expect(extraBody(makeRequest({ extras: { ...NO_EXTRAS, signature: 'standard' } }))).toEqual({
      signature_confirmation: 'STANDARD',
    });
  });

  it.each([
    ['1042, 1043', '1042, 1043'],
    [`#${'9'.repeat(60)}`, `#${'9'.repeat(49)}`],
    ['Großauftrag № 7 😀', 'Großauftrag 7'],
  ])('have the order number %s', (reference, sent) => {
    expect(extraBody({ ...makeRequest(), reference })).toEqual({ reference_1: sent });
  });

  it.each(['', '😀'])('have no reference if it is %j', (reference) => {
    expect(extraBody({ ...makeRequest(), reference })).toBeUndefined();
  });
});
