import { rowPassesCustoms } from '@lading/contract/bulk/check-customs.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { centsOf } from '@lading/contract/money.ts';
import { formatsOf } from '../../../lib/label-formats.ts';
import { COPY } from '../copy.ts';

/** Paid for, with or without a label so far. */
const isOrdered = (row: BulkRow): boolean =>
  row.paid || row.status === 'label_generated' || row.status === 'label_failed';

/** Every row of the file, so that the counts add up. Rows that the client removed are not part of it. */
export const isInSummary = (row: BulkRow): boolean => !row.removed;

/** Why a row has no label, or null if it has one or will get one. */
export function withoutLabelReason(row: BulkRow): string | null {
  if (row.status === 'label_generated' || (row.paid && row.status !== 'label_failed')) return null;
  if (row.status === 'label_failed') return row.error ?? COPY.labels.failed;
  if (row.status === 'invalid') return rowReason(row) ?? COPY.labels.needsFixing;
  return COPY.labels.notPaid;
}

/** The messages of a row that needs fixing; for a row without rates, also the carriers' reasons. */
export function rowReason({ problems, refusals = [], error }: BulkRow): string | null {
  const messages = problems.map(({ message }) => message);
  const texts = [...(messages.length > 0 ? messages : [error]), ...refusals.map(({ text }) => text)];
  return texts.filter(Boolean).join(' · ') || null;
}

/** Paid, but without a label yet. */
const isWaiting = (row: BulkRow): boolean => row.paid && row.work === 'labels' && !row.removed;

export interface LabelFigures {
  /** Rows that were paid for. */
  shown: number;
  /** Rows that have no label and will not get one. */
  unlabeled: number;
  made: number;
  failed: number;
  /** Labels available as ZPL, and labels the carrier provides only as PDF. */
  zpl: number;
  pdfOnly: number;
  /** Labels that may have customs documents. */
  abroad: number;
  waiting: number;
  /** Cents to refund if the remaining labels are canceled. */
  waitingCents: number;
}

export function countLabels(rows: Iterable<BulkRow>): LabelFigures {
  const figures: LabelFigures = {
    shown: 0,
    unlabeled: 0,
    made: 0,
    failed: 0,
    zpl: 0,
    pdfOnly: 0,
    abroad: 0,
    waiting: 0,
    waitingCents: 0,
  };
  for (const row of rows) {
    if (!isInSummary(row)) continue;
    if (withoutLabelReason(row) !== null) figures.unlabeled += 1;
    if (!isOrdered(row)) continue;
    figures.shown += 1;
    if (row.status === 'label_generated') {
      figures.made += 1;
      if (rowPassesCustoms(row.cells)) figures.abroad += 1;
    }
    if (row.transaction?.labelStatus === 'ready')
      figures[formatsOf(row.transaction).includes('zpl') ? 'zpl' : 'pdfOnly'] += 1;
    if (row.status === 'label_failed') figures.failed += 1;
    if (isWaiting(row)) {
      figures.waiting += 1;
      figures.waitingCents += centsOf(row.rate?.amount ?? 0);
    }
  }
  return figures;
}

/** The state of the refund of a failed row. A row without a shipment does not say whether its refund has arrived. */
export function refundText({ status, transaction }: BulkRow): string | null {
  if (status !== 'label_failed') return null;
  if (!transaction) return COPY.labels.refundRequested;
  return transaction.labelStatus === 'refunded' ? COPY.labels.rowRefunded : COPY.labels.refundPending;
}

/** The price that was or will be paid for the label. */
export const costOf = (row: BulkRow): number | null =>
  row.transaction?.cost ?? (isOrdered(row) ? (row.rate?.amount ?? null) : null);
