import type { PaidState, ShopOrderState } from '../../providers/order-sources/port.ts';

/** What an order file says about an order, as written there. Empty where it says nothing. */
interface WrittenStatuses {
  payment: string;
  status: string;
  shipping: string;
  shippedAt: string;
  canceledAt: string;
}

/** Words of stores. Everything else counts as open. */
const STATES = new Map<string, ShopOrderState>(
  Object.entries({
    open: 'new|open|paid|processing|pending|ready|ready to ship|awaiting shipment|awaiting fulfillment|unshipped|unfulfilled|not shipped|not fulfilled|no',
    partly_shipped: 'partial|partially shipped|partially fulfilled',
    shipped: 'shipped|complete|completed|fulfilled|delivered|closed|yes',
    cancelled: 'canceled|cancelled|refunded|void|voided|declined|deleted|restocked',
    on_hold: 'on hold|hold|onhold|fraud',
  } satisfies Record<ShopOrderState, string>).flatMap(([state, words]) =>
    words.split('|').map((word) => [word, state as ShopOrderState] as const),
  ),
);

/** Everything else counts as paid. */
const UNPAID = /^(?:pending|pending payment|unpaid|awaiting.*|expired|no|partially ?paid|failed|draft)$/;
const CANCELED = /^(?:cancell?ed|voided|refunded)$/;
/** The shipment is awaited, not the payment. */
const PAID = /^awaiting (?:shipment|fulfillment)$/;

const wordOf = (written: string) =>
  written
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Some files write zeros if there is no date. */
const isDate = (written: string) => /[1-9]/.test(written);

/** Whether a line of an order no longer needs a parcel. */
export const isLineShipped = (written: string): boolean => STATES.get(wordOf(written)) === 'shipped';

/** The columns for payment and shipping win. The order status is used where there is no such column. */
export function readStatuses(written: WrittenStatuses): { paid: PaidState; state: ShopOrderState } {
  const [payment, status, shipping] = [written.payment, written.status, written.shipping].map(wordOf) as [
    string,
    string,
    string,
  ];
  const isUnpaid = payment === '' ? UNPAID.test(status) && !PAID.test(status) : UNPAID.test(payment);
  const paid = isUnpaid ? 'no' : 'yes';
  const ofOrder = status === 'yes' ? 'open' : (STATES.get(status) ?? 'open');
  if (CANCELED.test(payment) || ofOrder === 'cancelled' || isDate(written.canceledAt))
    return { paid, state: 'cancelled' };
  if (ofOrder === 'on_hold') return { paid, state: 'on_hold' };
  if (shipping !== '') return { paid, state: STATES.get(shipping) ?? 'open' };
  return { paid, state: isDate(written.shippedAt) ? 'shipped' : ofOrder };
}
