import { sql } from 'kysely';
import { insertedOne, updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-text.ts';

export interface StoredProduct {
  id: string;
  sku: string;
  name: string;
  description: string;
  unit_weight_oz: number | null;
  unit_value_cents: number | null;
  hs_code: string;
  origin: string;
}

const COLUMNS = [
  'products.id',
  'products.sku',
  'products.name',
  'products.description',
  'products.unit_weight_oz',
  'products.unit_value_cents',
  'products.hs_code',
  'products.origin',
] as const;

function matching(db: Handle, userId: string, search: string) {
  const products = db.selectFrom('products').where('user_id', '=', userId);
  if (search === '') return products;
  const pattern = containing(search.toLowerCase());
  return products.where((eb) =>
    eb.or([
      eb(eb.fn<string>('lower', ['sku']), 'like', pattern),
      eb(eb.fn<string>('lower', ['name']), 'like', pattern),
    ]),
  );
}

export const countProducts = async (db: Handle, userId: string, search: string): Promise<number> =>
  (
    await matching(db, userId, search)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

export const selectProducts = (
  db: Handle,
  userId: string,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<StoredProduct[]> =>
  matching(db, userId, search).select(COLUMNS).orderBy(sql`lower(sku)`).limit(limit).offset(offset).execute();

/** In the order of `skus`. `wanted` is the SKU as the caller wrote it. */
export async function selectProductsBySku(
  db: Handle,
  userId: string,
  skus: readonly string[],
): Promise<(StoredProduct & { wanted: string })[]> {
  const { rows } = await sql<StoredProduct & { wanted: string }>`
    SELECT w.sku AS wanted, p.id, p.sku, p.name, p.description, p.unit_weight_oz, p.unit_value_cents, p.hs_code, p.origin
    FROM unnest(${skus}::text[]) WITH ORDINALITY AS w(sku, position)
    JOIN products p ON p.user_id = ${userId} AND lower(p.sku) = lower(w.sku)
    ORDER BY w.position`.execute(db);
  return rows;
}

/** False when the client already has `max` of them. */
export const insertProduct = (
  db: Handle,
  { userId, product, now }: { userId: string; product: StoredProduct; now: Date },
  max: number,
): Promise<boolean> => {
  const { id, sku, name, description, unit_weight_oz, unit_value_cents, hs_code, origin } = product;
  return insertedOne(
    db
      .insertInto('products')
      .columns([
        'id',
        'user_id',
        'sku',
        'name',
        'description',
        'unit_weight_oz',
        'unit_value_cents',
        'hs_code',
        'origin',
        'created_at',
        'updated_at',
      ])
      .expression(sql`
        SELECT ${id}::uuid, ${userId}::uuid, ${sku}::text, ${name}::text, ${description}::text,
               ${unit_weight_oz}::double precision, ${unit_value_cents}::bigint, ${hs_code}::text, ${origin}::text,
               ${now}::timestamptz, ${now}::timestamptz
        WHERE (SELECT count(*) FROM products WHERE user_id = ${userId}) < ${max}`),
  );
};

/** False when the client has no such product. */
export const updateProduct = (
  db: Handle,
  { userId, product: { id, ...fields }, now }: { userId: string; product: StoredProduct; now: Date },
): Promise<boolean> =>
  updatedOne(
    db
      .updateTable('products')
      .set({ ...fields, updated_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId),
  );

export async function deleteProduct(db: Handle, userId: string, id: string): Promise<void> {
  await db.deleteFrom('products').where('id', '=', id).where('user_id', '=', userId).execute();
}

export async function deleteProductsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('products').where('user_id', '=', userId).execute();
}

/** Fields that a file may leave out. What it leaves out stays as it is. */
export type OptionalField = 'description' | 'unit_weight_oz' | 'unit_value_cents' | 'hs_code' | 'origin';

/** How many products were new, got other values, or had the same values already. */
export interface SavedCounts {
  added: number;
  updated: number;
  unchanged: number;
}

/** Adds products, or replaces the given fields of those with the same SKU. */
export async function upsertProducts(
  db: Handle,
  userId: string,
  products: readonly StoredProduct[],
  given: ReadonlySet<OptionalField>,
  now: Date,
): Promise<SavedCounts> {
  const kept = (field: OptionalField) =>
    given.has(field) ? sql`excluded.${sql.ref(field)}` : sql`products.${sql.ref(field)}`;
  const { rows } = await sql<SavedCounts>`
    WITH given AS (
      SELECT DISTINCT ON (lower(sku)) *
      FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS n(id uuid, sku text, name text, description text,
        unit_weight_oz double precision, unit_value_cents bigint, hs_code text, origin text)
    ), saved AS (
      INSERT INTO products (id, user_id, sku, name, description, unit_weight_oz, unit_value_cents, hs_code, origin, created_at,
        updated_at)
      SELECT id, ${userId}::uuid, sku, name, description, unit_weight_oz, unit_value_cents, hs_code, origin,
             ${now}::timestamptz, ${now}::timestamptz
      FROM given
      ON CONFLICT (user_id, lower(sku)) DO UPDATE
      SET sku = excluded.sku, name = excluded.name, description = ${kept('description')},
          unit_weight_oz = ${kept('unit_weight_oz')}, unit_value_cents = ${kept('unit_value_cents')}, hs_code = ${kept('hs_code')},
          origin = ${kept('origin')}, updated_at = excluded.updated_at
      WHERE (products.sku, products.name, products.description, products.unit_weight_oz, products.unit_value_cents, products.hs_code,
             products.origin)
        IS DISTINCT FROM (excluded.sku, excluded.name, ${kept('description')}, ${kept('unit_weight_oz')},
             ${kept('unit_value_cents')}, ${kept('hs_code')}, ${kept('origin')})
      RETURNING id = ANY(${products.map(({ id }) => id)}::uuid[]) AS is_new
    )
    SELECT count(*) FILTER (WHERE is_new) AS added, count(*) FILTER (WHERE NOT is_new) AS updated,
           (SELECT count(*) FROM given) - count(*) AS unchanged
    FROM saved`.execute(db);
  return rows[0] ?? { added: 0, updated: 0, unchanged: 0 };
}
