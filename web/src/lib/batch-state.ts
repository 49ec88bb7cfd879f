import type { Batch } from '@lading/contract/bulk.ts';
import { formatCount as count, counted } from '@lading/contract/format-count.ts';
import { statusText } from './status-text.ts';

/** Whether the upload still needs work before all labels exist. */
export const isUnfinished = (batch: Batch): boolean =>
  batch.step !== 'generation_summary' || batch.work !== null || batch.received < batch.rowCount;

const WORK: Partial<Record<string, string>> = {
  addresses: 'Checking addresses',
  rates: 'Getting rates',
  labels: 'Creating labels',
};

/** The progress of an upload in one line. */
export function batchProgressText(batch: Batch): string {
  const { counts, work, received, rowCount, paused } = batch;
  if (received < rowCount)
    return `Upload interrupted: ${count(received)} of ${counted(rowCount, 'row')} received`;
  if (work) {
    const name = WORK[work.what] ?? statusText(work.what);
    const task = paused ? `${name} (paused)` : name;
    return `${task} · ${count(work.done)} of ${count(work.total)}`;
  }
  if (batch.step === 'upload')
    return withProblems(`${count(counts.pending)} ready for rates`, counts.invalid);
  if (batch.step === 'rate_selection')
    return withProblems(`${count(batch.chosen.count)} ready to pay`, counts.invalid);
  const unlabeled = rowCount - counts.removed - counts.label_generated;
  const without = unlabeled > 0 ? `, ${counted(unlabeled, 'row')} without a label` : '';
  return `${counted(counts.label_generated, 'label')}${without}`;
}

const withProblems = (text: string, invalid: number) =>
  invalid > 0 ? `${text} · ${count(invalid)} need${invalid === 1 ? 's' : ''} fixing` : text;
