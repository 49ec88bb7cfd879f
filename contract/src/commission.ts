export const MARKUP_TYPES = ['percentage', 'flat_rate'] as const;
export type MarkupType = (typeof MARKUP_TYPES)[number];

/** `value` is a whole number: basis points for a percentage (12.34 % = 1234), cents for a flat rate. */
export interface CommissionRule {
  type: MarkupType;
  value: number;
}

export const MAX_COMMISSION_VALUE = { percentage: 100_000, flat_rate: 1_000_000 } as const;

/** Rounds half up. Quotes and price previews use this same arithmetic. */
export function commissionCents(rule: CommissionRule, costCents: number): number {
  if (rule.type === 'flat_rate') return rule.value;
  return Number((BigInt(costCents) * BigInt(rule.value) + 5_000n) / 10_000n);
}

/** The wire format: 12.34 means 12.34 % or $12.34. */
export const markupAmountOf = (rule: CommissionRule): number => rule.value / 100;
export const commissionValueOf = (markupAmount: number): number => Math.round(markupAmount * 100);
