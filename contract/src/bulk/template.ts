import { ADDED_COLUMNS, type BulkCells, type BulkColumn, TEMPLATE_COLUMNS } from './columns.ts';

const SENDER = {
  sender_fullname: 'Maria Lopez',
  sender_company: 'Blue Kettle Ceramics',
  sender_email: 'maria@bluekettle.example',
  sender_phone: '5125550142',
  sender_address: '1100 Congress Ave',
  sender_address2: 'Ste 200',
  sender_city: 'Austin',
  sender_state: 'TX',
  sender_zipcode: '78701',
  sender_country: 'US',
} as const satisfies BulkCells;

/** One parcel, and one envelope with zero dimensions. */
export const templateRows = (today: string): BulkCells[] => [
  {
    ...SENDER,
    receiver_fullname: 'Daniel Kim',
    receiver_company: '',
    receiver_email: 'daniel.kim@mail.example',
    receiver_phone: '6175550118',
    receiver_address: '77 Massachusetts Ave',
    receiver_address2: 'Apt 4B',
    receiver_city: 'Cambridge',
    receiver_state: 'MA',
    receiver_zipcode: '02139',
    receiver_country: 'US',
    package_weight: '2.5',
    package_mass_unit: 'lb',
    package_length: '10',
    package_width: '8',
    package_height: '4',
    package_distance_unit: 'in',
    shipping_date: today,
  },
  {
    ...SENDER,
    receiver_fullname: 'Ada Park',
    receiver_company: 'Northside Books',
    receiver_email: 'ada@northsidebooks.example',
    receiver_phone: '5035550142',
    receiver_address: '1000 SW Park Ave',
    receiver_address2: '',
    receiver_city: 'Portland',
    receiver_state: 'OR',
    receiver_zipcode: '97205',
    receiver_country: 'US',
    package_weight: '0.5',
    package_mass_unit: 'lb',
    package_length: '0',
    package_width: '0',
    package_height: '0',
    package_distance_unit: 'in',
    shipping_date: today,
  },
];

export const INTERNATIONAL_COLUMNS: readonly BulkColumn[] = [
  'order_ref',
  ...TEMPLATE_COLUMNS,
  ...ADDED_COLUMNS,
];

const TORONTO = {
  order_ref: '1001',
  ...SENDER,
  receiver_fullname: 'Chloe Tremblay',
  receiver_company: 'Harbour Books',
  receiver_email: 'chloe@harbourbooks.example',
  receiver_phone: '4165550173',
  receiver_address: '100 Queen St W',
  receiver_city: 'Toronto',
  receiver_state: 'ON',
  receiver_zipcode: 'M5H 2N2',
  receiver_country: 'CA',
  package_weight: '3',
  package_mass_unit: 'lb',
  package_length: '10',
  package_width: '8',
  package_height: '6',
  package_distance_unit: 'in',
} as const satisfies BulkCells;

/** A parcel with two items, so two rows with the same order number, and a parcel with one item. */
export const internationalRows = (today: string): BulkCells[] => [
  {
    ...TORONTO,
    shipping_date: today,
    customs_contents: 'merchandise',
    customs_signer: 'Maria Lopez',
    item_description: 'Ceramic teapot',
    item_quantity: '1',
    item_weight: '24',
    item_value: '48.00',
    item_hs: '6912.00',
    item_origin: 'US',
    item_sku: 'POT-BLUE',
  },
  {
    order_ref: TORONTO.order_ref,
    item_description: 'Ceramic cup',
    item_quantity: '2',
    item_weight: '8',
    item_value: '14.50',
    item_hs: '6912.00',
    item_origin: 'US',
    item_sku: 'CUP-BLUE',
  },
  {
    ...TORONTO,
    order_ref: '1002',
    shipping_date: today,
    receiver_fullname: 'Jonas Weber',
    receiver_company: '',
    receiver_email: 'jonas.weber@mail.example',
    receiver_phone: '+493012345678',
    receiver_address: 'Invalidenstr. 116',
    receiver_city: 'Berlin',
    receiver_state: 'BE',
    receiver_zipcode: '10115',
    receiver_country: 'DE',
    package_weight: '1.5',
    item_description: 'Soy wax candle',
    item_quantity: '1',
    item_weight: '14',
    item_value: '22.00',
    item_hs: '3406.00',
    item_origin: 'US',
    item_sku: 'CANDLE-1',
    signature: 'standard',
    insurance: '22',
  },
];

/** CSV text. A test ensures that no cell needs quotes. */
const csvOf = (columns: readonly BulkColumn[], rows: readonly BulkCells[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? '')), []]
    .map((cells) => cells.join(','))
    .join('\r\n');

/** The specification's template. */
export const bulkTemplate = (today: string): string => csvOf(TEMPLATE_COLUMNS, templateRows(today));

/** The template for international shipments, with the optional columns. */
export const internationalTemplate = (today: string): string =>
  csvOf(INTERNATIONAL_COLUMNS, internationalRows(today));
