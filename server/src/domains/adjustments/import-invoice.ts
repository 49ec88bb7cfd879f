import {
  CARRIER_INVOICES,
  type InvoiceFileQuery,
  type InvoiceImportAnswer,
  type InvoiceLayout,
} from '@lading/contract/carrier-invoices.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { bytesDigest, newId } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { closeIncident, reportIncidentIn } from '../reconciliation/report-incident.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { bookInvoice } from './book-adjustments.ts';
import { insertLines, lockInvoice, selectAdjustmentsOf, updateTotals } from './carrier-invoices.store.ts';
import type { Match } from './invoice-lines.ts';
import { matchLines } from './match-lines.ts';
import { ImportTotals } from './plan-adjustment.ts';
import { type HashedLine, type ReadInvoice, readInvoiceFile } from './read-invoice-file.ts';

const CSV = /^(?:text\/(?:csv|plain)|application\/(?:csv|vnd\.ms-excel|octet-stream))\b/i;
const LINES_PER_STATEMENT = 1_000;
const MAX_PROBLEMS = 100;

export interface SentInvoice extends InvoiceFileQuery {
  contentType: string | undefined;
  bytes: Buffer | undefined;
}

/** Reads the file of a request. */
export function readSentInvoice({ contentType, bytes, layout }: SentInvoice) {
  if (contentType !== undefined && !CSV.test(contentType))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: CARRIER_INVOICES.sendCsv });
  return readInvoiceFile(bytes ?? Buffer.alloc(0), layout || undefined);
}

type ImportDeps = Omit<AdjustmentDeps, 'exports' | 'timeZone'>;

interface Stored {
  invoiceId: string;
  newLines: number;
  newLineIds: number[];
  newShipmentIds: string[];
  unmatchedLines: number;
  unmatchedAmount: number;
}

/** Stores the invoices of a file and books their differences. A repeated import changes nothing. */
export async function importInvoice(
  deps: ImportDeps,
  actor: Actor,
  sent: SentInvoice,
): Promise<InvoiceImportAnswer> {
  const { layout, invoices, problems } = readSentInvoice(sent);
  if (problems.length > 0)
    throw new AppError('VALIDATION_FAILED', {
      message: `Line ${problems[0]?.line}: ${problems[0]?.message}`,
      fields: problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => ({ path: `file.${line}`, message })),
    });
  const origin = { layout, fileName: sent.fileName, sha256: bytesDigest(sent.bytes ?? Buffer.alloc(0)) };
  const stored: Stored[] = [];
  for (const invoice of invoices) {
    stored.push(await storeInvoice(deps, actor, invoice, origin));
    failpoint('carrier-invoice-stored');
  }
  const sums = await bookStored(deps, stored);
  const sum = (value: (one: Stored) => number) => stored.reduce((total, one) => total + value(one), 0);
  const newLines = sum((one) => one.newLines);
  const lines = invoices.reduce((total, invoice) => total + invoice.lines.length, 0);
  return {
    invoiceIds: stored.map(({ invoiceId }) => invoiceId),
    newLines,
    repeatedLines: lines - newLines,
    ...sums,
    unmatchedLines: sum((one) => one.unmatchedLines),
    unmatchedAmount: sum((one) => one.unmatchedAmount),
    changed: newLines > 0 || sums.shipments > 0,
  };
}

/**
 * Books the invoices. The sweep or another import may book some of their lines at the same time, so the sums include all
 * adjustments of the new lines.
 */
async function bookStored(deps: ImportDeps, stored: readonly Stored[]) {
  const totals = new ImportTotals();
  const counted = new Set<string>();
  for (const { invoiceId } of stored)
    for (const [shipmentId, booked] of await bookInvoice(deps, invoiceId)) {
      totals.add(shipmentId, booked?.planned ?? null);
      if (booked) counted.add(booked.id);
    }
  for (const { newLineIds, newShipmentIds } of stored) {
    for (const shipmentId of newShipmentIds) totals.add(shipmentId, null);
    for (const adjustment of await selectAdjustmentsOf(deps.db, newLineIds))
      if (!counted.has(adjustment.id)) totals.add(adjustment.shipmentId, adjustment);
  }
  return totals.sums();
}

