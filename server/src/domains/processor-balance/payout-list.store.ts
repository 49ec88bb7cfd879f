import { type RawBuilder, sql } from 'kysely';
import { csvText } from '../../platform/db/csv-columns.ts';
import type { Handle } from '../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../platform/db/operator-days.ts';
import { amountText } from './amount-text.store.ts';

interface Range {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

const within = (time: RawBuilder<unknown>, { startDate, endDate }: Range) =>
  sql.join(
    [
      sql.lit(true),
      ...(startDate ? [sql`${time} >= ${dayStart(startDate)}`] : []),
      ...(endDate ? [sql`${time} < ${dayEnd(endDate)}`] : []),
    ],
    sql` AND `,
  );

export interface ListedPayout {
  id: string;
  status: string;
  amount_cents: number;
  currency: string;
  created_at: Date;
  arrives_at: Date;
  failure: string | null;
  movements: number;
  /** Null when its movements are not known. */
  fee_cents: number | null;
  net_cents: number | null;
}

/** Each payout with what its movements add up to. */
const PAYOUTS = sql`
  SELECT p.id, p.status, p.amount_cents, p.currency, p.created_at, p.arrives_at, p.failure, m.movements,
         CASE WHEN p.items_read_at IS NOT NULL THEN m.fee_cents END AS fee_cents,
         CASE WHEN p.items_read_at IS NOT NULL THEN m.net_cents END AS net_cents
  FROM processor_payouts p
  JOIN LATERAL (
    SELECT count(*) AS movements, coalesce(sum(net_cents), 0)::bigint AS net_cents,
           coalesce(sum(CASE kind WHEN 'fee' THEN -net_cents ELSE fee_cents END), 0)::bigint AS fee_cents
    FROM processor_movements WHERE payout_id = p.id) m ON true`;

export async function selectPayouts(
  db: Handle,
  { page, limit, ...range }: Range & { page: number; limit: number },
): Promise<{ rows: ListedPayout[]; count: number }> {
  const where = within(sql`p.created_at`, range);
  const { rows } = await sql<ListedPayout>`${PAYOUTS} WHERE ${where}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{
    count: number;
  }>`SELECT count(*) AS count FROM processor_payouts p WHERE ${where}`.execute(db);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

export async function selectPayout(db: Handle, id: string): Promise<ListedPayout | undefined> {
  return (await sql<ListedPayout>`${PAYOUTS} WHERE p.id = ${id}`.execute(db)).rows[0];
}

export interface ListedMovement {
  id: string;
  kind: string;
  amount_cents: number;
  fee_cents: number;
  net_cents: number;
  created_at: Date;
  payment_id: string | null;
  refund_id: string | null;
  client_id: string | null;
  client_name: string | null;
  shipment_id: string | null;
}

/** A refund belongs to its shipment, a payment to the one shipment that it bought. */
const SHIPMENT = sql`coalesce(r.shipment_id, (
  SELECT CASE count(*) WHEN 1 THEN min(a.shipment_id::text)::uuid END FROM allocations a WHERE a.payment_id = m.payment_id))`;

const FROM = sql`processor_movements m LEFT JOIN refunds r ON r.id = m.refund_id
  LEFT JOIN payments p ON p.id = m.payment_id LEFT JOIN users u ON u.id = p.user_id`;

export async function selectMovementsOf(
  db: Handle,
  payoutId: string,
  { page, limit }: { page: number; limit: number },
): Promise<ListedMovement[]> {
  const { rows } = await sql<ListedMovement>`
    SELECT m.id, m.kind, m.amount_cents, m.fee_cents, m.net_cents, m.created_at, m.payment_id, m.refund_id,
           u.id AS client_id, u.full_name AS client_name, ${SHIPMENT} AS shipment_id
    FROM ${FROM} WHERE m.payout_id = ${payoutId}
    ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(db);
  return rows;
}

/**
 * What the payment provider still has: everything it lists in the ledger's currency, less what reached the bank. Money
 * that it holds back is still there. Of payouts and holds, only the fee counts.
 */
export async function selectProcessorBalance(
  db: Handle,
  { provider, currency }: { provider: string; currency: string },
): Promise<{ at_processor: number; in_ledger: number; read_at: Date | null }> {
  const { rows } = await sql<{ at_processor: number; in_ledger: number; read_at: Date | null }>`
    SELECT ((SELECT coalesce(sum(CASE WHEN kind IN ('payout', 'hold') THEN -fee_cents ELSE net_cents END), 0)
              FROM processor_movements WHERE provider = ${provider} AND currency = ${currency})
          - (SELECT coalesce(sum(amount_cents), 0) FROM processor_payouts WHERE provider = ${provider} AND currency = ${currency} AND status = 'paid'))::bigint AS at_processor,
           (SELECT coalesce(sum(cents), 0) FROM ledger_entries WHERE account = 'processor')::bigint AS in_ledger,
           (SELECT completed_at FROM processor_reads WHERE provider = ${provider}) AS read_at`.execute(db);
  return rows[0] ?? { at_processor: 0, in_ledger: 0, read_at: null };
}

export async function selectFeesByDay(
  db: Handle,
  range: Range,
  timeZone: string,
): Promise<{ day: string; cents: number; movements: number }[]> {
  const { rows } = await sql<{ day: string; cents: number; movements: number }>`
    SELECT to_char(created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, sum(booked_cents)::bigint AS cents, count(*) AS movements
    FROM processor_movements WHERE booked_cents <> 0 AND ${within(sql`created_at`, range)}
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

const inCurrency = (column: 'amount_cents' | 'fee_cents' | 'net_cents') =>
  amountText(sql.ref(`m.${column}`), sql`m.currency`);

export const exportedMovements = (db: Handle, range: Range, timeZone: string) =>
  sql`
    SELECT to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "Date",
           to_char(m.created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS "Day", m.kind AS "Kind",
           ${inCurrency('amount_cents')} AS "Amount", ${inCurrency('fee_cents')} AS "Fee", ${inCurrency('net_cents')} AS "Net",
           m.currency AS "Currency", ${csvText(sql`m.payout_id`)} AS "Payout ID", ${csvText(sql`u.full_name`)} AS "Client",
           m.payment_id AS "Payment ID", m.refund_id AS "Refund ID", ${SHIPMENT} AS "Shipment ID", ${csvText(sql`m.id`)} AS "Movement ID"
    FROM ${FROM} WHERE ${within(sql`m.created_at`, range)} ORDER BY m.created_at DESC, m.id DESC`.compile(db);
