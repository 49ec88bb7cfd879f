import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { awaitedVoidsSince } from './adjustments.timings.ts';
import { bookInvoice } from './book-adjustments.ts';
import { selectInvoicesToBook } from './carrier-invoices.store.ts';

const PAGE_SIZE = 20;

/** Books what an import left unbooked: it was interrupted, or a void was not confirmed yet. */
export async function sweepAdjustments(
  deps: Pick<AdjustmentDeps, 'db' | 'clock' | 'log' | 'jobs' | 'balanceSpent'>,
): Promise<void> {
  const onError = (err: unknown, invoiceId: string) =>
    deps.log.warn(
      { event: 'adjustments.sweep_failed', err, invoiceId },
      'The adjustments of an invoice could not be booked; will retry',
    );
  const invoices = await selectInvoicesToBook(deps.db, {
    limit: PAGE_SIZE,
    voidsSince: awaitedVoidsSince(deps.clock),
  });
  await forEachIsolated(invoices, { onError }, async (invoiceId) => {
    await bookInvoice(deps, invoiceId);
  });
}
