import type { OrderProblem } from '@lading/contract/orders/orders.ts';
import { mayBeShippedByUs, openItems, type ReportedPieces } from './count-pieces.ts';
import type { StoredOrder } from './saved-orders.store.ts';

/** Problems that a new label solves, or that concern an earlier parcel. */
const NOT_IN_THE_WAY = new Set<OrderProblem['code']>([
  'label_failed',
  'report_refused',
  'report_not_withdrawn',
  'changed_after_label',
]);

/** A problem of an earlier parcel takes precedence in the status, so the status does not say that the rest must wait. */
function isBlocked(
  { shop_state, report_counts_for, nothing_to_ship, paid, hold_reason }: StoredOrder,
  pieces: readonly ReportedPieces[],
): boolean {
  if (shop_state === 'cancelled' || shop_state === 'on_hold') return true;
  if (shop_state === 'shipped' && !mayBeShippedByUs(pieces, report_counts_for)) return true;
  return nothing_to_ship !== null || paid === 'no' || paid === 'partly' || hold_reason !== null;
}

/** Whether what remains of an order can be shipped now. */
export function isShippable(order: StoredOrder, pieces: readonly ReportedPieces[]): boolean {
  const { status, problems, items } = order;
  if (status !== 'ready' && status !== 'attention') return false;
  if (isBlocked(order, pieces) || openItems(items, pieces).length === 0) return false;
  return problems.every(({ code }) => NOT_IN_THE_WAY.has(code));
}
