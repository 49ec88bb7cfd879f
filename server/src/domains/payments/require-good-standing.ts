import { formatMoney } from '@lading/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import { overdueCents } from '../balances/balance-standing.ts';
import type { PaymentDeps } from './payments.deps.ts';

/** A client who owes more than the credit limit, or whose debt is overdue, pays that before buying labels. */
export async function requireGoodStanding(
  { db, clock }: PaymentDeps,
  userId: string,
  spendableCents: number | null,
): Promise<void> {
  if (spendableCents === null) return;
  if (spendableCents < 0)
    throw new AppError('BALANCE_OVERDRAWN', {
      message: `You owe ${formatMoney(-spendableCents)} more than your credit limit. Please add funds to buy labels.`,
    });
  const overdue = await overdueCents(db, userId, clock.now());
  if (overdue > 0)
    throw new AppError('BALANCE_OVERDUE', {
      message: `${formatMoney(overdue)} is overdue. Please add funds to buy labels.`,
    });
}
