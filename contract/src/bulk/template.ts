import { type BulkCells, TEMPLATE_COLUMNS } from './columns.ts';

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
    receiver_fullname: 'Chloe Tremblay',
    receiver_company: 'Harbour Books',
    receiver_email: 'chloe@harbourbooks.example',
    receiver_phone: '4165550173',
    receiver_address: '100 Queen St W',
    receiver_address2: '',
    receiver_city: 'Toronto',
    receiver_state: 'ON',
    receiver_zipcode: 'M5H 2N2',
    receiver_country: 'CA',
    package_weight: '0.5',
    package_mass_unit: 'lb',
    package_length: '0',
    package_width: '0',
    package_height: '0',
    package_distance_unit: 'in',
    shipping_date: today,
  },
];

/** The template as CSV text. A test ensures that no cell needs quotes. */
export function bulkTemplate(today: string): string {
  const lines = templateRows(today).map((row) =>
    TEMPLATE_COLUMNS.map((column) => row[column] ?? '').join(','),
  );
  return [TEMPLATE_COLUMNS.join(','), ...lines, ''].join('\r\n');
}
