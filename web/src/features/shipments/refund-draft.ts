import { type AdminShipment, type RefundBody, RefundBodySchema } from '@lading/contract/admin-shipments.ts';
import { centsOf } from '@lading/contract/money.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { typedNumber } from '../../lib/plain-number.ts';
import { COPY } from './copy.ts';
import { money } from './shipment-text.ts';

export interface RefundDraft {
  amount: string;
  reason: string;
  voidLabel: boolean;
}

export const checkRefund = ({ amount, ...rest }: RefundDraft): Checked<RefundBody> =>
  checkBody(RefundBodySchema, { ...rest, amount: typedNumber(amount) });

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
  const cents = centsOf(typedNumber(text));
  if (cents > centsOf(cost)) return COPY.moreThanCost(money(cost));
  if (cents > centsOf(refundable) && refundable > 0) return COPY.moreThanLeft(money(refundable));
  return null;
}
