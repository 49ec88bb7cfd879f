import type { CustomsQuestion } from '@lading/contract/bulk/customs-questions.ts';
import { describe, expect, it } from 'vitest';
import { answersOf, type CustomsDrafts, unsentDrafts } from './customs-answers.ts';

const QUESTION: CustomsQuestion = {
  key: 'sku:mug',
  sku: 'MUG',
  description: 'Mug',
  columns: ['item_weight', 'item_value'],
  known: { item_value: '12,50' },
  numbers: [1, 2],
};

const answered = (drafts: CustomsDrafts, decimalComma: boolean) => {
  const { answers, errors } = answersOf([QUESTION], drafts, { saveProduct: true, decimalComma });
  return { values: answers[0]?.values, errors };
};

describe('answers to customs questions', () => {
  it('may have decimal commas if the batch does', () => {
    expect(answered({ 'sku:mug': { item_weight: '9,5' } }, true)).toEqual({
      values: { description: '', unitWeight: 9.5, unitValue: 12.5, hsCode: '', origin: '' },
      errors: {},
    });
    expect(answered({ 'sku:mug': { item_weight: '9.5', item_value: '$7,25' } }, true)).toMatchObject({
      values: { unitWeight: 9.5, unitValue: 7.25 },
      errors: {},
    });
  });

  it('have no decimal commas in other batches', () => {
    const drafts = { 'sku:mug': { item_value: '12,50' } };
    expect(answered(drafts, false).errors).toEqual({ 'sku:mug': { item_value: expect.any(String) } });
  });
});

it('answers that were typed or changed while others were sent are kept', () => {
  const sent = { 'sku:mug': { item_weight: '9', item_value: '12' } };
  const now = { 'sku:mug': { item_weight: '9', item_value: '13' }, 'sku:tea': { item_weight: '2' } };
  expect(unsentDrafts(now, sent)).toEqual({
    'sku:mug': { item_value: '13' },
    'sku:tea': { item_weight: '2' },
  });
  expect(unsentDrafts(sent, sent)).toEqual({});
});
