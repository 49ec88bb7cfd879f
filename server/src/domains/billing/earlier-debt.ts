import { isWriteOff } from './make-statement.ts';
import type { MonthFacts } from './month-facts.ts';

/** Money that the client paid in. Refunds, adjustments and credits correct invoices instead. */
const PAYMENTS: ReadonlySet<MonthFacts['entries'][number]['kind']> = new Set([
  'top_up',
  'deposit',
  'dispute',
  'payout',
]);

/**
 * What was left of the debt from before the month when each write-off was booked, by the ID of its entry. Payments and
 * write-offs settle the oldest debt first. What open payments held at the start of the month was no debt.
 */
export function earlierDebtAtWriteOffs({
  openingCents,
  openingHeldCents,
  entries,
}: Pick<MonthFacts, 'openingCents' | 'openingHeldCents' | 'entries'>): Map<number, number> {
  let owed = Math.max(0, -openingCents - openingHeldCents);
  const left = new Map<number, number>();
  for (const { id, kind, reason_key: key, cents } of entries) {
    if (isWriteOff(key)) left.set(id, owed);
    else if (!PAYMENTS.has(kind) || cents < 0) continue;
    owed = Math.max(0, owed - cents);
  }
  return left;
}
