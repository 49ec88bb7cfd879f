import type { Batch, BatchStep } from '@lading/contract/bulk.ts';
import { expect, it } from 'vitest';
import { batchAddress, shownStep } from './shown-step.ts';

const at = (step: BatchStep, labels = 0) =>
  ({ step, counts: { label_generated: labels, label_failed: 0 } }) as Pick<Batch, 'step' | 'counts'>;

it('shows the step of the batch', () => {
  expect(shownStep(at('rate_selection'), null)).toBe('rate_selection');
  expect(batchAddress('b', 'rate_selection', 'rate_selection').toString()).toBe('batch=b');
});

it('opens earlier steps but not later ones', () => {
  expect(shownStep(at('generation_summary', 1), 'upload')).toBe('upload');
  expect(shownStep(at('upload'), 'generation_summary')).toBe('upload');
  expect(shownStep(at('rate_selection'), 'elsewhere')).toBe('rate_selection');
  expect(batchAddress('b', 'generation_summary', 'upload').toString()).toBe('batch=b&step=upload');
});

it('keeps existing labels available while other rows return to their rates', () => {
  expect(shownStep(at('rate_selection', 184), 'generation_summary')).toBe('generation_summary');
  expect(shownStep(at('rate_selection', 184), null)).toBe('rate_selection');
});
