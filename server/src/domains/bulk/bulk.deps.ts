import type { Trx } from '../../platform/db/database.ts';
import type { PgNotifications } from '../../platform/db/pg-notifications.ts';
import type { CallBudget } from '../../platform/outgoing/call-budget.ts';
import type { AddressDeps } from '../addresses/validate-address.ts';
import type { LabelFileDeps } from '../shipments/label-file.ts';
import type { ShipmentDeps } from '../shipments/shipments.deps.ts';
import type { HistoryDeps } from '../shipments/show-history.ts';
import type { BulkTimings } from './bulk.timings.ts';
import type { ListenerSlots } from './listener-slots.ts';

export interface BulkDeps extends ShipmentDeps, AddressDeps, HistoryDeps, LabelFileDeps {
  /** Notifications from other processes, through the database. */
  notifications: PgNotifications;
  /** Paces calls to the label provider across all processes. */
  callBudget: CallBudget;
  listenerSlots: ListenerSlots;
  timings: BulkTimings & ShipmentDeps['timings'];
  /** Called before rows are restored, retried or edited. Refuses rows of orders that another batch has taken since. */
  reclaimRows: (trx: Trx, batchId: string, numbers: readonly number[]) => Promise<void>;
  /** Called after rows got a label, failed or were removed; without numbers after a batch was discarded. Nothing depends on it. */
  rowsEnded: (batchId: string, numbers?: readonly number[]) => Promise<void>;
}

/** The `source` of a batch that was made from orders. */
export const ORDERS_SOURCE = 'orders';
/** The `source` of a batch that was made from an API call. It is not shown among the uploads. */
export const API_SOURCE = 'api';

/** Announces changed batches. The message is the batch ID. */
export const BATCH_CHANNEL = 'bulk_batches';

/** Announces queued work. The message is the kind of work, or empty for any kind. */
export const WORK_CHANNEL = 'bulk_work';
