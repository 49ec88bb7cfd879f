/** The specification's bulk columns, plus `order_ref` for the client's own order number. */

const PARTY_FIELDS = [
  'fullname',
  'company',
  'email',
  'phone',
  'address',
  'address2',
  'city',
  'state',
  'zipcode',
  'country',
] as const;
export type PartyField = (typeof PARTY_FIELDS)[number];

export const PARTIES = ['sender', 'receiver'] as const;
export type Party = (typeof PARTIES)[number];

const PARCEL_COLUMNS = [
  'package_weight',
  'package_mass_unit',
  'package_length',
  'package_width',
  'package_height',
  'package_distance_unit',
  'shipping_date',
] as const;

export type BulkColumn = `${Party}_${PartyField}` | (typeof PARCEL_COLUMNS)[number] | 'order_ref';

const columnsOf = (party: Party) => PARTY_FIELDS.map((field) => `${party}_${field}` as const);

/** The template's columns, in order. */
export const TEMPLATE_COLUMNS: readonly BulkColumn[] = [
  ...columnsOf('sender'),
  ...columnsOf('receiver'),
  ...PARCEL_COLUMNS,
];

export const BULK_COLUMNS: readonly BulkColumn[] = [...TEMPLATE_COLUMNS, 'order_ref'];

const OPTIONAL: ReadonlySet<BulkColumn> = new Set([
  'sender_company',
  'sender_address2',
  'receiver_company',
  'receiver_address2',
  'package_mass_unit',
  'package_distance_unit',
  'order_ref',
] satisfies BulkColumn[]);

export const isRequiredColumn = (column: BulkColumn): boolean => !OPTIONAL.has(column);
export const REQUIRED_COLUMNS = BULK_COLUMNS.filter(isRequiredColumn);

/** A row's values. Columns missing from the file are absent. */
export type BulkCells = Partial<Record<BulkColumn, string>>;

export const BULK_LIMITS = {
  fileBytes: 20_000_000,
  rows: 10_000,
  columns: 200,
  cellLength: 1_000,
  rowsPerCall: 500,
  /** Wide rows are uploaded in smaller chunks. */
  bytesPerCall: 1_000_000,
} as const;
