import { describe, expect, it } from 'vitest';
import { CUSTOMS } from '../customs/customs-messages.ts';
import { checkBulkRow } from './check-row.ts';
import type { BulkCells } from './columns.ts';
import { NO_ITEM, readItems, writeItems } from './item-cells.ts';
import { internationalRows, templateRows } from './template.ts';

const TODAY = '2026-11-16';
const context = { today: TODAY, decimalComma: false };
const [DOMESTIC = {}] = templateRows(TODAY);
const [TORONTO = {}, , BERLIN = {}] = internationalRows(TODAY);

const check = (cells: BulkCells) => checkBulkRow(cells, context);
const problemsOf = (cells: BulkCells) =>
  check(cells).problems.map(({ column, kind, message }) => [column, kind, message]);

describe('a row that needs a customs declaration', () => {
  it('becomes a declaration with the usual defaults', () => {
    const { shipment, problems } = check({ ...BERLIN, customs_contents: '', customs_signer: '' });
    expect(problems).toEqual([]);
    expect(shipment?.customs).toEqual({
      contentsType: 'merchandise',
      contentsExplanation: '',
      nonDelivery: 'return',
      signer: 'Maria Lopez',
      needsLicense: false,
      itn: '',
      invoiceNumber: '',
      senderTaxId: null,
      recipientTaxId: null,
      items: [
        {
          description: 'Soy wax candle',
          quantity: 1,
          unitWeightOz: 14,
          unitValueCents: 2200,
          hsCode: '340600',
          origin: 'US',
          sku: 'CANDLE-1',
        },
      ],
    });
    expect(shipment?.extras).toEqual({
      signature: 'standard',
      insuredCents: 2200,
      saturdayDelivery: false,
      batteries: 'none',
    });
  });

  it('is invalid without one', () => {
    expect(problemsOf({ ...BERLIN, ...writeItems([]), insurance: '' })).toEqual([
      ['item_description', 'declaration', CUSTOMS.declarationRequired],
    ]);
  });

  it('names every missing part of an item at its cell', () => {
    const nothing = { item_quantity: '', item_weight: '', item_value: '', item_hs: '', item_origin: '' };
    expect(problemsOf({ ...BERLIN, ...nothing, item_description: '', insurance: '' })).toEqual([
      ['item_description', 'customs_missing', CUSTOMS.descriptionRequired],
      ['item_weight', 'customs_missing', CUSTOMS.weightRequired],
      ['item_value', 'customs_missing', CUSTOMS.valueRequired],
      ['item_hs', 'customs_missing', CUSTOMS.hsRequired],
      ['item_origin', 'customs_missing', CUSTOMS.originRequired],
    ]);
  });

  it.each<[BulkCells, string, string]>([
    [{ item_description: 'Gift' }, 'item_description', CUSTOMS.descriptionVague],
    [{ item_quantity: '1.5' }, 'item_quantity', CUSTOMS.quantityInvalid],
    [{ item_value: '0' }, 'item_value', CUSTOMS.valueZero],
    [{ item_hs: '12' }, 'item_hs', CUSTOMS.hsInvalid],
    [{ item_origin: 'Atlantis' }, 'item_origin', CUSTOMS.originRequired],
    [{ item_weight: '400' }, 'item_weight', CUSTOMS.itemsHeavierThanParcel],
    [{ customs_incoterm: 'DDP' }, 'customs_incoterm', CUSTOMS.incotermUnavailable],
    [{ customs_itn: 'X1' }, 'customs_itn', CUSTOMS.itnInvalid],
    [{ recipient_tax_id: '?' }, 'recipient_tax_id', CUSTOMS.taxIdInvalid],
    [
      { customs_contents: 'magic' },
      'customs_contents',
      'Contents type: Please use merchandise, gift, sample, documents, return, humanitarian or other.',
    ],
  ])('refuses %j at its cell', (cells, column, message) => {
    expect(problemsOf({ ...BERLIN, insurance: '', ...cells })).toEqual([[column, 'customs', message]]);
  });

  it('asks for what the route requires', () => {
    expect(problemsOf({ ...BERLIN, customs_contents: 'other' })).toEqual([
      ['customs_explanation', 'customs_missing', CUSTOMS.explanationRequired],
    ]);
    expect(problemsOf({ ...BERLIN, item_value: '2,600.00' })).toEqual([
      ['customs_itn', 'customs_missing', CUSTOMS.itnRequired],
    ]);
    const brazil = {
      receiver_country: 'BR',
      receiver_state: 'SP',
      receiver_zipcode: '01310-100',
      receiver_phone: '+5511912345678',
    };
    expect(problemsOf({ ...BERLIN, ...brazil })).toEqual([
      ['recipient_tax_id', 'customs_missing', CUSTOMS.taxIdRequired],
    ]);
    const { shipment } = check({ ...BERLIN, ...brazil, recipient_tax_id: 'BR-CPF: 529.982.247-25' });
    expect(shipment?.customs?.recipientTaxId).toEqual({ kind: 'BR-CPF', number: '529.982.247-25' });
  });

  it('names the item if there are several', () => {
    const cells = {
      item_description: 'Teapot | Cup',
      item_quantity: '1 | 2',
      item_weight: '8 | 250 g',
      item_value: '48 | $14.50',
      item_hs: '6912.00 |',
      item_origin: 'US',
    };
    expect(problemsOf({ ...TORONTO, ...cells })).toEqual([
      ['item_hs', 'customs_missing', `Item 2: ${CUSTOMS.hsRequired}`],
    ]);
    const { shipment } = check({ ...TORONTO, ...cells, item_hs: '6912.00 | 691200' });
    expect(shipment?.customs?.items).toMatchObject([
      { description: 'Teapot', quantity: 1, unitWeightOz: 8, unitValueCents: 4800, origin: 'US' },
      { description: 'Cup', quantity: 2, unitWeightOz: 8.81849, unitValueCents: 1450, origin: 'US' },
    ]);
  });

  it('cannot have more items than a declaration', () => {
    const many = { item_description: Array(101).fill('Cup').join('|'), item_hs: '' };
    expect(problemsOf({ ...TORONTO, ...many })).toEqual([
      ['item_description', 'customs', CUSTOMS.tooManyItems],
    ]);
  });

  it('may also go to a military address or to Guam, without HS codes', () => {
    const items = { ...writeItems([]), item_description: 'Wool socks', item_weight: '4', item_value: '12' };
    for (const [state, zip] of [
      ['AE', '09012'],
      ['GU', '96910'],
    ]) {
      const row = { ...DOMESTIC, receiver_state: state ?? '', receiver_zipcode: zip ?? '' };
      expect(problemsOf(row)).toEqual([['item_description', 'declaration', CUSTOMS.declarationRequired]]);
      expect(check({ ...row, ...items, item_origin: 'China' }).shipment?.customs?.items).toHaveLength(1);
    }
  });
});

