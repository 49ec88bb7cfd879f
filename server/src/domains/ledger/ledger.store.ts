import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type Condition, runTogether, type StatementPart } from '../../platform/db/statement-parts.ts';

export interface LedgerLine {
  /** What the transaction records. Lines with the same key are one transaction. */
  reasonKey: string;
  account: string;
  cents: number;
}

/** Posts the transactions as steps of another statement. */
export const ledgerParts = (
  lines: readonly LedgerLine[],
  now: Date,
  when: Condition = sql.lit(true),
): StatementPart[] => [
  sql`
  line AS (
    SELECT reason_key, account, cents
    FROM unnest(${lines.map(({ reasonKey }) => reasonKey)}::text[], ${lines.map(({ account }) => account)}::text[],
      ${lines.map(({ cents }) => cents)}::bigint[]) AS line (reason_key, account, cents)
    WHERE ${when}
  )`,
  sql`
  booked AS (
    INSERT INTO ledger_transactions (reason_key, recorded_at) SELECT DISTINCT reason_key, ${now}::timestamptz FROM line
    RETURNING id, reason_key
  )`,
  sql`
  entered AS (
    INSERT INTO ledger_entries (transaction_id, account, cents)
    SELECT booked.id, line.account, line.cents FROM booked JOIN line USING (reason_key)
  )`,
];

export async function insertLedgerTransaction(
  trx: Trx,
  lines: readonly LedgerLine[],
  now: Date,
): Promise<void> {
  await runTogether(trx, ledgerParts(lines, now), sql`SELECT`);
}
