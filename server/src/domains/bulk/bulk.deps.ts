import type { PgNotifications } from '../../platform/db/pg-notifications.ts';
import type { CallBudget } from '../../platform/outgoing/call-budget.ts';
import type { AddressDeps } from '../addresses/validate-address.ts';
import type { LabelFileDeps } from '../shipments/label-file.ts';
import type { ShipmentDeps } from '../shipments/shipments.deps.ts';
import type { HistoryDeps } from '../shipments/show-history.ts';

export interface BulkDeps extends ShipmentDeps, AddressDeps, HistoryDeps, LabelFileDeps {
  /** Tells every process what changed, once it is committed. */
  notifications: PgNotifications;
  /** Turns of calls to the carrier, among all processes. */
  callBudget: CallBudget;
}

/** The channel on which changes of batches are told; the message is the batch's id. */
export const BATCH_CHANNEL = 'bulk_batches';

/** The channel on which work is announced; the message is its kind, or empty when it may be any. */
export const WORK_CHANNEL = 'bulk_work';
