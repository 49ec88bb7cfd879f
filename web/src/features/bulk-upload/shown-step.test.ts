import type { Batch, BatchStep } from '@lading/contract/bulk.ts';
import { expect, it } from 'vitest';
import { batchAddress, shownStep } from './shown-step.ts';

const at = (step: BatchStep, labels = 0) =>
  ({ step, counts: { label_generated: labels, label_failed: 0 } }) as Pick<Batch, 'step' | 'counts'>;

it('a page follows its batch', () => {
  expect(shownStep(at('rate_selection'), null)).toBe('rate_selection');
  expect(batchAddress('b', 'rate_selection', 'rate_selection').toString()).toBe('batch=b');
});

it('a person may look back, and not ahead', () => {
  expect(shownStep(at('generation_summary', 1), 'upload')).toBe('upload');
  expect(shownStep(at('upload'), 'generation_summary')).toBe('upload');
  expect(shownStep(at('rate_selection'), 'elsewhere')).toBe('rate_selection');
  expect(batchAddress('b', 'generation_summary', 'upload').toString()).toBe('batch=b&step=upload');
});

it('labels that are made stay within reach while other rows are back at their rates', () => {
  expect(shownStep(at('rate_selection', 184), 'generation_summary')).toBe('generation_summary');
  expect(shownStep(at('rate_selection', 184), null)).toBe('rate_selection');
});
