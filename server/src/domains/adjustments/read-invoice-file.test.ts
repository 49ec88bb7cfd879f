import { CARRIER_INVOICES } from '@lading/contract/carrier-invoices.ts';
import { describe, expect, it } from 'vitest';
import { fedexFile, upsFile } from '../../../test/carrier-invoices.ts';
import { AppError } from '../../platform/app-error.ts';
import { trackingCandidates } from './layouts/tracking-numbers.ts';
import { readInvoiceFile } from './read-invoice-file.ts';

const read = (text: string, layout?: 'ups' | 'fedex' | 'shippo' | 'csv') =>
  readInvoiceFile(Buffer.from(text), layout);
const linesOf = (text: string) => read(text).invoices.flatMap(({ lines }) => lines);

const messageOf = (text: string, layout?: 'ups' | 'fedex' | 'shippo' | 'csv') => {
  try {
    read(text, layout);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return null;
};

describe('a UPS file', () => {
  const tracking = '1Z999AA10123456784';

  it('has one line per charge, without informational rows', () => {
    const file = read(
      upsFile({ number: '000001', date: '2026-11-14' }, [
        { tracking, cents: 623 },
        { tracking, cents: 91, classification: 'FSC', description: 'Fuel Surcharge' },
        { tracking, cents: 5_000, classification: 'INF', description: 'Declared value' },
        { cents: 250, category: 'MIS', detail: 'SVCH', classification: 'MSC', description: 'Service Charge' },
      ]),
    );
    expect(file).toMatchObject({ layout: 'ups', problems: [] });
    const [invoice] = file.invoices;
    expect(invoice).toMatchObject({
      carrier: 'UPS',
      account: '0000A1B2C3',
      number: '000001',
      date: '2026-11-14',
      totalCents: 964,
      statedTotalCents: 964,
    });
    expect(invoice?.lines.map(({ kind, reason, cents, line }) => [kind, reason, cents, line])).toEqual([
      ['freight', 'unknown', 623, 1],
      ['charge', 'fuel', 91, 2],
      ['correction', 'unknown', 250, 4],
    ]);
    expect(invoice?.lines[2]?.trackingNumbers).toEqual([]);
  });

  it('refuses amounts in another currency', () => {
    const file = read(
      upsFile({ number: '1' }, [
        { tracking: '1Z', cents: 1_370, more: { 9: 'CAD' } },
        { tracking: '1Z', cents: 1_000 },
      ]),
    );
    expect(file.problems).toEqual([{ line: 1, message: 'Only amounts in USD can be imported.' }]);
  });

  it('explains adjustments with what UPS measured', () => {
    const [weight, address, zone, voided] = linesOf(
      upsFile({ number: '1' }, [
        {
          tracking,
          cents: 412,
          category: 'ADJ',
          detail: 'RADJ',
          description: 'Shipping Charge Correction Ground',
          more: {
            28: '5',
            29: 'L',
            32: '12.0x 9.0x 4.0',
            174: 'ENTERED WEIGHT 3.0 LBS',
            175: 'AUDITED WEIGHT 5.0 LBS',
          },
        },
        {
          tracking,
          cents: 1_900,
          category: 'ADJ',
          detail: 'ADC',
          classification: 'ACC',
          description: 'Address Correction Ground',
        },
        {
          tracking,
          cents: 130,
          category: 'ADJ',
          detail: 'RADJ',
          description: 'ZONE ADJUSTMENT Ground',
          more: { 33: '4', 197: '5' },
        },
        {
          tracking,
          cents: -623,
          category: 'ADJ',
          description: 'Void Ground Commercial',
          more: { 200: '1Z999AA10111111111' },
        },
      ]),
    );
    expect(weight).toMatchObject({
      kind: 'correction',
      measured: { weightGrams: 2268, dimensions: '12 × 9 × 4 in' },
    });
    expect(address?.reason).toBe('address_correction');
    expect(zone).toMatchObject({ reason: 'zone', measured: { zone: '5', claimedZone: '4' } });
    expect(voided).toMatchObject({ kind: 'freight', trackingNumbers: [tracking, '1Z999AA10111111111'] });
  });

  it('may have semicolons, decimal commas and European dates', () => {
    const plain = upsFile({ number: '7', date: '14/11/2026', totalCents: 123_450 }, [
      { tracking, cents: 123_450 },
    ]);
    const european = plain.replaceAll('2.1', '2,1').replaceAll(/(\d+)\.(\d\d)(?=,|$)/g, '$1;$2');
    const text = european
      .replaceAll(',', '\u0000')
      .replaceAll(';', ',')
      .replaceAll('\u0000', ';')
      .replace('2;1', '2,1');
    const [invoice] = read(text).invoices;
    expect(invoice).toMatchObject({ date: '2026-11-14', totalCents: 123_450, statedTotalCents: 123_450 });
  });

  it('must not have dates with slashes unless it uses semicolons, because the month may come first', () => {
    const american = upsFile({ number: '7', date: '03/04/2026', totalCents: 100 }, [
      { tracking, cents: 100 },
    ]);
    const { invoices, problems } = read(american);
    expect(invoices).toEqual([]);
    expect(problems).toMatchObject([{ message: '“Invoice Date” must have the form YYYY-MM-DD.' }]);
  });

  it('reports lines that it can’t read', () => {
    const bad = upsFile({ number: '1' }, [
      { tracking, cents: 100 },
      { tracking, cents: 100, more: { 52: 'twelve' } },
      { tracking, cents: 100, more: { 4: '2026-02-30' } },
      { tracking, cents: 100, more: { 5: '' } },
    ]);
    expect(read(bad).problems).toEqual([
      { line: 2, message: '“Net Amount” is not an amount.' },
      { line: 3, message: '“Invoice Date” is not a date.' },
      { line: 4, message: '“Invoice Number” is missing.' },
    ]);
  });
});

describe('a FedEx file', () => {
  it('has a line per charge, and bills the net amount', () => {
    const file = read(
      fedexFile({ number: '8-123-45678' }, [
        {
          tracking: '123456789012',
          prefix: '9612019',
          freightCents: 900,
          charges: [
            ['Fuel Surcharge', 120],
            ['Earned Discount', -100],
            ['Address Correction', 2_200],
          ],
          netCents: 3_125,
          weightLb: 4.5,
          dimensions: [14, 10, 6],
        },
      ]),
    );
    expect(file.layout).toBe('fedex');
    const [invoice] = file.invoices;
    expect(invoice).toMatchObject({ carrier: 'FedEx', date: '2026-11-14', totalCents: 3_125 });
    expect(
      invoice?.lines.map(({ kind, reason, description, cents }) => [kind, reason, description, cents]),
    ).toEqual([
      ['freight', 'unknown', 'Transportation Ground', 900],
      ['charge', 'fuel', 'Fuel Surcharge', 120],
      ['charge', 'unknown', 'Earned Discount', -100],
      ['correction', 'address_correction', 'Address Correction', 2_200],
      ['charge', 'unknown', 'Other charges', 5],
    ]);
    expect(invoice?.lines[0]).toMatchObject({
      trackingNumbers: ['123456789012', '9612019123456789012'],
      measured: { weightGrams: 2041, dimensions: '14 × 10 × 6 in', zone: '5' },
    });
  });

  it('may number the repeated columns and write thousands with commas', () => {
    const text = fedexFile({ number: '1' }, [
      {
        tracking: '123456789012',
        freightCents: 123_450,
        charges: [
          ['Fuel Surcharge', 100],
          ['Residential', 200],
        ],
      },
    ])
      .replace(
        'Tracking ID Charge Amount,Tracking ID Charge Description',
        'Tracking ID Charge Amount,Tracking ID Charge Description (2)',
      )
      .replaceAll('1234.50', '"1,234.50"');
    expect(linesOf(text).map(({ cents }) => cents)).toEqual([123_450, 100, 200]);
  });
});

describe('other layouts', () => {
  it('read the invoice items of Shippo by transaction', () => {
    const file = read(
      [
        'object_id,object_created,type,description,amount,currency,invoice,transaction',
        'a1,2026-11-11T08:00:00Z,LABEL_PAYMENT,,7.50,USD,inv-9,tx-1',
        'a2,2026-11-11T08:00:00Z,LABEL_SURCHARGE,Weight adjustment,3.10,USD,inv-9,tx-1',
        'a3,2026-11-11T08:00:00Z,SUBSCRIPTION_PLAN_FEE,Pro,19.00,USD,inv-9,',
        'a4,2026-11-11T08:00:00Z,LABEL_SURCHARGE,,3.10,EUR,inv-9,tx-1',
      ].join('\n'),
    );
    expect(file.layout).toBe('shippo');
    expect(
      file.invoices[0]?.lines.map(({ kind, reason, transactionId, cents }) => [
        kind,
        reason,
        transactionId,
        cents,
      ]),
    ).toEqual([
      ['freight', 'unknown', 'tx-1', 750],
      ['correction', 'weight', 'tx-1', 310],
      ['charge', 'unknown', null, 1_900],
    ]);
    expect(file.problems).toEqual([{ line: 5, message: 'Only amounts in USD can be imported.' }]);
  });

  it('charge fees of Shippo to the account, even if they name a label', () => {
    const file = read(
      [
        'object_created,type,amount,invoice,transaction,tracking_number',
        '2026-11-11,LABEL_SURCHARGE,3.10,inv-9,tx-1,9400111899223197428490',
        '2026-11-11,LABEL_FEE,0.05,inv-9,tx-1,9400111899223197428490',
      ].join('\n'),
    );
    expect(
      file.invoices[0]?.lines.map(({ kind, transactionId, trackingNumbers }) => [
        kind,
        transactionId,
        trackingNumbers,
      ]),
    ).toEqual([
      ['correction', 'tx-1', ['9400111899223197428490']],
      ['charge', null, []],
    ]);
  });

  it('read our own columns', () => {
    const file = read(
      [
        'Carrier,Invoice number,Invoice date,Tracking number,Amount,Reason,Weight lb,Dimensions in,Kind',
        'usps,APV-1,2026-11-10,420787019400111899223197428490,2.15,weight,5,12x9x4,Adjustment',
        'DHL,99,2026-11-10,1234567890,-1.00,,,,adjustment',
        'DHL,99,2026-11-10,1234567890,12.00,,,,charge',
        'TNT,99,2026-11-10,1,1.00,,,,charge',
        'DHL,99,2026-11-10,1,1.00,,,,gift',
        'DHL,99,2026-11-10,1,1.00,because,,,charge',
      ].join('\n'),
    );
    expect(file.layout).toBe('csv');
    expect(file.invoices.map(({ carrier, number, totalCents }) => [carrier, number, totalCents])).toEqual([
      ['DHL', '99', 1_100],
      ['USPS', 'APV-1', 215],
    ]);
    expect(file.invoices[1]?.lines[0]).toMatchObject({
      kind: 'correction',
      reason: 'weight',
      measured: { weightGrams: 2268, dimensions: '12 × 9 × 4 in' },
    });
    expect(file.problems.map(({ line }) => line)).toEqual([5, 6, 7]);
  });

  it('need a kind in our own columns, unless the account is charged', () => {
    const columns = 'carrier,invoice_number,invoice_date,amount,tracking_number';
    const lines = ['DHL,99,2026-11-10,12.00,1234567890', 'DHL,99,2026-11-10,3.00,'];
    const problems = [{ line: 2, message: CARRIER_INVOICES.plainKind }];
    expect(read([columns, ...lines].join('\n')).problems).toEqual(problems);
    expect(read([`${columns},kind`, ...lines.map((line) => `${line}, `)].join('\n')).problems).toEqual(
      problems,
    );
    expect(linesOf([columns, lines[1]].join('\n'))).toMatchObject([
      { kind: 'correction', trackingNumbers: [] },
    ]);
  });

  it('are refused if they are unknown, empty, or not the chosen one', () => {
    expect(messageOf('a,b\n1,2')).toBe(
      'We couldn’t recognize the layout of this file. Please choose the layout.',
    );
    expect(messageOf('')).toBe('The file has no charges.');
    expect(messageOf('type,amount,invoice,transaction')).toBe('The file has no charges.');
    expect(messageOf('type,amount,invoice,transaction\n', 'fedex')).toMatch(
      /^This file doesn’t use the layout/,
    );
    expect(messageOf('carrier,"invoice')).toMatch(/^Line 1: /);
  });
});

describe('lines of an invoice', () => {
  it('keep their hash in another file, and equal charges differ', () => {
    const charge = { tracking: '1Z999AA10123456784', cents: 100 };
    const other = { tracking: '1Z999AA10123456784', cents: 100, description: 'Residential Surcharge' };
    const [first, second, third] = linesOf(upsFile({ number: '1' }, [charge, charge, other]));
    const again = linesOf(upsFile({ number: '1' }, [other, charge, charge])).map(({ hash }) =>
      hash.toString('hex'),
    );
    const hashes = [first, second, third].map((line) => line?.hash.toString('hex') ?? '');
    expect(new Set(hashes).size).toBe(3);
    expect(new Set(again)).toEqual(new Set(hashes));
  });

  it.each([
    ['420787019400111899223197428490', '9400111899223197428490'],
    ['42078701123494001118992231974284', '94001118992231974284'],
    ['9400 1118 9922 3197 4284 90', '9400111899223197428490'],
    ['1z999aa10123456784', '1Z999AA10123456784'],
  ])('find the tracking number in %s', (text, number) => {
    expect(trackingCandidates(text)).toContain(number);
  });
});
