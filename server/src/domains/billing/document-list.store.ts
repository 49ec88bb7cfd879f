import type { AdminBillingDocumentsQuery } from '@lading/contract/billing.ts';
import { sql } from 'kysely';
import { csvDollars, csvText } from '../../platform/db/csv-columns.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { StoredDocument } from './documents.store.ts';

export interface ListedDocument extends Omit<StoredDocument, 'content'> {
  client_name: string;
  corrected_number: string | null;
  refunded_cents: number;
}

type Filter = Pick<AdminBillingDocumentsQuery, 'kind' | 'year' | 'number' | 'clientId'>;

const matching = ({ kind, year, number, clientId }: Filter) =>
  sql.join(
    [
      sql`true`,
      ...(kind ? [sql`d.kind = ${kind}`] : []),
      ...(year ? [sql`d.year = ${Number(year)}`] : []),
      ...(number ? [sql`starts_with(d.number, ${number.toUpperCase()})`] : []),
      ...(clientId ? [sql`d.user_id = ${clientId}`] : []),
    ],
    sql` AND `,
  );

const COLUMNS = sql`d.id, d.kind, d.number, d.year, d.sequence, d.user_id, d.run_id, d.payment_id, d.corrects, d.period_start, d.period_end,
  d.issued_at, d.due_on, d.subtotal_cents, d.tax_cents, d.total_cents, d.paid_cents, d.due_cents, u.full_name AS client_name,
  i.number AS corrected_number,
  coalesce((SELECT sum(r.cents) FROM refunds r WHERE r.payment_id = d.payment_id AND r.state = 'succeeded'), 0)::bigint AS refunded_cents`;
const FROM = sql`billing_documents d JOIN users u ON u.id = d.user_id LEFT JOIN billing_documents i ON i.id = d.corrects`;

/** Newest first. */
export async function selectDocuments(
  db: Handle,
  filter: Filter,
  { page, limit }: { page: number; limit: number },
): Promise<ListedDocument[]> {
  const { rows } = await sql<ListedDocument>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${matching(filter)}
    ORDER BY d.issued_at DESC, d.number DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(db);
  return rows;
}

export async function countDocuments(db: Handle, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM billing_documents d WHERE ${matching(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The years with documents, newest first. Read from the counters, because there are few of them. */
export async function selectYears(db: Handle): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    SELECT DISTINCT year FROM billing_counters WHERE last > 0 ORDER BY year DESC`.execute(db);
  return rows.map(({ year }) => year);
}

export async function selectYearsOf(db: Handle, userId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    SELECT DISTINCT year FROM billing_documents WHERE user_id = ${userId} ORDER BY year DESC`.execute(db);
  return rows.map(({ year }) => year);
}

/** The documents of a client's month. */
export async function selectDocumentsOfRun(
  db: Handle,
  userId: string,
  month: string,
): Promise<ListedDocument[]> {
  const { rows } = await sql<ListedDocument>`
    SELECT ${COLUMNS} FROM ${FROM} JOIN billing_runs b ON b.id = d.run_id
    WHERE b.user_id = ${userId} AND b.month = ${month} ORDER BY d.kind DESC, d.sequence`.execute(db);
  return rows;
}

export type DocumentWithContent = Pick<
  StoredDocument,
  'id' | 'kind' | 'number' | 'user_id' | 'payment_id' | 'content'
>;

export const selectDocument = (db: Handle, id: string): Promise<DocumentWithContent | undefined> =>
  db
    .selectFrom('billing_documents')
    .select(['id', 'kind', 'number', 'user_id', 'payment_id', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Every number of a year, in order. */
export const exportedRegister = (db: Handle, year: number) =>
  sql`
    SELECT ${csvText(sql`d.number`)} AS "Number", d.kind AS "Kind", d.sequence AS "Sequence",
           to_char(operator_day(d.issued_at), 'YYYY-MM-DD') AS "Issued", ${csvText(sql`u.full_name`)} AS "Client", d.user_id AS "Client ID",
           d.period_start AS "Period start", d.period_end AS "Period end", ${csvDollars(sql`d.subtotal_cents`)} AS "Subtotal",
           ${csvDollars(sql`d.tax_cents`)} AS "Tax", ${csvDollars(sql`d.total_cents`)} AS "Total", ${csvDollars(sql`d.due_cents`)} AS "Due",
           d.due_on AS "Due date", ${csvText(sql`i.number`)} AS "Corrects"
    FROM ${FROM} WHERE d.year = ${year} ORDER BY d.kind, d.sequence`.compile(db);