describe('documents', () => {
  it('are declared, because carriers treat a parcel without a declaration as goods', () => {
    const documents = { ...BERLIN, package_weight: '0.5', customs_contents: 'documents', item_weight: '6' };
    expect(check(documents).shipment?.customs).toMatchObject({ contentsType: 'documents' });
    expect(problemsOf({ ...documents, ...NO_ITEM })).toEqual([
      ['item_description', 'declaration', CUSTOMS.declarationRequired],
    ]);
  });
});

describe('a row to Puerto Rico', () => {
  const sanJuan = { ...DOMESTIC, receiver_city: 'San Juan', receiver_state: 'PR', receiver_zipcode: '00901' };

  it('needs no items, because USPS needs no declaration; with items it has one for the other carriers', () => {
    expect(problemsOf(sanJuan)).toEqual([]);
    expect(check(sanJuan).shipment).not.toHaveProperty('customs');
    expect(check({ ...sanJuan, ...writeItems(readItems(BERLIN)) }).shipment?.customs?.items).toHaveLength(1);
  });
});

describe('goods that need an export license', () => {
  it('need an ITN, whatever they are worth', () => {
    const licensed = { ...BERLIN, customs_license: 'Yes' };
    expect(problemsOf(licensed)).toEqual([['customs_itn', 'customs_missing', CUSTOMS.itnRequired]]);
    const filed = { ...licensed, customs_itn: 'X20261116123456' };
    expect(check(filed).shipment?.customs).toMatchObject({ needsLicense: true, itn: 'X20261116123456' });
    expect(check({ ...BERLIN, customs_license: 'no' }).shipment?.customs).toMatchObject({
      needsLicense: false,
    });
    expect(problemsOf({ ...BERLIN, customs_license: 'C31' })).toEqual([
      ['customs_license', 'text', 'Export license: Please use yes or no.'],
    ]);
    expect(problemsOf({ ...DOMESTIC, customs_license: 'C31' })).toEqual([]);
  });
});

