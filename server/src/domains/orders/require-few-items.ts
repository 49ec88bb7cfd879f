import { formatCount } from '@lading/contract/format-count.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import { countItems } from './order-list.store.ts';

/** Items of the orders of one call. Far more than usual orders have. */
export const MAX_ITEMS = {
  /** All of them are in memory at the same time. */
  ship: 100_000,
  /** Drawing them takes a few seconds. */
  print: 20_000,
} as const;

/** Before whole orders are read: an order may have hundreds of items. */
export async function requireFewItems(
  db: Handle,
  userId: string,
  orderIds: readonly string[],
  max: number,
): Promise<void> {
  if ((await countItems(db, userId, orderIds)) <= max) return;
  throw new AppError('BAD_REQUEST', {
    message: `These orders have more than ${formatCount(max)} items. Please select fewer orders.`,
  });
}
