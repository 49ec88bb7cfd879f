import { BULK_COLUMNS, type BulkCells, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { describe, expect, it } from 'vitest';
import { FIRST_CHOICES, fillInsFor } from './fill-in-choices.ts';
import { prepareRows } from './prepare-rows.ts';

const profile = {
  fullName: 'Ada Park',
  email: 'ada@northside.example',
  phone: '5035550142',
  default_address: {
    address: '1120 NW Couch St',
    suite: '',
    city: 'Portland',
    state: 'OR',
    zipCode: '97209',
    country: 'US',
  },
};
const SENDER: BulkCells = {
  sender_fullname: 'Ada Park',
  sender_email: 'ada@northside.example',
  sender_phone: '5035550142',
  sender_address: '1120 NW Couch St',
  sender_city: 'Portland',
  sender_state: 'OR',
  sender_zipcode: '97209',
  sender_country: 'US',
};

const fillIns = fillInsFor(new Set(['sender']), FIRST_CHOICES, {
  profile: profile as never,
  parcels: [],
  today: '2026-11-16',
});
const columns = Object.fromEntries(TEMPLATE_COLUMNS.map((column, place) => [column, [place]]));

function prepared(cells: BulkCells) {
  const written = TEMPLATE_COLUMNS.map((column) => cells[column] ?? '');
  const [row] = prepareRows([...TEMPLATE_COLUMNS], [{ line: 2, cells: written }], columns, fillIns);
  const sender = BULK_COLUMNS.filter((column) => column in SENDER).map((column) => row?.cells[column]);
  return { sender, filled: row?.filled };
}
const WHOLE = BULK_COLUMNS.filter((column) => column in SENDER).map((column) => SENDER[column]);

it.each([{}, { package_mass_unit: [] }])(
  'takes the unit of a header if no column has it: %o',
  (unitColumn) => {
    const [row] = prepareRows(
      ['Weight (oz)'],
      [{ line: 2, cells: ['12'] }],
      { package_weight: [0], ...unitColumn },
      [],
    );
    expect(row?.cells).toMatchObject({ package_weight: '12', package_mass_unit: 'oz' });
  },
);

describe('the sender offered for a file', () => {
  it('fills a row without a sender', () => {
    expect(prepared({}).sender).toEqual(WHOLE);
  });

  it('fills the missing cells of a row whose other cells match', () => {
    const row = prepared({ ...SENDER, sender_phone: '', sender_city: 'PORTLAND', sender_country: 'USA' });
    expect(row.filled).toEqual(['sender_phone']);
    expect(row.sender).toContain('5035550142');
    // Values from the file are kept.
    expect(row.sender).toContain('PORTLAND');
  });

  it('accepts a phone number in another format, and a company that the profile lacks', () => {
    const row = prepared({
      ...SENDER,
      sender_company: 'Northside Goods',
      sender_phone: '+1 (503) 555-0142',
      sender_zipcode: '',
    });
    expect(row.filled).toEqual(['sender_zipcode']);
  });

  it('does not mix two senders', () => {
    const row = prepared({ ...SENDER, sender_fullname: 'Ben Okafor', sender_phone: '' });
    expect(row.filled).toEqual([]);
    expect(row.sender).toContain('');
  });
});

describe('the weight of items', () => {
  it('is in the unit of the header', () => {
    const header = ['Order', 'Product weight (g)'];
    const [row] = prepareRows(
      header,
      [{ line: 2, cells: ['1', '250'], items: { item_weight: '250 | 3 oz |  | 40.5' } }],
      { order_ref: [0], item_weight: [1] },
      [],
    );
    expect(row?.cells.item_weight).toBe('250 g | 3 oz |  | 40.5 g');
  });
});
