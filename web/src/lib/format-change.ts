import { formatMoney } from '@lading/contract/money.ts';

/** +$182.40, −$0.50 or $0.00 */
export function formatChange(cents: number): string {
  if (cents === 0) return formatMoney(0);
  return `${cents > 0 ? '+' : '−'}${formatMoney(Math.abs(cents))}`;
}
