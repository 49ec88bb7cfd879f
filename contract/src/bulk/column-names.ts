import type { BulkColumn, PartyField } from './columns.ts';

/** Names of address parts, as used within a sentence. */
const FIELD_NAMES: Readonly<Record<PartyField, string>> = {
  fullname: 'name',
  company: 'company',
  email: 'email',
  phone: 'phone',
  address: 'address',
  address2: 'address line 2',
  city: 'city',
  state: 'state',
  zipcode: 'ZIP',
  country: 'country',
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  package_weight: 'weight',
  package_mass_unit: 'weight unit',
  package_length: 'length',
  package_width: 'width',
  package_height: 'height',
  package_distance_unit: 'size unit',
  shipping_date: 'shipping date',
  order_ref: 'order number',
  customs_contents: 'contents type',
  customs_explanation: 'contents explanation',
  customs_incoterm: 'incoterm',
  customs_signer: 'signer',
  customs_license: 'export license',
  customs_itn: 'ITN',
  customs_invoice: 'invoice number',
  sender_tax_id: 'sender tax ID',
  recipient_tax_id: 'recipient tax ID',
  item_description: 'item description',
  item_quantity: 'item quantity',
  item_weight: 'item weight',
  item_value: 'item value',
  item_hs: 'item HS code',
  item_origin: 'item origin',
  item_sku: 'item SKU',
  signature: 'signature',
  insurance: 'insured value',
  saturday_delivery: 'Saturday delivery',
  batteries: 'lithium batteries',
};

/** A readable column name for use within a sentence: `sender ZIP`. The column `receiver_…` is the recipient. */
export function columnName(column: BulkColumn): string {
  const name = OTHER_NAMES[column];
  if (name) return name;
  const [, party, field] = /^(sender|receiver)_(.+)$/.exec(column) ?? [];
  if (!party) return column;
  return `${party === 'receiver' ? 'recipient' : party} ${FIELD_NAMES[field as PartyField]}`;
}

/** The same, capitalized: `Sender ZIP`. */
export function columnTitle(column: BulkColumn): string {
  const name = columnName(column);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
