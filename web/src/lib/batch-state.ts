import type { Batch } from '@lading/contract/bulk.ts';
import { formatCount as count, counted } from './format-count.ts';

/** Whether the upload still needs work before all labels exist. */
export const isUnfinished = (batch: Batch): boolean =>
  batch.step !== 'generation_summary' || batch.work !== null || batch.received < batch.rowCount;

const WORK = {
  addresses: 'Checking addresses',
  rates: 'Getting rates',
  labels: 'Creating labels',
} as const;

/** The progress of an upload in one line. */
export function batchProgressText(batch: Batch): string {
  const { counts, work, received, rowCount, paused } = batch;
  if (received < rowCount)
    return `Upload interrupted: ${count(received)} of ${counted(rowCount, 'row')} received`;
  if (work) {
    const task = paused ? `${WORK[work.what]} (paused)` : WORK[work.what];
    return `${task} · ${count(work.done)} of ${count(work.total)}`;
  }
  if (batch.step === 'upload')
    return withProblems(`${count(counts.pending)} ready for rates`, counts.invalid);
  if (batch.step === 'rate_selection')
    return withProblems(`${count(batch.chosen.count)} ready to pay`, counts.invalid);
  const failed = counts.label_failed > 0 ? ` · ${count(counts.label_failed)} failed` : '';
  return `${counted(counts.label_generated, 'label')}${failed}`;
}

const withProblems = (text: string, invalid: number) =>
  invalid > 0 ? `${text} · ${count(invalid)} need${invalid === 1 ? 's' : ''} fixing` : text;
