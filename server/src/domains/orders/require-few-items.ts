import { formatCount } from '@lading/contract/format-count.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import { countItems } from './order-list.store.ts';

/** All of them are in memory at the same time. Far more than ten thousand usual orders have. */
const MAX_ITEMS = 100_000;

/** Before whole orders are read: an order may have hundreds of items. */
export async function requireFewItems(
  db: Handle,
  userId: string,
  orderIds: readonly string[],
): Promise<void> {
  if ((await countItems(db, userId, orderIds)) <= MAX_ITEMS) return;
  throw new AppError('BAD_REQUEST', {
    message: `These orders have more than ${formatCount(MAX_ITEMS)} items. Please select fewer orders.`,
  });
}
