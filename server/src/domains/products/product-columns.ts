import type { ProductBody } from '@lading/contract/products.ts';

/** A field of a product, the unit of its weight, or what tells Shopify's variants apart. */
export type ProductColumn = keyof ProductBody | 'weightUnit' | 'handle' | 'option1' | 'option2' | 'option3';

/** Names that shops and our own export use, in lower case, without spaces and punctuation. */
const NAMES: Readonly<Record<ProductColumn, readonly string[]>> = {
  sku: ['sku', 'productsku', 'itemsku', 'variantsku', 'lineitemsku', 'productcode', 'itemnumber', 'itemcode'],
  name: ['name', 'productname', 'itemname', 'title', 'producttitle', 'product', 'lineitemname'],
  description: [
    'customsdescription',
    'description',
    'customscontents',
    'contents',
    'contentdescription',
    'customsdeclaration',
  ],
  unitWeight: ['weight', 'unitweight', 'itemweight', 'productweight', 'variantweight', 'netweight'],
  weightUnit: ['weightunit', 'massunit', 'variantweightunit', 'unitofweight', 'weightunits'],
  unitValue: [
    'value',
    'unitvalue',
    'itemvalue',
    'customsvalue',
    'declaredvalue',
    'price',
    'unitprice',
    'variantprice',
  ],
  hsCode: [
    'hscode',
    'hs',
    'hstariffcode',
    'hstariffnumber',
    'hsnumber',
    'tariffcode',
    'tariffnumber',
    'htscode',
    'harmonizedcode',
    'harmonizedsystemcode',
    'commoditycode',
    'customscode',
  ],
  origin: [
    'origin',
    'countryoforigin',
    'origincountry',
    'countryoforiginiso',
    'madein',
    'countryofmanufacture',
    'manufacturecountry',
    'variantcountryoforigin',
  ],
  handle: ['handle', 'urlhandle'],
  option1: ['option1value'],
  option2: ['option2value'],
  option3: ['option3value'],
};

const FIELDS = new Map(
  (Object.entries(NAMES) as [ProductColumn, readonly string[]][]).flatMap(([field, names]) =>
    names.map((name) => [name, field] as const),
  ),
);

/** Units that a column name can end with, such as “Weight (oz)”. */
const UNIT = /^(.*weight.*?|variant)(oz|ounces?|lbs?|pounds?|kgs?|kilograms?|g|grams?)$/;
/** Longer names are no columns of ours, and the patterns would take minutes on some. */
const MAX_LENGTH = 100;
/** A value is in dollars. */
const CURRENCY = /(?:usd|dollars?)$/;

interface FoundColumn {
  index: number;
  /** As written in the file. */
  title: string;
  /** From the name of a weight column. */
  unit?: string;
}

export type FoundColumns = Partial<Record<ProductColumn, FoundColumn>>;

/** Finds the columns by the names in the first line. The first one of each field counts. */
export function findColumns(header: readonly string[]): FoundColumns {
  const found: FoundColumns = {};
  for (const [index, cell] of header.entries()) {
    const title = cell.trim();
    if (title.length > MAX_LENGTH) continue;
    const name = title
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]/gu, '');
    const [, weight, unit] = FIELDS.has(name) ? [] : (UNIT.exec(name) ?? []);
    const field = weight ? 'unitWeight' : (FIELDS.get(name) ?? FIELDS.get(name.replace(CURRENCY, '')));
    if (field && !found[field]) found[field] = { index, title, ...(unit ? { unit } : {}) };
  }
  return found;
}