interface FileOrigin {
  layout: InvoiceLayout;
  fileName: string;
  sha256: Buffer;
}

/** One transaction, so that no invoice is ever stored in part. */
async function storeInvoice(
  deps: ImportDeps,
  actor: Actor,
  invoice: ReadInvoice,
  origin: FileOrigin,
): Promise<Stored> {
  const matches = await matchLines(deps, invoice.lines);
  const lines = invoice.lines.map((line, position) => ({ ...line, match: matches[position] as Match }));
  return transaction(deps.db, async (trx) => {
    const { id: invoiceId } = await lockInvoice(trx, {
      id: newId(),
      carrier: invoice.carrier,
      account: invoice.account,
      invoice_number: invoice.number,
      invoice_date: invoice.date,
      layout: origin.layout,
      file_name: origin.fileName,
      file_sha256: origin.sha256,
      line_count: 0,
      total_cents: 0,
      stated_total_cents: invoice.statedTotalCents,
      uploaded_by: actor.userId,
      created_at: deps.clock.now(),
    });
    const added = await insertNewLines(trx, deps, invoiceId, lines);
    if (added.length > 0) await noteImport(trx, deps, actor, { invoiceId, invoice, lines: added.length });
    const unmatched = added.filter(({ match }) => match.unmatched !== null);
    return {
      invoiceId,
      newLines: added.length,
      newLineIds: added.map(({ id }) => id),
      newShipmentIds: added.flatMap(({ match }) => match.shipmentId ?? []),
      unmatchedLines: unmatched.length,
      unmatchedAmount: unmatched.reduce((total, { cents }) => total + cents, 0),
    };
  });
}

type MatchedLine = HashedLine & { match: Match };

async function insertNewLines(
  trx: Trx,
  { clock }: Pick<AdjustmentDeps, 'clock'>,
  invoiceId: string,
  lines: readonly MatchedLine[],
): Promise<(MatchedLine & { id: number })[]> {
  const added = new Map<string, number>();
  for (let start = 0; start < lines.length; start += LINES_PER_STATEMENT) {
    const some = lines.slice(start, start + LINES_PER_STATEMENT);
    for (const { id, row_hash } of await insertLines(trx, invoiceId, some, clock.now()))
      added.set(row_hash.toString('hex'), id);
  }
  return lines.flatMap((line) => {
    const id = added.get(line.hash.toString('hex'));
    return id === undefined ? [] : [{ ...line, id }];
  });
}

/** Compares the lines with the total that the carrier states: a difference means that lines are missing. */
async function noteImport(
  trx: Trx,
  deps: ImportDeps,
  actor: Actor,
  { invoiceId, invoice, lines }: { invoiceId: string; invoice: ReadInvoice; lines: number },
): Promise<void> {
  const { clock } = deps;
  const { total_cents: total, stated_total_cents: stated } = await updateTotals(
    trx,
    invoiceId,
    invoice.statedTotalCents,
  );
  if (stated !== null && stated !== total)
    await reportIncidentIn(
      trx,
      deps,
      'carrier_invoice_total',
      invoiceId,
      `${invoice.carrier} invoice ${invoice.number}: the lines add up to ${formatMoney(total)}, the invoice says ${formatMoney(stated)}`,
    );
  else await closeIncident(trx, clock, 'carrier_invoice_total', invoiceId);
  await recordEvent(trx, clock, actor, {
    type: 'IMPORT_CARRIER_INVOICE',
    status: 'success',
    ...byActor(actor),
    details: { invoiceId, carrier: invoice.carrier, lines, cents: total },
  });
}
