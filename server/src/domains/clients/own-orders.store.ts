import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { byId, PAGE } from './pages-by-id.ts';

/** Each may have hundreds of items. */
const ORDERS_PAGE = 25;

interface PageById {
  after: string;
  limit: number;
}

/** The client's orders and stores in the export of their own data. No credentials. */
export const ownOrders = (db: Database, userId: string) => ({
  orderSources: () => byId((after) => sources(db, userId, after)),
  orders: () => byId((after, limit) => orders(db, userId, { after, limit }), ORDERS_PAGE),
  orderParcels: () => byId((after, limit) => parcels(db, userId, { after, limit }), ORDERS_PAGE),
  orderRules: () => rules(db, userId),
  packages: () => packages(db, userId),
  orderViews: () => byId((after) => views(db, userId, after)),
});

const views = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('order_views')
    .select(['id', 'name', 'filters', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const sources = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('order_sources')
    .select(['id', 'kind', 'name', 'address', 'state', 'settings', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const orders = (db: Database, userId: string, { after, limit }: PageById) =>
  db
    .selectFrom('orders')
    .select([
      'id',
      'source_id',
      'external_id',
      'number',
      'placed_at',
      'changed_at',
      'status',
      'excluded',
      'paid',
    ])
    .select([
      'currency',
      'total_cents',
      'shipping_paid_cents',
      'shipping_method',
      'notes',
      'shop_tags',
      'tags',
      'rule_tags',
    ])
    .select([
      'shop_recipient',
      'recipient',
      'items',
      'preparation',
      'hold_reason',
      'hold_until',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

async function* rules(db: Database, userId: string): AsyncGenerator<object[]> {
  const list = await db
    .selectFrom('order_rule_lists')
    .select('rules')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  yield list?.rules ?? [];
}

async function* packages(db: Database, userId: string): AsyncGenerator<object[]> {
  const list = await db
    .selectFrom('package_lists')
    .select('packages')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  yield list?.packages ?? [];
}

async function parcels(db: Database, userId: string, { after, limit }: PageById) {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id, p.state, p.shipment_id, p.preparation, p.error, p.created_at,
           (SELECT jsonb_agg(jsonb_build_object('orderId', i.order_id, 'itemId', i.item_id, 'quantity', i.quantity))
            FROM order_parcel_items i WHERE i.parcel_id = p.id) AS items
    FROM order_parcels p
    WHERE p.user_id = ${userId} AND p.id > ${after} ORDER BY p.id LIMIT ${limit}`.execute(db);
  return rows;
}
