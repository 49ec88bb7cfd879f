import type { Handle } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/schema.ts';

export interface EntryRow {
  id: number;
  created_at: Date;
  kind: Row<'balance_entries'>['kind'];
  cents: number;
  balance_cents: number;
  payment_id: string | null;
  shipment_id: string | null;
  note: string;
  automatic: boolean | null;
  brand: string | null;
  last4: string | null;
}

/** Newest first. */
export const selectEntries = (
  db: Handle,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<EntryRow[]> =>
  db
    .selectFrom('balance_entries as e')
    .leftJoin('payments as p', 'p.id', 'e.payment_id')
    .leftJoin('stored_cards as c', 'c.id', 'p.card_id')
    .select(['e.id', 'e.created_at', 'e.kind', 'e.cents', 'e.balance_cents', 'e.payment_id', 'e.shipment_id'])
    .select(['e.note', 'p.automatic', 'c.brand', 'c.last4'])
    .where('e.user_id', '=', userId)
    .orderBy('e.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countEntries(db: Handle, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('balance_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
