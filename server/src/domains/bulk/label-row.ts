import { AppError } from '../../platform/app-error.ts';
import { checkGracePeriod } from '../payments/spend-payment.ts';
import { findQuote } from '../pricing/quotes.ts';
import { buyQuote } from '../shipments/buy-label.ts';
import { FAILURE_REASONS, type FailureReason } from '../shipments/failure-reasons.ts';
import { labelStatusOf } from '../shipments/shipments.states.ts';
import { describeFailure } from '../shipments/show-transaction.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { ClaimedRow } from './bulk-row-work.store.ts';
import type { LabelResult } from './bulk-rows.store.ts';

/** A row's result, with the reason that decides what happens to the rest of its batch. */
export interface LabelOutcome extends LabelResult {
  reason: Extract<FailureReason, 'account_inactive'> | null;
}

/** Buys the label that a row paid for. Returns null while the purchase is still in progress. */
export async function labelRow(deps: BulkDeps, row: ClaimedRow): Promise<LabelOutcome | null> {
  const { number, user_id: userId, selected } = row;
  if (!selected) throw new Error(`row ${number} of batch ${row.batch_id} has no selected quote`);
  const failed = (
    error: string,
    shipmentId: string | null,
    reason: LabelOutcome['reason'] = null,
  ): LabelOutcome => ({ number, status: 'label_failed', error, shipment_id: shipmentId, reason });
  try {
    const quote = await findQuote(deps.db, userId, selected);
    // A started purchase is finished for any account; an inactive account starts no new one.
    if (!row.active && quote.consumed_by === null)
      return failed(FAILURE_REASONS.account_inactive, null, 'account_inactive');
    const { payment } = row;
    if (!payment) throw new Error(`row ${number} of batch ${row.batch_id} has no payment`);
    if (quote.consumed_by === null) checkGracePeriod(deps.clock.now(), quote.expires_at, payment);
    const shipment = await buyQuote(deps, quote, {
      quoteId: selected,
      paymentId: payment.id,
      notes: row.cells.order_ref?.slice(0, 500),
    });
    const labelStatus = labelStatusOf(shipment.state);
    if (labelStatus === 'processing') return null;
    if (labelStatus === 'ready')
      return { number, status: 'label_generated', error: null, shipment_id: shipment.id, reason: null };
    return failed(await describeFailure(deps, shipment.id), shipment.id);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return failed(error.message, null);
    throw error;
  }
}
