import type { CommissionRule } from '@lading/contract/commission.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { formatMoney } from '@lading/contract/money.ts';

/** Formats a commission for display: `12.5%`, `$0.50` or `Global Rate`. */
export const formatCommission = (rule: CommissionRule | null): string => {
  if (!rule) return CLIENTS.globalRate;
  return rule.type === 'percentage' ? `${rule.value / 100}%` : formatMoney(rule.value);
};
