import { CLIENTS } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { formatChange } from '../../lib/format-change.ts';
import { draftOf, isSamePricing, previewRows, readDraft } from './pricing-draft.ts';

const percent = (markupAmount: number) => ({ markupType: 'percentage' as const, markupAmount });
const flat = (markupAmount: number) => ({ markupType: 'flat_rate' as const, markupAmount });

describe('the pricing form', () => {
  it('starts with the saved values, and empty while they load', () => {
    expect(draftOf({ ...percent(12.5), updatedAt: '2026-11-14T10:42:07.000Z' })).toEqual({
      type: 'percentage',
      amount: '12.5',
    });
    expect(draftOf(undefined)).toEqual({ type: 'percentage', amount: '' });
  });

  it('accepts numbers of zero or more', () => {
    expect(readDraft({ type: 'percentage', amount: '0' })).toEqual({ body: percent(0) });
    expect(readDraft({ type: 'flat_rate', amount: '0.50' })).toEqual({ body: flat(0.5) });
    expect(readDraft({ type: 'flat_rate', amount: ' ' })).toEqual({ problem: 'Enter an amount to save.' });
    expect(readDraft({ type: 'flat_rate', amount: '-1' })).toEqual({ problem: CLIENTS.commissionInvalid });
  });

  it('ignores trailing zeros when comparing, but not the unit', () => {
    expect(isSamePricing(percent(12), percent(12.0))).toBe(true);
    expect(isSamePricing(percent(0.1 + 0.2), percent(0.3))).toBe(true);
    expect(isSamePricing(percent(12), flat(12))).toBe(false);
    expect(isSamePricing(percent(12), percent(12.01))).toBe(false);
  });
});

describe('the preview of a change', () => {
  it('shows prices before and after for labels of $5, $10, $25 and $100', () => {
    expect(previewRows(percent(12), flat(0.5))).toEqual([
      { cost: 500, now: 560, after: 550 },
      { cost: 1000, now: 1120, after: 1050 },
      { cost: 2500, now: 2800, after: 2550 },
      { cost: 10_000, now: 11_200, after: 10_050 },
    ]);
  });

  it('formats a difference with its sign', () => {
    expect(formatChange(18_240)).toBe('+$182.40');
    expect(formatChange(-50)).toBe('−$0.50');
    expect(formatChange(0)).toBe('$0.00');
  });
});
