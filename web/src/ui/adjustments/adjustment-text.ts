import { ADJUSTMENT_REASON_NAMES, type AdjustmentReason } from '@lading/contract/adjustment-reasons.ts';
import type { AdjustmentPolicy } from '@lading/contract/adjustments.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { COPY } from './copy.ts';

/** '$3.20', or '$3.20 credit' for a negative amount. */
export const amountText = (cents: number): string =>
  cents < 0 ? COPY.credit(formatMoney(-cents)) : formatMoney(cents);

/** A reason from a newer server is shown unchanged. */
export const reasonName = (reason: string): string =>
  ADJUSTMENT_REASON_NAMES[reason as AdjustmentReason] ?? reason;

const optional = (cents: number) => (cents > 0 ? formatMoney(cents) : null);

/** 'The client pays adjustments above $0.50, with a fee of $1.00.' */
export const policyText = ({ mode, threshold, fee }: AdjustmentPolicy): string =>
  mode === 'absorb' ? COPY.policy.absorbed : COPY.policy.passedOn(optional(threshold), optional(fee));
