import {
  type CommissionRule,
  commissionCents,
  commissionValueOf,
  MAX_COMMISSION_VALUE,
  type MarkupType,
} from '@lading/contract/commission.ts';
import { markupAmountSchema } from '@lading/contract/markup-amount.ts';
import { CLIENTS, PRICING } from '@lading/contract/messages.ts';
import { formatMoney } from '@lading/contract/money.ts';

const AmountSchema = markupAmountSchema(CLIENTS.commissionInvalid);
const EXAMPLE_CENTS = 1000;

export const MARKUP_OPTIONS = [
  { value: 'percentage', label: PRICING.types.percentage },
  { value: 'flat_rate', label: PRICING.types.flat_rate },
] as const satisfies readonly { value: MarkupType; label: string }[];

export const ruleOf = (type: MarkupType, amount: number): CommissionRule => ({
  type,
  value: commissionValueOf(amount),
});

/** Parses an amount field into a value or a problem. */
export function readAmount(type: MarkupType, text: string): { amount: number } | { problem: string } {
  const parsed = AmountSchema.safeParse(text.trim() === '' ? null : Number(text));
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? CLIENTS.commissionInvalid };
  if (commissionValueOf(parsed.data) > MAX_COMMISSION_VALUE[type])
    return { problem: `The commission can be at most ${formatMarkup(type, maxOf(type))}.` };
  return { amount: parsed.data };
}

const maxOf = (type: MarkupType) => MAX_COMMISSION_VALUE[type] / 100;

/** 12.00% or $0.50 */
export const formatMarkup = (type: MarkupType, amount: number): string =>
  type === 'percentage' ? `${amount.toFixed(2)}%` : formatMoney(commissionValueOf(amount));

/** Uses the arithmetic of real quotes, so that the example matches the charged price. */
export const priceCents = (rule: CommissionRule, costCents: number): number =>
  costCents + commissionCents(rule, costCents);

export const exampleText = (rule: CommissionRule): string =>
  `On a ${formatMoney(EXAMPLE_CENTS)} label, the client pays ${formatMoney(priceCents(rule, EXAMPLE_CENTS))}`;
