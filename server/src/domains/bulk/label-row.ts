import { AppError } from '../../platform/app-error.ts';
import { checkGracePeriod } from '../payments/spend-payment.ts';
import { findQuote } from '../pricing/quotes.ts';
import { buyQuote } from '../shipments/buy-label.ts';
import { labelStatusOf } from '../shipments/shipments.states.ts';
import { whyThereIsNoLabel } from '../shipments/show-transaction.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { LabelledRow } from './bulk-rows.store.ts';
import type { ClaimedRow } from './bulk-work.store.ts';

export const NOT_ACTIVE = 'The account is not active.';

/** Buys what a row was paid for; null while nobody knows the end yet. */
export async function labelRow(deps: BulkDeps, row: ClaimedRow): Promise<LabelledRow | null> {
  const { number, user_id: userId, selected } = row;
  if (!selected) throw new Error(`row ${number} of batch ${row.batch_id} has nothing to buy`);
  const failed = (error: string, shipmentId: string | null): LabelledRow => ({
    number,
    status: 'label_failed',
    error,
    shipment_id: shipmentId,
  });
  try {
    const quote = await findQuote(deps.db, userId, selected);
    // What was begun is finished for everybody; nothing new begins for an account that is closed.
    if (!row.active && quote.consumed_by === null) return failed(NOT_ACTIVE, null);
    const { payment } = row;
    if (!payment) throw new Error(`row ${number} of batch ${row.batch_id} is to be bought without a payment`);
    if (quote.consumed_by === null) checkGracePeriod(deps.clock.now(), quote.expires_at, payment);
    const shipment = await buyQuote(deps, quote, {
      quoteId: selected,
      paymentId: payment.id,
      notes: row.cells.order_ref?.slice(0, 500),
    });
    const labelStatus = labelStatusOf(shipment.state);
    if (labelStatus === 'processing') return null;
    if (labelStatus === 'ready')
      return { number, status: 'label_generated', error: null, shipment_id: shipment.id };
    return failed(await whyThereIsNoLabel(deps, shipment.id), shipment.id);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return failed(error.message, null);
    throw error;
  }
}
