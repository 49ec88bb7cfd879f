import type { SavedView } from '@lading/contract/orders/order-views.ts';
import { type Insertable, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { OrdersTables } from './orders.tables.ts';

export const selectViews = (db: Handle, userId: string): Promise<SavedView[]> =>
  db
    .selectFrom('order_views')
    .select(['id', 'name', 'filters'])
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .execute();

export const insertView = (db: Handle, view: Insertable<OrdersTables['order_views']>) =>
  db.insertInto('order_views').values(view).execute();

export const deleteView = (db: Handle, userId: string, id: string) =>
  db.deleteFrom('order_views').where('user_id', '=', userId).where('id', '=', id).execute();
