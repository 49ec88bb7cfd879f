import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

export async function insertLedgerTransaction(
  trx: Trx,
  reasonKey: string,
  lines: readonly (readonly [account: string, cents: number])[],
  now: Date,
): Promise<void> {
  await sql`
    WITH booked AS (
      INSERT INTO ledger_transactions (reason_key, recorded_at) VALUES (${reasonKey}, ${now}) RETURNING id
    )
    INSERT INTO ledger_entries (transaction_id, account, cents)
    SELECT booked.id, line.account, line.cents
    FROM booked, unnest(${lines.map(([account]) => account)}::text[], ${lines.map(([, cents]) => cents)}::bigint[])
      AS line (account, cents)
  `.execute(trx);
}
