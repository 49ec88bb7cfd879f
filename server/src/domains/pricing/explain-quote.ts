import type { MarkupType } from '@lading/contract/commission.ts';
import { explainCommission, explainRule } from '@lading/contract/pricing/explain-price.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { formatCommission } from './format-commission.ts';
import type { PricedBy } from './pricing.tables.ts';

interface PricedQuote {
  cost_cents: number;
  commission_type: MarkupType | null;
  commission_value: number | null;
  price_rule: number | null;
  priced_by: PricedBy | null;
  /** The rule at that position of the version. */
  rule: StoredRule | null;
}

/** The commission, or the name of the rule that set the price, and one sentence about how. */
export function explainQuote(quote: PricedQuote): { commissionRule: string; explanation: string } {
  const { cost_cents, commission_type: type, commission_value: value, price_rule, priced_by, rule } = quote;
  if (rule && price_rule !== null)
    return {
      commissionRule: rule.name,
      explanation: explainRule({ position: price_rule, ...rule }, cost_cents),
    };
  const commission = { type: type ?? 'percentage', value: value ?? 0 };
  const by = priced_by === 'rule' ? null : priced_by;
  return {
    commissionRule: formatCommission(commission),
    explanation: explainCommission(by, commission, cost_cents),
  };
}
