export const MARKUP_TYPES = ['percentage', 'flat_rate'] as const;
export type MarkupType = (typeof MARKUP_TYPES)[number];

/** A percentage in basis points (12.34 % = 1234), a flat rate in cents: whole numbers both. */
export interface CommissionRule {
  type: MarkupType;
  value: number;
}

export const MAX_COMMISSION_VALUE = { percentage: 100_000, flat_rate: 1_000_000 } as const;

/** Rounded half up, once, when a price is quoted; screens that foretell a price use the same arithmetic. */
export function commissionCents(rule: CommissionRule, costCents: number): number {
  if (rule.type === 'flat_rate') return rule.value;
  return Number((BigInt(costCents) * BigInt(rule.value) + 5_000n) / 10_000n);
}

/** The amount as the specification writes it: 12.34 for 12.34 % or for $12.34. */
export const markupAmountOf = (rule: CommissionRule): number => rule.value / 100;
export const commissionValueOf = (markupAmount: number): number => Math.round(markupAmount * 100);
