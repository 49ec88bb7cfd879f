import {
  type CarrierInvoice,
  type CarrierInvoiceAnswer,
  type CarrierInvoicesAnswer,
  type CarrierInvoicesQuery,
  MAX_LISTED_LINES,
} from '@lading/contract/carrier-invoices.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import {
  countInvoices,
  type ListedInvoice,
  selectInvoice,
  selectInvoices,
  selectUnmatched,
} from './carrier-invoices.store.ts';

export async function listInvoices(
  { db }: Pick<AdjustmentDeps, 'db'>,
  query: CarrierInvoicesQuery,
): Promise<CarrierInvoicesAnswer> {
  const [rows, count] = await Promise.all([selectInvoices(db, query), countInvoices(db)]);
  return {
    data: { invoices: rows.map(toInvoice), pagination: paginationOf(count, query.page, query.limit) },
  };
}

/** An invoice with the lines that belong to no shipment. */
export async function showInvoice(
  { db }: Pick<AdjustmentDeps, 'db'>,
  id: string,
): Promise<CarrierInvoiceAnswer> {
  const row = await selectInvoice(db, id);
  if (!row) throw new AppError('CARRIER_INVOICE_NOT_FOUND');
  const unmatched = await selectUnmatched(db, id, MAX_LISTED_LINES);
  return {
    invoice: toInvoice(row),
    unmatched: unmatched.map((line) => ({
      line: line.line_no,
      trackingNumber: line.tracking_number,
      description: line.description,
      amount: line.cents,
      reason: line.unmatched ?? 'unknown_shipment',
    })),
  };
}

const toInvoice = (row: ListedInvoice): CarrierInvoice => ({
  id: row.id,
  carrier: row.carrier,
  account: row.account,
  invoiceNumber: row.invoice_number,
  invoiceDate: row.invoice_date,
  layout: row.layout,
  fileName: row.file_name,
  lines: row.line_count,
  total: row.total_cents,
  statedTotal: row.stated_total_cents,
  adjustments: row.adjustments,
  billed: row.billed_cents,
  unmatchedLines: row.unmatched_lines,
  state: row.booking ? 'booking' : 'done',
  importedBy: row.imported_by,
  importedAt: row.created_at.toISOString(),
});
