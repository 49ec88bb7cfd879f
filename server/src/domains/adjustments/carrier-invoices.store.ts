import type { CarrierInvoicesQuery, InvoiceLayout } from '@lading/contract/carrier-invoices.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { InvoiceKey, Match } from './invoice-lines.ts';
import type { HashedLine } from './read-invoice-file.ts';
import { awaitsVoid } from './shipment-bills.store.ts';

type NamedInvoice = InvoiceKey & { layout: InvoiceLayout };

const named = (db: Handle, { layout, carrier, account, number }: NamedInvoice) =>
  db
    .selectFrom('carrier_invoices')
    .where('layout', '=', layout)
    .where('carrier', '=', carrier)
    .where('account', '=', account)
    .where('invoice_number', '=', number);

/** The stored lines of an invoice, by hash. */
export async function selectHashes(db: Handle, invoice: NamedInvoice): Promise<Set<string>> {
  const rows = await named(db, invoice)
    .innerJoin('carrier_invoice_lines', 'invoice_id', 'carrier_invoices.id')
    .select('row_hash')
    .execute();
  return new Set(rows.map(({ row_hash: hash }) => hash.toString('hex')));
}

/** Inserts the invoice unless it exists, and locks it. */
export async function lockInvoice(
  trx: Trx,
  invoice: NewRow<'carrier_invoices'>,
): Promise<Row<'carrier_invoices'>> {
  await trx
    .insertInto('carrier_invoices')
    .values(invoice)
    .onConflict((conflict) => conflict.constraint('carrier_invoices_once').doNothing())
    .execute();
  const { layout, carrier, account, invoice_number: number } = invoice;
  return named(trx, { layout, carrier, account, number }).selectAll().forUpdate().executeTakeFirstOrThrow();
}

/** Inserts the lines that are not stored yet, and returns those. */
export async function insertLines(
  trx: Trx,
  invoiceId: string,
  lines: readonly (HashedLine & { match: Match })[],
  now: Date,
): Promise<{ id: number; row_hash: Buffer }[]> {
  const column = <T>(value: (line: (typeof lines)[number]) => T) => lines.map(value);
  const { rows } = await sql<{ id: number; row_hash: Buffer }>`
    INSERT INTO carrier_invoice_lines
      (invoice_id, row_hash, line_no, tracking_number, kind, reason, description, cents, measured, shipment_id, unmatched, booked_at)
    SELECT ${invoiceId}, decode(hash, 'hex'), line_no, tracking_number, kind, reason, description, cents, measured::jsonb, shipment_id,
           unmatched, CASE WHEN unmatched IS NOT NULL THEN ${now}::timestamptz END
    FROM unnest(
      ${column(({ hash }) => hash.toString('hex'))}::text[], ${column(({ line }) => line)}::integer[],
      ${column(({ trackingNumbers }) => trackingNumbers[0] ?? null)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column(({ description }) => description)}::text[],
      ${column(({ cents }) => cents)}::bigint[], ${column(({ measured }) => JSON.stringify(measured))}::text[],
      ${column(({ match }) => match.shipmentId)}::uuid[], ${column(({ match }) => match.unmatched)}::text[]
    ) AS line (hash, line_no, tracking_number, kind, reason, description, cents, measured, shipment_id, unmatched)
    ON CONFLICT ON CONSTRAINT carrier_invoice_lines_once DO NOTHING
    RETURNING id, row_hash`.execute(trx);
  return rows;
}

/** Adds up the stored lines. */
export async function updateTotals(
  trx: Trx,
  invoiceId: string,
  statedTotalCents: number | null,
): Promise<{ total_cents: number; stated_total_cents: number | null }> {
  const { rows } = await sql<{ total_cents: number; stated_total_cents: number | null }>`
    UPDATE carrier_invoices i
    SET line_count = l.lines, total_cents = l.cents, stated_total_cents = coalesce(${statedTotalCents}::bigint, i.stated_total_cents)
    FROM (SELECT count(*) AS lines, coalesce(sum(cents), 0) AS cents FROM carrier_invoice_lines WHERE invoice_id = ${invoiceId}) l
    WHERE i.id = ${invoiceId}
    RETURNING i.total_cents, i.stated_total_cents`.execute(trx);
  const [totals] = rows;
  if (!totals) throw new Error(`carrier invoice ${invoiceId} does not exist`);
  return totals;
}

export type LineToBook = Pick<
  Row<'carrier_invoice_lines'>,
  'id' | 'kind' | 'reason' | 'cents' | 'measured'
> & { shipment_id: string };

/**
 * Lines `l` that can be booked. Those of a label whose void is not answered have to wait: until the void is in the ledger,
 * the carrier's credit for it looks like a difference.
 */
const toBook = (voidsSince: Date) => sql<boolean>`l.booked_at IS NULL
  AND NOT EXISTS (SELECT FROM shipments s WHERE s.id = l.shipment_id AND ${awaitsVoid(voidsSince)})`;

/**
 * All lines of the next shipments of an invoice that can be booked. The shipments are an array, which is computed once: until
 * PostgreSQL analyzes new lines, it believes that an invoice has only one, and would look the shipments up again for each line.
 */
