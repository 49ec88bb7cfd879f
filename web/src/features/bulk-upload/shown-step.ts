import { BATCH_STEPS, type Batch, type BatchStep } from '@lading/contract/bulk.ts';

export const isStep = (text: string | null): text is BatchStep => BATCH_STEPS.some((step) => step === text);

/** The furthest step that can be opened. Labels stay available while retried rows return to their rates. */
export const reachedStep = ({ step, counts }: Pick<Batch, 'step' | 'counts'>): BatchStep =>
  counts.label_generated + counts.label_failed > 0 ? 'generation_summary' : step;

/** The step named in the URL if the batch has reached it, else the batch's own step. */
export function shownStep(batch: Pick<Batch, 'step' | 'counts'>, wanted: string | null): BatchStep {
  if (!isStep(wanted)) return batch.step;
  return BATCH_STEPS.indexOf(wanted) <= BATCH_STEPS.indexOf(reachedStep(batch)) ? wanted : batch.step;
}

/** Names the step only when it is not the batch's own, so that the page follows the batch as it advances. */
export function batchAddress(id: string, own: BatchStep, step: BatchStep): URLSearchParams {
  return new URLSearchParams(step === own ? { batch: id } : { batch: id, step });
}
