import type { PayoutStatus } from '../../providers/payments/port.ts';

const ENDED: ReadonlySet<PayoutStatus> = new Set(['failed', 'canceled']);

/**
 * The status to store. The lists of two reads may arrive in the wrong order: a paid payout can still fail, and a failed
 * or canceled one stays so.
 */
export function nextStatus(stored: PayoutStatus | null, read: PayoutStatus): PayoutStatus {
  if (stored === null) return read;
  if (ENDED.has(stored)) return stored;
  return stored === 'paid' && !ENDED.has(read) ? 'paid' : read;
}
