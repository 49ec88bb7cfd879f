import type { TestApp } from './build-test-app.ts';
import type { Shop } from './shipping.ts';

/** The first payment of a shop. */
export const paymentOf = ({ deps }: TestApp, { userId }: Shop) =>
  deps.db.selectFrom('payments').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

/** The bookings of an object by key, in order. */
export async function bookingsOf(
  { deps }: TestApp,
  id: string,
): Promise<Record<string, Record<string, number>>> {
  const lines = await deps.db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'id')
    .select(['reason_key', 'account', 'cents'])
    .where('reason_key', 'like', `%:${id}`)
    .orderBy('id')
    .execute();
  const found: Record<string, Record<string, number>> = {};
  for (const { reason_key, account, cents } of lines) {
    const name = reason_key.slice(0, -`:${id}`.length);
    found[name] = { ...found[name], [account]: cents };
  }
  return found;
}

/** The kinds of open incidents of an object. */
export const openIncidentsOf = async ({ deps }: TestApp, objectId: string) =>
  (
    await deps.db
      .selectFrom('incidents')
      .select('kind')
      .where('object_id', '=', objectId)
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ kind }) => kind);