describe('a masked tax ID', () => {
  const masked = { ...BERLIN, sender_tax_id: '••••••••89' };

  it('is refused by the server, which checks the number, and accepted by the browser', () => {
    expect(problemsOf(masked)).toEqual([['sender_tax_id', 'customs', CUSTOMS.taxIdMasked]]);
    expect(checkBulkRow(masked, { ...context, hasMaskedTaxIds: true }).problems).toEqual([]);
  });
});

describe('a domestic row', () => {
  it('ignores its items, whatever they are', () => {
    const items = { item_description: 'Gift', item_value: 'free', item_hs: 'none', customs_contents: '?' };
    expect(check({ ...DOMESTIC, ...items })).toMatchObject({
      problems: [],
      shipment: check(DOMESTIC).shipment,
    });
    expect(check(DOMESTIC).shipment).not.toHaveProperty('customs');
    expect(check(DOMESTIC).shipment).not.toHaveProperty('extras');
  });

  it.each<[BulkCells, object]>([
    [{ signature: 'Yes' }, { signature: 'standard' }],
    [{ signature: 'Adult signature' }, { signature: 'adult' }],
    [{ insurance: '$1,250.50' }, { insuredCents: 125_050 }],
    [{ saturday_delivery: 'x' }, { saturdayDelivery: true }],
    [{ batteries: 'in device' }, { batteries: 'in_device' }],
    [{ batteries: 'Inside the device' }, { batteries: 'in_device' }],
    [{ batteries: 'Packed with the device' }, { batteries: 'with_device' }],
    [{ batteries: 'Without a device' }, { batteries: 'alone' }],
    [
      { signature: 'Adult signature', batteries: 'No' },
      { signature: 'adult', batteries: 'none' },
    ],
  ])('has the extras %j', (cells, extras) => {
    expect(check({ ...DOMESTIC, ...cells }).shipment?.extras).toMatchObject(extras);
  });

  it.each<[BulkCells, string]>([
    [{ signature: 'maybe' }, 'Signature: Please use none, standard or adult.'],
    [{ insurance: 'full' }, 'Insured value: Please enter an amount in dollars.'],
    [{ insurance: '10001' }, CUSTOMS.insuranceTooHigh],
    [{ saturday_delivery: 'Sunday' }, 'Saturday delivery: Please use yes or no.'],
    [{ batteries: 'damaged' }, 'Lithium batteries: Please use none, in_device, with_device or alone.'],
  ])('refuses the extras %j', (cells, message) => {
    expect(check({ ...DOMESTIC, ...cells }).problems.map((problem) => problem.message)).toEqual([message]);
  });

  it('cannot insure an international parcel for more than its items are worth', () => {
    expect(problemsOf({ ...BERLIN, insurance: '23' })).toEqual([
      ['insurance', 'number', CUSTOMS.insuranceAboveValue],
    ]);
  });
});
