import type { RefundPolicy } from '@lading/contract/balance-terms.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/schema.ts';
import { runTogether } from '../../platform/db/statement-parts.ts';
import type { BalanceEntryKind } from './balances.tables.ts';

export type StoredBalance = Pick<Row<'balances'>, 'cents' | 'credit_limit_cents' | 'due_days' | 'refund_to'>;

export const selectBalance = (db: Handle, userId: string): Promise<StoredBalance | undefined> =>
  db
    .selectFrom('balances')
    .select(['cents', 'credit_limit_cents', 'due_days', 'refund_to'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Where the client's refunds go, by the operator's policy and the client's choice. The balance of an erased client cannot be spent. */
export async function selectRefundDestination(db: Handle, userId: string): Promise<'card' | 'balance'> {
  const { rows } = await sql<{ destination: 'card' | 'balance' }>`
    SELECT CASE WHEN EXISTS (SELECT FROM users WHERE id = ${userId} AND erased_at IS NOT NULL) THEN 'card'
                WHEN s.refunds = 'client_chooses' THEN coalesce(b.refund_to, 'card') ELSE s.refunds END AS destination
    FROM balance_settings s LEFT JOIN balances b ON b.user_id = ${userId}`.execute(db);
  return rows[0]?.destination ?? 'card';
}

/** The end of the due date of the invoices of the client of the row `b` of balances. An invoice that was issued late has a later one. */
const INVOICE_DUE_AT = sql`operator_day_start(invoice.due_on + 1)`;
const INVOICES = sql`FROM billing_documents invoice WHERE invoice.user_id = b.user_id AND invoice.kind = 'invoice' AND invoice.due_on IS NOT NULL`;

/** When a debt of the client of the row `b` of balances is due: never before its invoice or an earlier one. */
export const debtDueAt = (
  createdAt: RawBuilder<unknown>,
) => sql<Date>`greatest(debt_due_at(${createdAt}, b.due_days), (
  SELECT max(${INVOICE_DUE_AT}) ${INVOICES} AND invoice.period_start <= operator_day(${createdAt})))`;

/** The first day whose debts are on an invoice that is not due yet. Reads each invoice once, not once per entry. */
const notDueFrom = (now: Date) => sql`coalesce((
  SELECT min(invoice.period_start) ${INVOICES} AND ${INVOICE_DUE_AT} > ${now}::timestamptz), 'infinity')`;

/**
 * What the client in row `b` of balances owed for entries that are now due, and has not paid since. Newer entries are
 * added up per payment or shipment, so a released hold or a refund pays old debt only with what exceeds its own charge.
 */
export const overdueOf = (now: Date) => sql<{ cents: number }>`
  SELECT greatest(0, -e.balance_cents - coalesce((
           SELECT sum(greatest(0, paid.cents)) FROM (
             SELECT sum(n.cents) AS cents FROM balance_entries n WHERE n.user_id = b.user_id AND n.id > e.id
             GROUP BY coalesce(n.payment_id, n.shipment_id), CASE WHEN coalesce(n.payment_id, n.shipment_id) IS NULL THEN n.id END
           ) paid), 0))::bigint AS cents
  FROM (
    SELECT id, balance_cents FROM balance_entries
    WHERE user_id = b.user_id AND debt_due_at(created_at, b.due_days) <= ${now}::timestamptz
      AND operator_day(created_at) < ${notDueFrom(now)}
    ORDER BY created_at DESC, id DESC LIMIT 1) e`;

export async function selectOverdueCents(db: Handle, userId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT o.cents FROM balances b CROSS JOIN LATERAL (${overdueOf(now)}) o
    WHERE b.user_id = ${userId} AND b.cents < 0`.execute(db);
  return rows[0]?.cents ?? 0;
}

export const spendableOf = (userId: string) =>
  sql<number | null>`(SELECT cents + credit_limit_cents FROM balances WHERE user_id = ${userId})`;

/** Until the transaction ends, nothing else can change the balance. Creates it if needed. */
export async function lockBalance(trx: Trx, userId: string, now: Date): Promise<StoredBalance> {
  const { rows } = await sql<StoredBalance>`
    INSERT INTO balances (user_id, updated_at) VALUES (${userId}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET updated_at = balances.updated_at
    RETURNING cents, credit_limit_cents, due_days, refund_to`.execute(trx);
  const [balance] = rows;
  if (!balance) throw new Error('An upsert returned no row');
  return balance;
}

/** What open split payments and open disputes have taken from the balance. It comes back if they are canceled or won. */
export async function selectHeldCents(db: Handle, userId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    WITH disputed AS (
      SELECT p.id FROM payments p WHERE p.user_id = ${userId} AND EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id)
    )
    SELECT (coalesce((SELECT sum(balance_cents) FROM payments
                      WHERE user_id = ${userId} AND balance_cents > 0 AND status IN ('created', 'processing')), 0)
          - coalesce((SELECT sum(cents) FROM balance_entries
                      WHERE payment_id IN (SELECT id FROM disputed) AND kind = 'dispute'), 0)
          -- What has covered a loss does not come back.
          + coalesce((SELECT sum(l.cents) FROM (
                        SELECT id FROM disputes WHERE payment_id IN (SELECT id FROM disputed)
                        UNION ALL SELECT id FROM refunds WHERE payment_id IN (SELECT id FROM disputed)) changed
                      JOIN ledger_transactions t ON t.reason_key IN ('dispute-covered:' || changed.id, 'dispute-uncovered:' || changed.id)
                      JOIN ledger_entries l ON l.transaction_id = t.id AND l.account = 'loss'), 0))::bigint AS cents`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

interface NewBalanceEntry {
  userId: string;
  reasonKey: string;
  kind: BalanceEntryKind;
  /** Positive for money that the client gets. */
  cents: number;
  paymentId: string | null;
  refundId: string | null;
  shipmentId: string | null;
  note: string;
}

/**
 * Changes the balance and records the entry. With `withinLimit`, writes nothing and returns undefined if the
 * client would owe more than the credit limit.
 */
export async function changeBalance(
  trx: Trx,
  entry: NewBalanceEntry,
  { now, withinLimit }: { now: Date; withinLimit: boolean },
): Promise<{ balance_cents: number } | undefined> {
  const change = withinLimit
    ? sql`
      UPDATE balances SET cents = cents + ${entry.cents}::bigint, updated_at = ${now}::timestamptz
      WHERE user_id = ${entry.userId} AND cents + ${entry.cents}::bigint >= -credit_limit_cents`
    : sql`
      INSERT INTO balances (user_id, cents, updated_at) VALUES (${entry.userId}, ${entry.cents}, ${now})
      ON CONFLICT (user_id) DO UPDATE SET cents = balances.cents + excluded.cents, updated_at = excluded.updated_at`;
  const [entered] = await runTogether(
    trx,
    [
      sql`changed AS (${change} RETURNING user_id, cents, credit_limit_cents)`,
      sql`
      entered AS (
        INSERT INTO balance_entries
          (user_id, reason_key, kind, cents, balance_cents, limit_cents, payment_id, refund_id, shipment_id, note, created_at)
        SELECT user_id, ${entry.reasonKey}, ${entry.kind}, ${entry.cents}::bigint, cents, credit_limit_cents, ${entry.paymentId}::uuid,
               ${entry.refundId}::uuid, ${entry.shipmentId}::uuid, ${entry.note}, ${now}::timestamptz
        FROM changed
        RETURNING balance_cents
      )`,
    ],
    sql<{ balance_cents: number }>`SELECT balance_cents FROM entered`,
  );
  return entered;
}

export async function updateTerms(
  trx: Trx,
  userId: string,
  terms: Pick<StoredBalance, 'credit_limit_cents' | 'due_days'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('balances')
    .set({ ...terms, updated_at: now })
    .where('user_id', '=', userId)
    .execute();
}

export async function updateRefundChoice(
  trx: Trx,
  userId: string,
  refundTo: 'card' | 'balance',
  now: Date,
): Promise<void> {
  await trx
    .updateTable('balances')
    .set({ refund_to: refundTo, updated_at: now })
    .where('user_id', '=', userId)
    .execute();
}

export const selectSettings = (db: Handle) =>
  db.selectFrom('balance_settings').select('refunds').executeTakeFirstOrThrow();

export async function updateSettings(trx: Trx, refunds: RefundPolicy, now: Date): Promise<void> {
  await trx.updateTable('balance_settings').set({ refunds, updated_at: now }).execute();
}

/** An erased client too. */
const anyOwner = (db: Handle, userId: string) =>
  db.selectFrom('users').select('id').where('id', '=', userId).where('role', '=', 'client');

const owner = (db: Handle, userId: string) => anyOwner(db, userId).where('erased_at', 'is', null);

export const selectAnyOwner = (db: Handle, userId: string) => anyOwner(db, userId).executeTakeFirst();

export const selectOwner = (db: Handle, userId: string) => owner(db, userId).executeTakeFirst();

/** Locks the client, so that it cannot be erased until the transaction ends. */
export const lockOwner = (trx: Trx, userId: string) => owner(trx, userId).forShare().executeTakeFirst();

export const lockAnyOwner = (trx: Trx, userId: string) => anyOwner(trx, userId).forShare().executeTakeFirst();

/** Locks the user, so that it cannot be erased until the transaction ends. */
export const lockIsErased = async (trx: Trx, userId: string): Promise<boolean> =>
  (
    await trx
      .selectFrom('users')
      .select('erased_at')
      .where('id', '=', userId)
      .forShare()
      .executeTakeFirstOrThrow()
  ).erased_at !== null;

/** Erases what admins wrote about a client. */
export async function eraseNotes(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('balance_entries')
    .set({ note: '' })
    .where('user_id', '=', userId)
    .where('note', '<>', '')
    .execute();
}
