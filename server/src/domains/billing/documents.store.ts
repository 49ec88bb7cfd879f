import type { BillingKind } from '@lading/contract/billing.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { BillingContent } from './billing-content.ts';

export type StoredDocument = Row<'billing_documents'>;

/** The last number of the year, locked until the transaction ends. Creates the counter if needed. */
export async function lockCounter(trx: Trx, kind: BillingKind, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO billing_counters AS c (kind, year, last) VALUES (${kind}, ${year}, 0)
    ON CONFLICT (kind, year) DO UPDATE SET last = c.last RETURNING last`.execute(trx);
  return rows[0]?.last ?? 0;
}

export async function setCounter(trx: Trx, kind: BillingKind, year: number, last: number): Promise<void> {
  await trx
    .updateTable('billing_counters')
    .set({ last })
    .where('kind', '=', kind)
    .where('year', '=', year)
    .execute();
}

export type NewDocument = Omit<StoredDocument, 'content'> & { content: BillingContent };

export async function insertDocuments(trx: Trx, documents: readonly NewDocument[]): Promise<void> {
  if (documents.length === 0) return;
  await trx
    .insertInto('billing_documents')
    .values(documents.map((document) => ({ ...document, content: JSON.stringify(document.content) })))
    .execute();
}

/** True for the caller that may issue the month. A concurrent call waits here and then gets false. */
export async function insertRun(
  trx: Trx,
  run: { id: string; userId: string; month: string; lastEntry: number; issuedAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO billing_runs (id, user_id, month, last_entry, issued_at)
    VALUES (${run.id}, ${run.userId}, ${run.month}, ${run.lastEntry}, ${run.issuedAt})
    ON CONFLICT (user_id, month) DO NOTHING RETURNING id`.execute(trx);
  return rows.length === 1;
}

/** The last month with a run. */
export const selectLastRun = (db: Handle, userId: string) =>
  db
    .selectFrom('billing_runs')
    .select(['month', 'last_entry'])
    .where('user_id', '=', userId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface EarlierInvoice {
  id: string;
  number: string;
  period_start: string;
  issued_on: string;
  total_cents: number;
  due_cents: number;
  taxes: { name: string; rate: number; appliesTo: 'service' | 'price'; netCents: number; cents: number }[];
  no_tax_reason: string;
  credited_cents: number;
}

/** The client's invoices and what credit notes have taken off them, oldest first. */
export async function selectInvoices(db: Handle, userId: string): Promise<EarlierInvoice[]> {
  const { rows } = await sql<EarlierInvoice>`
    SELECT d.id, d.number, d.period_start, d.content ->> 'issuedOn' AS issued_on, d.total_cents, d.due_cents,
           d.content -> 'taxes' AS taxes, d.content ->> 'noTaxReason' AS no_tax_reason,
           coalesce((SELECT sum(n.total_cents) FROM billing_documents n WHERE n.corrects = d.id), 0)::bigint AS credited_cents
    FROM billing_documents d
    WHERE d.user_id = ${userId} AND d.kind = 'invoice' ORDER BY d.period_start`.execute(db);
  return rows;
}

/** Replaces what the client's documents say about the client. */
export async function eraseBuyerOf(trx: Trx, userId: string, buyer: string): Promise<void> {
  await sql`
    UPDATE billing_documents
    SET content = content || jsonb_build_object('buyer', ${buyer}::jsonb) || CASE kind WHEN 'receipt' THEN '{"card": null}'::jsonb ELSE '{}' END
    WHERE user_id = ${userId}`.execute(trx);
}
