import { BATCH_STEPS, type Batch, type BatchStep } from '@lading/contract/bulk.ts';

export const isStep = (text: string | null): text is BatchStep => BATCH_STEPS.some((step) => step === text);

/** How far a batch has come. Rows that are tried again take it back to the rates; the labels that it has stay within reach. */
export const reachedStep = ({ step, counts }: Pick<Batch, 'step' | 'counts'>): BatchStep =>
  counts.label_generated + counts.label_failed > 0 ? 'generation_summary' : step;

/** The batch's own step, unless the person looks at another one that it has reached. */
export function shownStep(batch: Pick<Batch, 'step' | 'counts'>, wanted: string | null): BatchStep {
  if (!isStep(wanted)) return batch.step;
  return BATCH_STEPS.indexOf(wanted) <= BATCH_STEPS.indexOf(reachedStep(batch)) ? wanted : batch.step;
}

/** The address of a batch; its own step needs no name, so that a page that follows the batch goes on with it. */
export function batchAddress(id: string, own: BatchStep, step: BatchStep): URLSearchParams {
  return new URLSearchParams(step === own ? { batch: id } : { batch: id, step });
}
