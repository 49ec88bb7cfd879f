import type { PastedFields } from './paste-address.ts';

/**
 * Pasted addresses and the expected fields. People are fictional; phone numbers are from the range reserved
 * for fiction.
 */
export interface PasteSample {
  text: string;
  fields: Partial<PastedFields>;
  leftover?: string;
}

const AUSTIN = { city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' };
const JANE = { fullName: 'Jane Doe', address: '123 Main St' };

export const PASTE_SAMPLES: readonly PasteSample[] = [
  { text: 'Jane Doe\n123 Main St\nAustin, TX 78701', fields: { ...JANE, ...AUSTIN } },
  { text: 'Jane Doe\r\n123 Main St\r\nAustin, TX 78701\r\n', fields: { ...JANE, ...AUSTIN } },
  { text: 'Jane Doe\n123 Main St\nAustin TX 78701', fields: { ...JANE, ...AUSTIN } },
  { text: 'Jane Doe, 123 Main St, Austin, TX, 78701', fields: { ...JANE, ...AUSTIN } },
  { text: 'Jane Doe, 123 Main St, Austin, TX 78701, USA', fields: { ...JANE, ...AUSTIN } },
  { text: '123 Main St, Austin, TX 78701', fields: { address: '123 Main St', ...AUSTIN } },
  { text: 'Jane Doe 123 Main St Austin TX 78701', fields: { ...JANE, ...AUSTIN } },
  { text: '123 Main St Austin TX 78701', fields: { address: '123 Main St', ...AUSTIN } },
  {
    text: 'Jane Doe\n123 Main St Apt 4\nAustin, TX 78701',
    fields: { ...JANE, address2: 'Apt 4', ...AUSTIN },
  },
  {
    text: 'Jane Doe\n123 Main St, Apt. 4B\nAustin, TX 78701',
    fields: { ...JANE, address2: 'Apt. 4B', ...AUSTIN },
  },
  { text: 'Jane Doe\n123 Main St #4\nAustin, TX 78701', fields: { ...JANE, address2: '#4', ...AUSTIN } },
  {
    text: 'Jane Doe\nApt 4\n123 Main St\nAustin, TX 78701',
    fields: { ...JANE, address2: 'Apt 4', ...AUSTIN },
  },
  {
    text: 'Jane Doe\n123 Main St\nSuite 200\nAustin, TX 78701-1234',
    fields: { ...JANE, address2: 'Suite 200', ...AUSTIN, zipCode: '78701-1234' },
  },
  {
    text: '123 Main St Unit 7 Austin TX 787011234',
    fields: { address: '123 Main St', address2: 'Unit 7', ...AUSTIN, zipCode: '78701-1234' },
  },
  {
    text: '350 5th Ave 34th Floor New York NY 10118',
    fields: {
      address: '350 5th Ave',
      address2: '34th Floor',
      city: 'New York',
      state: 'NY',
      zipCode: '10118',
      country: 'US',
    },
  },
  {
    text: 'Jane Doe\n350 5th Ave\nNew York, New York 10118',
    fields: {
      fullName: 'Jane Doe',
      address: '350 5th Ave',
      city: 'New York',
      state: 'NY',
      zipCode: '10118',
      country: 'US',
    },
  },
  {
    text: 'Jane Doe\nPO Box 12\nLoon Lake WA 99148',
    fields: {
      fullName: 'Jane Doe',
      address: 'PO Box 12',
      city: 'Loon Lake',
      state: 'WA',
      zipCode: '99148',
      country: 'US',
    },
  },
  {
    text: 'Jane Doe, P.O. Box 12345, Loon Lake, WA 99148',
    fields: {
      fullName: 'Jane Doe',
      address: 'P.O. Box 12345',
      city: 'Loon Lake',
      state: 'WA',
      zipCode: '99148',
      country: 'US',
    },
  },
  {
    text: 'PO Box 884 Loon Lake WA 99148',
    fields: { address: 'PO Box 884', city: 'Loon Lake', state: 'WA', zipCode: '99148', country: 'US' },
  },
  {
    text: 'Jane Doe\n123 Main St\nAustin, TX 78701\n(512) 555-0142',
    fields: { ...JANE, ...AUSTIN, phone: '(512) 555-0142' },
  },
  {
    text: 'Jane Doe\n512.555.0142\n123 Main St\nAustin, TX 78701',
    fields: { ...JANE, ...AUSTIN, phone: '512.555.0142' },
  },
  {
    text: 'Jane Doe 5125550142\n123 Main St\nAustin, TX 78701',
    fields: { ...JANE, ...AUSTIN, phone: '5125550142' },
  },
  {
    text: 'Jane Doe\n123 Main St\nAustin, TX 78701\nPhone: 512-555-0142\nEmail: jane@example.com',
    fields: { ...JANE, ...AUSTIN, phone: '512-555-0142', email: 'jane@example.com' },
  },
  {
    text: 'Jane Doe <jane.doe+labels@mail.example.com>\n123 Main St\nAustin, TX 78701',
    fields: { ...JANE, ...AUSTIN, email: 'jane.doe+labels@mail.example.com' },
  },
  {
    text: 'Jane Doe, 123 Main St, Austin, TX 78701, jane@example.com, 512-555-0142',
    fields: { ...JANE, ...AUSTIN, email: 'jane@example.com', phone: '512-555-0142' },
  },
  {
    text: 'Acme Inc.\n123 Main St\nAustin, Texas 78701\nUnited States',
    fields: { fullName: 'Acme Inc.', address: '123 Main St', ...AUSTIN },
  },
  {
    text: 'Jane Doe\nAcme Inc.\n123 Main St\nAustin, TX 78701',
    fields: { ...JANE, ...AUSTIN },
    leftover: 'Acme Inc.',
  },
  {
    text: 'Acme Inc.\nAttn: Jane Doe\n123 Main St\nAustin, TX 78701',
    fields: { fullName: 'Acme Inc.', address: '123 Main St', address2: 'Attn: Jane Doe', ...AUSTIN },
  },
  {
    text: 'Jane Doe\nc/o John Roe\n123 Main St\nAustin, TX 78701',
    fields: { ...JANE, address2: 'c/o John Roe', ...AUSTIN },
  },
  { text: 'Ship to:\nJane Doe\n123 Main St\nAustin, TX 78701', fields: { ...JANE, ...AUSTIN } },
  {
    text: 'Ship to: Jane Doe\n123 Main St\nAustin, TX 78701\nThank you!',
    fields: { ...JANE, ...AUSTIN },
    leftover: 'Thank you!',
  },
  {
    text: 'Name: Jane Doe\nAddress: 123 Main St\nCity: Austin\nState: TX\nZip: 78701\nCountry: USA\nPhone: 512-555-0142',
    fields: { ...JANE, ...AUSTIN, phone: '512-555-0142' },
  },
  { text: 'Jane Doe\t123 Main St\tAustin\tTX\t78701\tUS', fields: { ...JANE, ...AUSTIN } },
  { text: 'Jane Doe | 123 Main St | Austin, TX 78701', fields: { ...JANE, ...AUSTIN } },
  { text: '  "Jane Doe"\n\n  123 Main St  \n\n  Austin ,  TX   78701  ', fields: { ...JANE, ...AUSTIN } },
  { text: 'Jane Doe<br>123 Main St<br/>Austin, TX 78701', fields: { ...JANE, ...AUSTIN } },
  {
    text: 'JANE DOE\n1005 N GRAVENSTEIN HWY STE 500\nSEBASTOPOL CA 95472',
    fields: {
      fullName: 'JANE DOE',
      address: '1005 N GRAVENSTEIN HWY',
      address2: 'STE 500',
      city: 'SEBASTOPOL',
      state: 'CA',
      zipCode: '95472',
      country: 'US',
    },
  },
  {
    text: '1005 Gravenstein Hwy N Sebastopol California 95472',
    fields: {
      address: '1005 Gravenstein Hwy N',
      city: 'Sebastopol',
      state: 'CA',
      zipCode: '95472',
      country: 'US',
    },
  },
  {
    text: '123 Main St\nAustin, TX',
    fields: { address: '123 Main St', city: 'Austin', state: 'TX', country: 'US' },
  },
  {
    text: 'Jane Doe\n1600 Pennsylvania Ave NW\nWashington, D.C. 20500',
    fields: {
      fullName: 'Jane Doe',
      address: '1600 Pennsylvania Ave NW',
      city: 'Washington',
      state: 'DC',
      zipCode: '20500',
      country: 'US',
    },
  },
  {
    text: 'Jane Doe\n111 Wellington St\nOttawa ON K1A 0A9\nCanada',
    fields: {
      fullName: 'Jane Doe',
      address: '111 Wellington St',
      city: 'Ottawa',
      state: 'ON',
      zipCode: 'K1A 0A9',
      country: 'CA',
    },
  },
  {
    text: 'Jane Doe, 111 Wellington St, Ottawa, Ontario, k1a0a9',
    fields: {
      fullName: 'Jane Doe',
      address: '111 Wellington St',
      city: 'Ottawa',
      state: 'ON',
      zipCode: 'K1A 0A9',
      country: 'CA',
    },
  },
  {
    text: 'Unit 5 - 200 Granville St, Vancouver, BC V6C 1S4',
    fields: {
      address: '200 Granville St',
      address2: 'Unit 5',
      city: 'Vancouver',
      state: 'BC',
      zipCode: 'V6C 1S4',
      country: 'CA',
    },
  },
  {
    text: '#42 233 S Wacker Dr, Chicago, IL 60606',
    fields: {
      address: '233 S Wacker Dr',
      address2: '#42',
      city: 'Chicago',
      state: 'IL',
      zipCode: '60606',
      country: 'US',
    },
  },
  {
    text: 'Sgt Jane Doe\nPSC 802 Box 74\nAPO AE 09499',
    fields: {
      fullName: 'Sgt Jane Doe',
      address: 'PSC 802 Box 74',
      city: 'APO',
      state: 'AE',
      zipCode: '09499',
      country: 'US',
    },
  },
  {
    text: 'Jane Doe\nRR 2 Box 18\nEaton, CO 80615',
    fields: {
      fullName: 'Jane Doe',
      address: 'RR 2 Box 18',
      city: 'Eaton',
      state: 'CO',
      zipCode: '80615',
      country: 'US',
    },
  },
  {
    text: 'Jane Doe\n36401 County Road 43\nEaton, CO 80615',
    fields: {
      fullName: 'Jane Doe',
      address: '36401 County Road 43',
      city: 'Eaton',
      state: 'CO',
      zipCode: '80615',
      country: 'US',
    },
  },
  {
    text: 'Jane Doe\n10 Downing Street\nLondon SW1A 2AA\nUnited Kingdom',
    fields: {
      fullName: 'Jane Doe',
      address: '10 Downing Street',
      city: 'London',
      zipCode: 'SW1A 2AA',
      country: 'GB',
    },
  },
  {
    text: 'Max Muster\nHauptstr. 5\n10115 Berlin\nGermany',
    fields: {
      fullName: 'Max Muster',
      address: 'Hauptstr. 5',
      city: 'Berlin',
      zipCode: '10115',
      country: 'DE',
    },
  },
  {
    text: 'Jane Doe\n3813 1/2 Some Road\nPortland, Oregon 97201\nTel: (503) 555-0142',
    fields: {
      fullName: 'Jane Doe',
      address: '3813 1/2 Some Road',
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
      country: 'US',
      phone: '(503) 555-0142',
    },
  },
  {
    text: 'Jane Doe\n123 Main St\nAustin, TX 78701\nFax: 512-555-0199',
    fields: { ...JANE, ...AUSTIN },
    leftover: 'Fax: 512-555-0199',
  },
];
