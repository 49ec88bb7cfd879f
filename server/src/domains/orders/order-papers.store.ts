import { type Selectable, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { withPartners } from './order-list.store.ts';
import type { ParcelState } from './order-parcels.states.ts';
import type { OrdersTables } from './orders.tables.ts';

type OrderColumns = Selectable<OrdersTables['orders']>;

export interface PrintedOrder
  extends Pick<
    OrderColumns,
    | 'id'
    | 'number'
    | 'placed_at'
    | 'items'
    | 'notes'
    | 'recipient'
    | 'shop_recipient'
    | 'recipient_key'
    | 'shop_state'
    | 'excluded'
  > {
  store: string;
}

export async function selectPrintedOrders(
  db: Handle,
  userId: string,
  orderIds: readonly string[],
): Promise<PrintedOrder[]> {
  return db
    .selectFrom('orders as o')
    .innerJoin('order_sources as s', 's.id', 'o.source_id')
    .select([
      'o.id',
      'o.number',
      'o.placed_at',
      'o.items',
      'o.notes',
      'o.recipient',
      'o.shop_recipient',
      'o.recipient_key',
      'o.shop_state',
      'o.excluded',
      's.name as store',
    ])
    .where('o.user_id', '=', userId)
    .where(sql<boolean>`o.id = ANY(${orderIds}::uuid[])`)
    .execute();
}

export interface PrintedPieces {
  order_id: string;
  parcel_id: string;
  item_id: string;
  quantity: number;
  state: ParcelState;
  shipment_id: string | null;
}

/** All pieces of these orders and of those that share a parcel with them, and what else is in their parcels. */
export async function selectPrintedPieces(
  db: Handle,
  userId: string,
  orderIds: readonly string[],
): Promise<PrintedPieces[]> {
  const { rows } = await sql<PrintedPieces>`
    SELECT i.order_id, i.parcel_id, i.item_id, i.quantity, p.state, p.shipment_id
    FROM order_parcels p
    JOIN order_parcel_items i ON i.parcel_id = p.id
    WHERE p.user_id = ${userId} AND p.state IN ('planned', 'in_batch', 'bought')
      AND p.id = ANY(ARRAY(SELECT parcel_id FROM order_parcel_items WHERE order_id = ANY(${withPartners(orderIds)})))
    ORDER BY p.created_at, p.id`.execute(db);
  return rows;
}
