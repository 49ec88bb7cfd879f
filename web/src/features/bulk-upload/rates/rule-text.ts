import type { RateRule } from '@lading/contract/bulk/rules.ts';
import type { RuleEffect } from '@lading/contract/bulk.ts';
import { counted, formatCount } from '@lading/contract/format-count.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';

export type RuleKind = RateRule['kind'];
type Carrier = (typeof CARRIERS)[number];

export const RULES: readonly { value: RuleKind; label: string }[] = [
  { value: 'cheapest', label: 'Cheapest' },
  { value: 'fastest', label: 'Fastest' },
  { value: 'best_value', label: 'Best value' },
  { value: 'cheapest_within', label: 'Cheapest within … days' },
  { value: 'carrier', label: 'One carrier…' },
];

export interface RuleDraft {
  kind: RuleKind | '';
  /** As typed. */
  days: string;
  carrier: Carrier;
}

export const NO_RULE: RuleDraft = { kind: '', days: '3', carrier: CARRIERS[0] };

const MAX_DAYS = 30;

/** The rule, or null while it is incomplete. */
export function ruleOf({ kind, days, carrier }: RuleDraft): RateRule | null {
  switch (kind) {
    case '':
      return null;
    case 'cheapest_within': {
      const count = Number(days);
      return /^\d+$/.test(days.trim()) && count >= 1 && count <= MAX_DAYS ? { kind, days: count } : null;
    }
    case 'carrier':
      return { kind, carrier };
    default:
      return { kind };
  }
}

/** “Cheapest within 3 days” */
export function ruleName(rule: RateRule): string {
  if (rule.kind === 'cheapest_within') return `Cheapest within ${counted(rule.days, 'day')}`;
  if (rule.kind === 'carrier') return `${rule.carrier} only`;
  return RULES.find(({ value }) => value === rule.kind)?.label ?? rule.kind;
}

const money = (dollars: number) => formatMoney(centsOf(dollars));

/** “Changes 143 shipments · total $1,204.18 → $1,011.90 · 3 have no matching rate” */
export function effectText({ changes, unmatched, totalBefore, totalAfter }: RuleEffect): string {
  const lacking =
    unmatched > 0
      ? ` · ${unmatched === 1 ? '1 has' : `${formatCount(unmatched)} have`} no matching rate`
      : '';
  if (changes === 0) return `No changes · total ${money(totalAfter)}${lacking}`;
  return `Changes ${counted(changes, 'shipment')} · total ${money(totalBefore)} → ${money(totalAfter)}${lacking}`;
}
