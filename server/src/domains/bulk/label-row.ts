import { AppError } from '../../platform/app-error.ts';
import { cutTo } from '../../platform/cut-to.ts';
import { groupCalls } from '../../platform/grouped-calls.ts';
import { checkGracePeriod } from '../payments/spend-payment.ts';
import { type FoundQuote, findQuote, findQuotes } from '../pricing/quotes.ts';
import { buyQuote } from '../shipments/buy-label.ts';
import { FAILURE_REASONS, type FailureReason } from '../shipments/failure-reasons.ts';
import { groupedWriter } from '../shipments/purchase-writer.ts';
import { labelStatusOf } from '../shipments/shipments.states.ts';
import { describeFailure } from '../shipments/show-transaction.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { ClaimedRow } from './bulk-row-work.store.ts';
import type { LabelResult } from './bulk-rows.store.ts';
import { orderRefOf } from './order-ref.ts';

/** A row's result, with the reason that decides what happens to the rest of its batch. */
export interface LabelOutcome extends LabelResult {
  reason: Extract<FailureReason, 'account_inactive'> | null;
}

/** Shared by all rows of a lane, so that rows at the same step share a statement. */
interface LabelWork {
  deps: BulkDeps;
  findQuote(quote: { userId: string; quoteId: string }): Promise<FoundQuote>;
}

const MAX_GROUP = 50;
/** The database allows as many characters in notes and references. */
const MAX_ORDER_REF = 500;

export const labelWork = (deps: BulkDeps): LabelWork => ({
  deps: { ...deps, purchases: groupedWriter(deps) },
  findQuote: groupCalls({
    maxSize: MAX_GROUP,
    one: ({ userId, quoteId }) => findQuote(deps.db, userId, quoteId),
    all: async (wanted) => {
      const userId = wanted[0]?.userId ?? '';
      if (wanted.some((other) => other.userId !== userId)) return null;
      const quoteIds = wanted.map(({ quoteId }) => quoteId);
      const found = new Map((await findQuotes(deps.db, userId, quoteIds)).map((quote) => [quote.id, quote]));
      const quotes = quoteIds.flatMap((id) => found.get(id) ?? []);
      return quotes.length === wanted.length ? quotes : null;
    },
  }),
});

/** Buys the label that a row paid for. Returns null while the purchase is still in progress. */
export async function labelRow(work: LabelWork, row: ClaimedRow): Promise<LabelOutcome | null> {
  const { deps } = work;
  const { number, user_id: userId, selected } = row;
  if (!selected) throw new Error(`row ${number} of batch ${row.batch_id} has no selected quote`);
  const failed = (
    error: string,
    shipmentId: string | null,
    reason: LabelOutcome['reason'] = null,
  ): LabelOutcome => ({ number, status: 'label_failed', error, shipment_id: shipmentId, reason });
  try {
    const quote = await work.findQuote({ userId, quoteId: selected });
    // A started purchase is finished for any account; an inactive account starts no new one.
    if (!row.active && quote.consumed_by === null)
      return failed(FAILURE_REASONS.account_inactive, null, 'account_inactive');
    const { payment } = row;
    if (!payment) throw new Error(`row ${number} of batch ${row.batch_id} has no payment`);
    if (quote.consumed_by === null) checkGracePeriod(deps.clock.now(), quote.expires_at, payment);
    const orderRef = cutTo(MAX_ORDER_REF, orderRefOf(row.cells) ?? '');
    const shipment = await buyQuote(deps, quote, {
      quoteId: selected,
      paymentId: payment.id,
      notes: orderRef,
      reference: orderRef,
      wait: false,
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
