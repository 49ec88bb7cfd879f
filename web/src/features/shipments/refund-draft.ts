import { type AdminShipment, type RefundBody, RefundBodySchema } from '@lading/contract/admin-shipments.ts';
import { centsOf } from '@lading/contract/money.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { COPY } from './copy.ts';
import { money } from './shipment-text.ts';

export interface RefundDraft {
  amount: string;
  reason: string;
  voidLabel: boolean;
}

/** Accepts commas only as thousands separators: 8,41 is not 841. */
const PLAIN = /^\$?\s*(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

export function amountOf(text: string): number {
  const trimmed = text.trim();
  return PLAIN.test(trimmed) && /\d/.test(trimmed) ? Number(trimmed.replace(/[$,\s]/g, '')) : Number.NaN;
}

export const checkRefund = ({ amount, ...rest }: RefundDraft): Checked<RefundBody> =>
  checkBody(RefundBodySchema, { ...rest, amount: amountOf(amount) });

type Sums = Pick<AdminShipment, 'cost' | 'refunded' | 'refundable'>;

/** How much can be refunded. */
export function leftText({ cost, refunded, refundable }: Sums): string {
  if (refundable > 0 && refunded > 0) return COPY.refundableRest(money(refundable), money(refunded));
  if (refundable > 0) return COPY.refundable(money(refundable));
  if (refunded >= cost) return COPY.fullyRefunded(money(refunded));
  return COPY.notRefundable;
}

/** A warning while the user types. The server makes the final check. */
export function amountNote(text: string, { cost, refundable }: Sums): string | null {
  const cents = centsOf(amountOf(text));
  if (cents > centsOf(cost)) return COPY.moreThanCost(money(cost));
  if (cents > centsOf(refundable) && refundable > 0) return COPY.moreThanLeft(money(refundable));
  return null;
}
