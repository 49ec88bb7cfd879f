import type { BulkRow } from '@lading/contract/bulk.ts';
import { centsOf } from '@lading/contract/money.ts';
import { formatsOf } from '../../../lib/label-formats.ts';

/** Every row that was paid for. */
export const isInSummary = (row: BulkRow): boolean =>
  !row.removed && (row.paid || row.status === 'label_generated' || row.status === 'label_failed');

/** Paid, but without a label yet. */
const isWaiting = (row: BulkRow): boolean => row.paid && row.work === 'labels' && !row.removed;

export interface LabelFigures {
  shown: number;
  made: number;
  failed: number;
  /** Labels available as ZPL, and labels the carrier provides only as PDF. */
  zpl: number;
  pdfOnly: number;
  waiting: number;
  /** Cents to refund if the remaining labels are canceled. */
  waitingCents: number;
}

export function countLabels(rows: Iterable<BulkRow>): LabelFigures {
  const figures: LabelFigures = {
    shown: 0,
    made: 0,
    failed: 0,
    zpl: 0,
    pdfOnly: 0,
    waiting: 0,
    waitingCents: 0,
  };
  for (const row of rows) {
    if (!isInSummary(row)) continue;
    figures.shown += 1;
    if (row.status === 'label_generated') figures.made += 1;
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

/** The price that was or will be paid for the label. */
export const costOf = (row: BulkRow): number | null => row.transaction?.cost ?? row.rate?.amount ?? null;