export async function selectLinesToBook(
  trx: Trx,
  invoiceId: string,
  { maxShipments, voidsSince }: { maxShipments: number; voidsSince: Date },
): Promise<LineToBook[]> {
  const { rows } = await sql<LineToBook>`
    SELECT l.id, l.shipment_id, l.kind, l.reason, l.cents, l.measured
    FROM carrier_invoice_lines l
    WHERE l.invoice_id = ${invoiceId} AND l.booked_at IS NULL AND l.shipment_id = ANY(ARRAY(
      SELECT DISTINCT l.shipment_id FROM carrier_invoice_lines l
      WHERE l.invoice_id = ${invoiceId} AND ${toBook(voidsSince)} ORDER BY 1 LIMIT ${maxShipments}))
    ORDER BY l.id`.execute(trx);
  return rows;
}

export async function markBooked(
  trx: Trx,
  booked: readonly { lineId: number; adjustmentId: string | null }[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE carrier_invoice_lines l SET booked_at = ${now}::timestamptz, adjustment_id = b.adjustment_id
    FROM unnest(${booked.map(({ lineId }) => lineId)}::bigint[], ${booked.map(({ adjustmentId }) => adjustmentId)}::uuid[])
      AS b (id, adjustment_id)
    WHERE l.id = b.id`.execute(trx);
}

/** The newest invoice whose booked lines have a credit for the shipment. */
export const selectCreditInvoice = async (trx: Trx, shipmentId: string): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('carrier_invoice_lines')
      .select('invoice_id')
      .where('shipment_id', '=', shipmentId)
      .where('booked_at', 'is not', null)
      .where('cents', '<', 0)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.invoice_id;

/** The adjustments that these lines were booked in. */
export const selectAdjustmentsOf = (db: Handle, lineIds: readonly number[]) =>
  db
    .selectFrom('adjustments')
    .select([
      'id',
      'shipment_id as shipmentId',
      'outcome',
      'billed_cents as billedCents',
      'client_cents as clientCents',
      'fee_cents as feeCents',
    ])
    .where((where) =>
      where(
        'id',
        'in',
        where
          .selectFrom('carrier_invoice_lines')
          .select('adjustment_id')
          .where(sql<boolean>`carrier_invoice_lines.id = ANY(${lineIds}::bigint[])`)
          .where('adjustment_id', 'is not', null)
          .$castTo<{ adjustment_id: string }>(),
      ),
    )
    .execute();

export const hasLinesToBook = async (trx: Trx, invoiceId: string, voidsSince: Date): Promise<boolean> =>
  (await trx
    .selectFrom('carrier_invoice_lines as l')
    .select('l.id')
    .where('l.invoice_id', '=', invoiceId)
    .where(toBook(voidsSince))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Invoices whose import was interrupted or whose lines had to wait, the oldest first. */
export async function selectInvoicesToBook(
  db: Handle,
  { limit, voidsSince }: { limit: number; voidsSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT i.id FROM carrier_invoices i
    JOIN (SELECT DISTINCT l.invoice_id FROM carrier_invoice_lines l WHERE ${toBook(voidsSince)}) next ON next.invoice_id = i.id
    ORDER BY i.invoice_date, i.invoice_number LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface ListedInvoice extends Row<'carrier_invoices'> {
  imported_by: string | null;
  adjustments: number;
  billed_cents: number;
  unmatched_lines: number;
  booking: boolean;
}

const listed = (condition: ReturnType<typeof sql>, paging: ReturnType<typeof sql>) => sql<ListedInvoice>`
    SELECT i.*, u.full_name AS imported_by, coalesce(a.count, 0)::integer AS adjustments, coalesce(a.cents, 0)::bigint AS billed_cents,
           (SELECT count(*) FROM carrier_invoice_lines WHERE invoice_id = i.id AND unmatched IS NOT NULL)::integer AS unmatched_lines,
           EXISTS (SELECT FROM carrier_invoice_lines WHERE invoice_id = i.id AND booked_at IS NULL) AS booking
    FROM carrier_invoices i
    LEFT JOIN users u ON u.id = i.uploaded_by
    LEFT JOIN LATERAL (SELECT count(*) AS count, sum(billed_cents) AS cents FROM adjustments WHERE invoice_id = i.id) a ON true
    WHERE ${condition} ORDER BY i.created_at DESC, i.id DESC ${paging}`;

export async function selectInvoices(
  db: Handle,
  { page, limit }: CarrierInvoicesQuery,
): Promise<ListedInvoice[]> {
  const paging = sql`LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
  return (await listed(sql`true`, paging).execute(db)).rows;
}

export const countInvoices = async (db: Handle): Promise<number> =>
  (
    await db
      .selectFrom('carrier_invoices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export const selectInvoice = async (db: Handle, id: string): Promise<ListedInvoice | undefined> =>
  (await listed(sql`i.id = ${id}`, sql``).execute(db)).rows[0];

export const selectUnmatched = (db: Handle, invoiceId: string, limit: number) =>
  db
    .selectFrom('carrier_invoice_lines')
    .select(['line_no', 'tracking_number', 'description', 'cents', 'unmatched'])
    .where('invoice_id', '=', invoiceId)
    .where('unmatched', 'is not', null)
    .orderBy('line_no')
    .orderBy('id')
    .limit(limit)
    .execute();

export const selectLinesOf = (db: Handle, adjustmentId: string, limit: number) =>
  db
    .selectFrom('carrier_invoice_lines')
    .select(['line_no', 'tracking_number', 'description', 'cents'])
    .where('adjustment_id', '=', adjustmentId)
    .orderBy('line_no')
    .orderBy('id')
    .limit(limit)
    .execute();
