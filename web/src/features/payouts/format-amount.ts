import { decimalsOf } from '@lading/contract/minor-units.ts';

/** A payout may be in another currency than the rest of Lading. Browsers may round what the payment provider does not, such as HUF. */
export function formatAmount(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}
