import { API } from '@lading/contract/routes.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import type { DeletionNotices, WebhookRequest } from '../../providers/order-sources/port.ts';
import { refreshErased } from './erase-orders.ts';
import { anonymizeOrdersOfBuyer } from './erased-orders.store.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';

const KIND = 'ebay';

function noticesOf({ orderSources }: OrderSourceDeps): DeletionNotices {
  const { deletionNotices } = orderSources.adapters[KIND];
  if (!deletionNotices) throw new AppError('NOT_FOUND');
  return deletionNotices;
}

/** eBay asks before it sends notices to an address. */
export const answerDeletionChallenge = (deps: OrderSourceDeps, code: string): string =>
  noticesOf(deps).answerChallenge(code, `${deps.publicUrl()}${API.ebayDeletionNotices}`);

/** Erases what the orders of all clients contain about a buyer who deleted their account. */
export async function receiveDeletionNotice(
  deps: OrderSourceDeps,
  request: WebhookRequest,
  caller: string,
): Promise<void> {
  const { db, clock, log } = deps;
  const names = await verifiedNames(deps, request, caller);
  if (names.length === 0) return;
  const erased = await transaction(db, async (trx) => {
    const orders = await anonymizeOrdersOfBuyer(trx, { kind: KIND, names, now: clock.now() });
    await refreshErased(deps, trx, orders);
    return orders.length;
  });
  log.info({ event: 'orders.buyer_erased', kind: KIND, orders: erased }, 'Erased a buyer’s data from orders');
}

async function verifiedNames(
  deps: OrderSourceDeps,
  request: WebhookRequest,
  caller: string,
): Promise<string[]> {
  const notices = noticesOf(deps);
  try {
    return await notices.readNotice(request, caller);
  } catch (cause) {
    const isRefused = deps.orderSources.problemOf(cause)?.kind === 'refused';
    throw new AppError(isRefused ? 'NOTICE_REFUSED' : 'ORDER_SOURCE_UNREACHABLE', { cause });
  }
}
