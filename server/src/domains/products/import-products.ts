import { PRODUCTS, type ProductBody, type ProductImportAnswer } from '@lading/contract/products.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { decodeCsv, delimiterOf } from '../../platform/csv-records.ts';
import { transaction } from '../../platform/db/database.ts';
import { isCsv, readUploadedCsv, unreadableFile } from '../../platform/uploaded-csv.ts';
import type { ProductDeps } from './manage-products.ts';
import { type FoundColumns, findColumns } from './product-columns.ts';
import type { OptionalField } from './products.store.ts';
import { readProduct } from './read-product.ts';
import { saveProducts } from './save-products.ts';
import { withVariantNames } from './variant-rows.ts';

const MAX_PROBLEMS = 1_000;

type Problem = ProductImportAnswer['problems'][number];

/** Saves the products of a CSV file by SKU. Rows with a problem are reported and left out. */
export async function importProducts(
  deps: ProductDeps,
  { userId }: Actor,
  file: { contentType: string | undefined; bytes: Buffer | undefined },
): Promise<ProductImportAnswer> {
  if (!isCsv(file.contentType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: PRODUCTS.sendCsv });
  const { products, problems, leftOut, columns } = readProducts(decodeCsv(file.bytes ?? Buffer.alloc(0)));
  const fields = givenFields(columns);
  const saved = await transaction(deps.db, (trx) => saveProducts(deps, trx, { userId, products, fields }));
  return { ...saved, leftOut, problems: problems.slice(0, MAX_PROBLEMS) };
}

function readProducts(text: string) {
  const [header, ...records] = readUploadedCsv(text);
  const columns = findColumns(header?.cells ?? []);
  if (!columns.sku || !columns.name) throw unreadableFile(PRODUCTS.noColumns);
  if (records.length === 0) throw unreadableFile(PRODUCTS.noRows);
  const rows = withVariantNames(columns, records);
  const decimalComma = delimiterOf(text) === ';';
  const products: ProductBody[] = [];
  const problems: Problem[] = [];
  const lines = new Map<string, number>();
  for (const { line, cells } of rows) {
    const { product, problems: found } = readProduct(columns, cells, decimalComma);
    const key = product?.sku.toLowerCase() ?? '';
    const earlier = lines.get(key);
    if (!product) problems.push(...found.map((problem) => ({ line, ...problem })));
    else if (earlier !== undefined)
      problems.push({ line, column: columns.sku.title, message: PRODUCTS.skuTwice(earlier) });
    else {
      lines.set(key, line);
      products.push(product);
    }
  }
  return { products, problems, leftOut: rows.length - products.length, columns };
}

function givenFields(columns: FoundColumns): ReadonlySet<OptionalField> {
  const given = new Set<OptionalField>();
  if (columns.description) given.add('description');
  if (columns.unitWeight) given.add('unit_weight_oz');
  if (columns.unitValue) given.add('unit_value_cents');
  if (columns.hsCode) given.add('hs_code');
  if (columns.origin) given.add('origin');
  return given;
}
