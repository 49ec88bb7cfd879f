import { BULK_COLUMNS, type BulkColumn, type Party, type PartyField } from '@lading/contract/bulk/columns.ts';

/** Headers are compared without case, spaces or punctuation. */
export const normalizeHeader = (header: string): string =>
  header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Normalized names that other files use for our columns, most likely first. */
const FIELD_NAMES: Record<PartyField, readonly string[]> = {
  fullname: ['fullname', 'name', 'contactname', 'contact', 'attention', 'attn'],
  company: ['company', 'companyname', 'organization', 'organisation', 'businessname'],
  email: ['email', 'emailaddress', 'mail'],
  phone: ['phone', 'phonenumber', 'telephone', 'telephonenumber', 'tel', 'mobile', 'mobilephone'],
  address: ['address', 'address1', 'addressline1', 'street', 'street1', 'streetaddress', 'streetaddress1'],
  address2: [
    'address2',
    'addressline2',
    'street2',
    'streetaddress2',
    'suite',
    'apartment',
    'apt',
    'aptsuite',
  ],
  city: ['city', 'town', 'citytown', 'locality'],
  state: ['state', 'statecode', 'province', 'provincecode', 'stateprovince', 'region'],
  zipcode: ['zipcode', 'zip', 'postalcode', 'postcode', 'zippostalcode', 'zippostcode', 'postal'],
  country: ['country', 'countrycode', 'countryname'],
};

/** A name without a prefix belongs to the recipient: few files include the sender. */
const PREFIXES: Record<Party, readonly string[]> = {
  receiver: [
    'receiver',
    'recipient',
    'shipto',
    'shipping',
    'ship',
    'delivery',
    'deliverto',
    'to',
    'consignee',
    'customer',
    'buyer',
    '',
  ],
  sender: ['sender', 'shipfrom', 'from', 'shipper', 'origin', 'return', 'returnto'],
};

const OTHER_NAMES: Partial<Record<BulkColumn, readonly string[]>> = {
  package_weight: [
    'weight',
    'parcelweight',
    'itemweight',
    'totalweight',
    'shippingweight',
    'shipmentweight',
    'grossweight',
  ],
  package_mass_unit: ['massunit', 'weightunit', 'weightunits', 'unitofweight', 'packageweightunit'],
  package_length: ['length', 'parcellength', 'boxlength'],
  package_width: ['width', 'parcelwidth', 'boxwidth'],
  package_height: ['height', 'parcelheight', 'boxheight'],
  package_distance_unit: [
    'distanceunit',
    'dimensionunit',
    'dimensionunits',
    'dimensionsunit',
    'sizeunit',
    'lengthunit',
  ],
  shipping_date: ['shippingdate', 'shipdate', 'dateofshipment', 'shipmentdate', 'dispatchdate', 'shipon'],
  customs_contents: ['contentstype', 'contents', 'customscontentstype', 'reasonforexport'],
  customs_explanation: ['contentsexplanation'],
  customs_incoterm: ['incoterm', 'incoterms'],
  customs_signer: ['signer', 'certifysigner'],
  customs_license: ['exportlicense', 'needsexportlicense', 'licenserequired'],
  customs_itn: ['itn', 'aesitn', 'aes'],
  customs_invoice: ['customsinvoicenumber', 'commercialinvoice', 'commercialinvoicenumber'],
  sender_tax_id: ['sendertaxnumber', 'sendereori', 'eori', 'exportertaxid'],
  recipient_tax_id: ['receivertaxid', 'buyertaxid', 'taxid', 'cpf', 'importertaxid'],
  item_description: [
    'itemname',
    'itemtitle',
    'productname',
    'producttitle',
    'lineitemname',
    'customsdescription',
    'item',
    'product',
  ],
  item_quantity: ['quantity', 'qty', 'itemqty', 'lineitemquantity', 'quantitypurchased'],
  item_weight: ['unitweight', 'productweight', 'lineitemweight'],
  item_value: ['itemprice', 'unitvalue', 'unitprice', 'price', 'customsvalue', 'lineitemprice'],
  item_hs: [
    'hscode',
    'hs',
    'hscodes',
    'hsnumber',
    'hts',
    'htscode',
    'tariffnumber',
    'tariffcode',
    'itemhscode',
  ],
  item_origin: ['countryoforigin', 'countryofmanufacture', 'madein', 'itemcountryoforigin'],
  item_sku: ['sku', 'productsku', 'variantsku', 'lineitemsku', 'customlabel'],
  signature: ['signatureconfirmation', 'signaturerequired'],
  insurance: ['insuredvalue', 'insuranceamount', 'insuredamount'],
  saturday_delivery: ['saturday'],
  batteries: ['lithiumbatteries', 'battery'],
  order_ref: [
    'orderref',
    'ordernumber',
    'orderno',
    'orderid',
    'order',
    'reference',
    'ref',
    'invoice',
    'invoicenumber',
  ],
};

const NAME_PARTS = [
  ['firstname', 'lastname'],
  ['givenname', 'familyname'],
  ['forename', 'surname'],
] as const;

const WEIGHT_UNITS: Readonly<Record<string, string>> = {
  oz: 'oz',
  ounces: 'oz',
  lb: 'lb',
  lbs: 'lb',
  pounds: 'lb',
  kg: 'kg',
  kilograms: 'kg',
  g: 'g',
  grams: 'g',
};
const LENGTH_UNITS: Readonly<Record<string, string>> = {
  in: 'in',
  inch: 'in',
  inches: 'in',
  cm: 'cm',
  mm: 'mm',
  ft: 'ft',
};

const MEASURES: Partial<Record<BulkColumn, Readonly<Record<string, string>>>> = {
  package_weight: WEIGHT_UNITS,
  item_weight: WEIGHT_UNITS,
  package_length: LENGTH_UNITS,
  package_width: LENGTH_UNITS,
  package_height: LENGTH_UNITS,
};

const PARTY_COLUMN = /^(sender|receiver)_(\w+)$/;

function partOf(column: BulkColumn): { party: Party; field: PartyField } | null {
  const [, party, field] = PARTY_COLUMN.exec(column) ?? [];
  return party && field && field in FIELD_NAMES
    ? { party: party as Party, field: field as PartyField }
    : null;
}

/** Every name that a column may have, most likely first. */
function namesOf(column: BulkColumn): string[] {
  const part = partOf(column);
  if (part) {
    const names = FIELD_NAMES[part.field];
    return PREFIXES[part.party].flatMap((prefix) => names.map((name) => `${prefix}${name}`));
  }
  const names = [normalizeHeader(column), ...(OTHER_NAMES[column] ?? [])];
  const units = Object.keys(MEASURES[column] ?? {});
  return [...names, ...names.flatMap((name) => units.flatMap((unit) => [name + unit, `${name}in${unit}`]))];
}

export const SYNONYMS: ReadonlyMap<BulkColumn, readonly string[]> = new Map(
  BULK_COLUMNS.map((column) => [column, namesOf(column)]),
);

/** Pairs of columns that together make a full name. */
export const namePairs = (party: Party): (readonly [string, string])[] =>
  PREFIXES[party].flatMap((prefix) =>
    NAME_PARTS.map(([first, last]) => [`${prefix}${first}`, `${prefix}${last}`] as const),
  );

/** The unit in a header such as “Weight (oz)”. */
export function unitInHeader(column: BulkColumn, header: string): string | null {
  const word = /([a-z]+)[^a-z]*$/.exec(header.toLowerCase())?.[1];
  return (word && MEASURES[column]?.[word]) || null;
}
