import { type CommissionRule, commissionCents } from '../commission.ts';
import { formatMoney } from '../money.ts';
import { priceByRule, type RuleEffect, type RulePrice } from './rule-effect.ts';

/** Explains to the operator how a price was calculated. */
export function explainRule(
  { position, name, effect }: { position: number; name: string; effect: RuleEffect },
  costCents: number,
): string {
  const price = priceByRule(effect, costCents);
  const steps = [sumText(effect, costCents, price.plainCents), ...limitText(effect, costCents, price)];
  if (price.cents !== price.limitedCents) steps.push(`rounded up to ${formatMoney(price.cents)}`);
  return `Rule ${position} “${name}”: ${steps.join(', ')}`;
}

const COMMISSION_NAMES = {
  client: 'Client’s own commission',
  global: 'Global commission',
} as const;

/** Quotes of earlier versions do not say whose commission it was. */
export function explainCommission(
  by: keyof typeof COMMISSION_NAMES | null,
  rule: CommissionRule,
  costCents: number,
): string {
  const total = formatMoney(costCents + commissionCents(rule, costCents));
  const amount = rule.type === 'percentage' ? `${rule.value / 100}%` : formatMoney(rule.value);
  return `${by ? COMMISSION_NAMES[by] : 'Commission'}: cost ${formatMoney(costCents)} + ${amount} = ${total}`;
}

function sumText({ basisPoints, flatCents }: RuleEffect, costCents: number, plainCents: number): string {
  const parts = [`cost ${formatMoney(costCents)}`];
  if (basisPoints !== 0) parts.push(`${signOf(basisPoints)} ${Math.abs(basisPoints) / 100}%`);
  if (flatCents !== 0) parts.push(`${signOf(flatCents)} ${formatMoney(Math.abs(flatCents))}`);
  if (parts.length === 1) parts.push('+ 0%');
  return `${parts.join(' ')} = ${formatMoney(plainCents)}`;
}

const signOf = (value: number) => (value < 0 ? '−' : '+');

function limitText(effect: RuleEffect, costCents: number, price: RulePrice): string[] {
  const to = formatMoney(price.limitedCents);
  const margin = (cents: number | null) => formatMoney(cents ?? 0);
  if (price.limit === 'minimum')
    return [`raised to ${to} by the minimum margin of ${margin(effect.minMarginCents)}`];
  if (price.limit === 'maximum')
    return [`lowered to ${to} by the maximum margin of ${margin(effect.maxMarginCents)}`];
  if (price.limit === 'cost') return [`raised to the cost of ${formatMoney(costCents)}`];
  return price.limitedCents === price.plainCents ? [] : [`raised to ${to}, the lowest price`];
}
