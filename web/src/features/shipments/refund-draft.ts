import { type AdminShipment, type RefundBody, RefundBodySchema } from '@lading/contract/admin-shipments.ts';
import { centsOf } from '@lading/contract/money.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { money } from './shipment-text.ts';

export interface RefundDraft {
  amount: string;
  reason: string;
  voidLabel: boolean;
}

/** Commas only where they group thousands: «8,41» is not eight hundred and forty-one. */
const PLAIN = /^\$?\s*(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

export function amountOf(text: string): number {
  const trimmed = text.trim();
  return PLAIN.test(trimmed) && /\d/.test(trimmed) ? Number(trimmed.replace(/[$,\s]/g, '')) : Number.NaN;
}

export const checkRefund = ({ amount, ...rest }: RefundDraft): Checked<RefundBody> =>
  checkBody(RefundBodySchema, { ...rest, amount: amountOf(amount) });

type Sums = Pick<AdminShipment, 'cost' | 'refunded' | 'refundable'>;

/** What can be given back, in one sentence. */
export function leftText({ cost, refunded, refundable }: Sums): string {
  if (refundable > 0 && refunded > 0)
    return `${money(refundable)} can still be refunded; ${money(refunded)} was refunded already.`;
  if (refundable > 0) return `Up to ${money(refundable)} can be refunded.`;
  if (refunded >= cost) return `All of it (${money(refunded)}) was refunded already.`;
  return 'Nothing of this shipment can be refunded here.';
}

/** Said while typing; it keeps nobody from asking the server. */
export function amountNote(text: string, { cost, refundable }: Sums): string | null {
  const cents = centsOf(amountOf(text));
  if (cents > centsOf(cost)) return `More than this shipment's cost (${money(cost)})`;
  if (cents > centsOf(refundable) && refundable > 0) return `More than is left (${money(refundable)})`;
  return null;
}
