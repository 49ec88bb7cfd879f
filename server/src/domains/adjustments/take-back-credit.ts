import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { awaitedVoidsSince } from './adjustments.timings.ts';
import { bookAll } from './book-adjustments.ts';
import { selectCreditInvoice } from './carrier-invoices.store.ts';
import { findDifference } from './find-difference.ts';
import { ABSORBED } from './plan-outcome.ts';
import { lockBooking, lockClients, selectBills } from './shipment-bills.store.ts';

/** Before a void is booked: until the transaction ends, no credit is booked that `takeBackCredit` would miss. */
export async function holdAdjustments(trx: Trx, shipmentId: string): Promise<void> {
  await lockBooking(trx);
  await lockClients(trx, [shipmentId]);
}

/**
 * After a void is booked: if the carrier's credit for the label was booked before, it is now in the ledger twice. An adjustment
 * takes the earlier one back. The operator pays it, because the client must not pay for a void.
 */
export async function takeBackCredit(
  trx: Trx,
  deps: Pick<AdjustmentDeps, 'clock' | 'log'>,
  shipmentId: string,
): Promise<void> {
  const [bill] = await selectBills(trx, [shipmentId], awaitedVoidsSince(deps.clock));
  const difference = bill && findDifference(bill, []);
  if (!difference) return;
  const invoiceId = await selectCreditInvoice(trx, shipmentId);
  if (invoiceId === undefined) return;
  await bookAll(trx, deps, invoiceId, [{ id: newId(), planned: { bill, ...difference, ...ABSORBED } }]);
}
