import { commissionValueOf, type MarkupType } from '@lading/contract/commission.ts';
import type { GlobalPricing, GlobalPricingBody } from '@lading/contract/global-pricing.ts';
import { priceCents, readAmount, ruleOf } from '../../ui/commission/commission-amount.ts';

export interface PricingDraft {
  type: MarkupType;
  amount: string;
}

export const draftOf = (pricing: GlobalPricing | undefined): PricingDraft =>
  pricing
    ? { type: pricing.markupType, amount: String(pricing.markupAmount) }
    : { type: 'percentage', amount: '' };

/** The request body, or the reason why it cannot be saved. */
export function readDraft({ type, amount }: PricingDraft): { body: GlobalPricingBody } | { problem: string } {
  if (amount.trim() === '') return { problem: 'Enter an amount to save.' };
  const read = readAmount(type, amount);
  return 'problem' in read ? read : { body: { markupType: type, markupAmount: read.amount } };
}

export const isSamePricing = (a: GlobalPricingBody, b: GlobalPricingBody) =>
  a.markupType === b.markupType && commissionValueOf(a.markupAmount) === commissionValueOf(b.markupAmount);

const EXAMPLE_COSTS_CENTS = [500, 1000, 2500, 10_000];

/** Client prices for example labels, in cents. */
export function previewRows(now: GlobalPricingBody, after: GlobalPricingBody) {
  const price = ({ markupType, markupAmount }: GlobalPricingBody, cost: number) =>
    priceCents(ruleOf(markupType, markupAmount), cost);
  return EXAMPLE_COSTS_CENTS.map((cost) => ({ cost, now: price(now, cost), after: price(after, cost) }));
}
