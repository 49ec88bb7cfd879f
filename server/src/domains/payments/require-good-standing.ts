import { formatMoney } from '@lading/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import { overdueCents } from '../balances/balance-standing.ts';
import type { PaymentDeps } from './payments.deps.ts';

interface Money {
  /** Balance and credit; null for a client without a balance. */
  spendable_cents: number | null;
  /** What open payments hold of the balance. */
  held_cents: number;
}

/**
 * A client who owes more than the credit limit, or whose debt is overdue, pays that before buying labels. Money held
 * by open payments is not a debt: it is released or pays for a label.
 */
export async function requireGoodStanding(
  { db, clock }: PaymentDeps,
  userId: string,
  { spendable_cents: spendable, held_cents: held }: Money,
): Promise<void> {
  if (spendable === null) return;
  const left = spendable + held;
  if (left < 0)
    throw new AppError('BALANCE_OVERDRAWN', {
      message: `You owe ${formatMoney(-left)} more than your credit limit. Please add funds to buy labels.`,
    });
  const overdue = await overdueCents(db, userId, clock.now());
  if (overdue > 0)
    throw new AppError('BALANCE_OVERDUE', {
      message: `${formatMoney(overdue)} is overdue. Please add funds to buy labels.`,
    });
}
