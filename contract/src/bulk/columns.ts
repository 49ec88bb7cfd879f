/** The specification's bulk columns, plus optional ones: the client's order number, customs data and extras. */

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

/** What customs needs to know about a shipment. */
const CUSTOMS_COLUMNS = [
  'customs_contents',
  'customs_explanation',
  'customs_incoterm',
  'customs_signer',
  'customs_license',
  'customs_itn',
  'customs_invoice',
  'sender_tax_id',
  'recipient_tax_id',
] as const;

/** A cell holds one value per item, see `item-cells.ts`. */
export const ITEM_COLUMNS = [
  'item_description',
  'item_quantity',
  'item_weight',
  'item_value',
  'item_hs',
  'item_origin',
  'item_sku',
] as const;
export type ItemColumn = (typeof ITEM_COLUMNS)[number];

const EXTRA_COLUMNS = ['signature', 'insurance', 'saturday_delivery', 'batteries'] as const;

export type BulkColumn =
  | `${Party}_${PartyField}`
  | (typeof PARCEL_COLUMNS)[number]
  | 'order_ref'
  | (typeof CUSTOMS_COLUMNS)[number]
  | ItemColumn
  | (typeof EXTRA_COLUMNS)[number];

const columnsOf = (party: Party) => PARTY_FIELDS.map((field) => `${party}_${field}` as const);

/** The template's columns, in order. */
export const TEMPLATE_COLUMNS: readonly BulkColumn[] = [
  ...columnsOf('sender'),
  ...columnsOf('receiver'),
  ...PARCEL_COLUMNS,
];

/** Columns for customs data and extras. All are optional. */
export const ADDED_COLUMNS: readonly BulkColumn[] = [...CUSTOMS_COLUMNS, ...ITEM_COLUMNS, ...EXTRA_COLUMNS];

export const BULK_COLUMNS: readonly BulkColumn[] = [...TEMPLATE_COLUMNS, 'order_ref', ...ADDED_COLUMNS];

const OPTIONAL: ReadonlySet<BulkColumn> = new Set<BulkColumn>([
  ...ADDED_COLUMNS,
  'sender_company',
  'sender_address2',
  'receiver_company',
  'receiver_address2',
  'package_mass_unit',
  'package_distance_unit',
  'order_ref',
]);

export const isRequiredColumn = (column: BulkColumn): boolean => !OPTIONAL.has(column);
export const REQUIRED_COLUMNS = BULK_COLUMNS.filter(isRequiredColumn);

const ITEMS: ReadonlySet<BulkColumn> = new Set(ITEM_COLUMNS);
export const isItemColumn = (column: BulkColumn): column is ItemColumn => ITEMS.has(column);

/** A row's values. Columns missing from the file are absent. */
export type BulkCells = Partial<Record<BulkColumn, string>>;

export const BULK_LIMITS = {
  fileBytes: 20_000_000,
  rows: 10_000,
  columns: 200,
  cellLength: 1_000,
  /** For cells that hold one value per item. */
  itemCellLength: 12_000,
  rowsPerCall: 500,
  /** Wide rows are uploaded in smaller chunks. */
  bytesPerCall: 1_000_000,
} as const;

export const maxCellLength = (column: BulkColumn): number =>
  isItemColumn(column) ? BULK_LIMITS.itemCellLength : BULK_LIMITS.cellLength;
