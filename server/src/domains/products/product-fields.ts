import { centsOf, dollarsOf } from '@lading/contract/money.ts';
import type { Product, ProductBody } from '@lading/contract/products.ts';
import type { StoredProduct } from './products.store.ts';

export const toProduct = (row: StoredProduct): Product => ({
  id: row.id,
  sku: row.sku,
  name: row.name,
  description: row.description,
  unitWeight: row.unit_weight_oz,
  unitValue: row.unit_value_cents === null ? null : dollarsOf(row.unit_value_cents),
  hsCode: row.hs_code,
  origin: row.origin,
});

export const toStored = (id: string, body: ProductBody): StoredProduct => ({
  id,
  sku: body.sku,
  name: body.name,
  description: body.description,
  unit_weight_oz: body.unitWeight,
  unit_value_cents: body.unitValue === null ? null : centsOf(body.unitValue),
  hs_code: body.hsCode,
  origin: body.origin,
});
