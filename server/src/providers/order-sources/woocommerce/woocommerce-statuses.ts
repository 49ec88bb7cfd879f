import type { PaidState, ShopOrderState } from '../port.ts';

/** Statuses of WooCommerce, and those that the common tracking plug-ins add. */
const STATES: Readonly<Record<string, ShopOrderState>> = {
  processing: 'open',
  pending: 'open',
  failed: 'open',
  'checkout-draft': 'open',
  'on-hold': 'on_hold',
  completed: 'shipped',
  shipped: 'shipped',
  delivered: 'shipped',
  'partial-shipped': 'partly_shipped',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  trash: 'cancelled',
};

/** The buyer has not paid, or the payment failed later: WooCommerce keeps the date of an earlier payment. */
const UNPAID: readonly string[] = ['pending', 'failed', 'checkout-draft'];

/**
 * For the first import. An order that waits for payment is read when that changes. A store refuses statuses
 * that none of its plug-ins has added, so these are WooCommerce's own.
 */
export const WAITING_STATUSES = 'processing,on-hold';
/** Paid and waiting for shipment. */
export const OPEN_STATUS = 'processing';

/**
 * An order with an unknown status waits until a person decides: only WooCommerce's own statuses mean "ship
 * it".
 */
export const stateOf = (status: string): ShopOrderState => STATES[status] ?? 'on_hold';

/** Shown with the order, so that the merchant sees why it waits. */
export const tagsOf = (status: string): string[] => (status in STATES ? [] : [`Status: ${status}`]);

/**
 * With cash on delivery the store ships before it is paid; nothing in WooCommerce says when the money arrives.
 */
export function paidStateOf(order: {
  status: string;
  date_paid_gmt?: string | null | undefined;
  payment_method: string;
}): PaidState {
  if (UNPAID.includes(order.status)) return 'no';
  if (order.date_paid_gmt) return 'yes';
  if (order.status === 'on-hold') return 'no';
  if (order.payment_method === 'cod' || !(order.status in STATES)) return 'unknown';
  return 'yes';
}
