import type { Product, ProductBody } from '@lading/contract/products.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
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
  /** The client's products by the given SKU, upper and lower case alike. */
  findProductsBySku: (
    db: Handle,
    userId: string,
    skus: readonly string[],
  ) => Promise<ReadonlyMap<string, Product>>;
  /** Adds products, or replaces those with the same SKU. */
  saveProducts: (trx: Trx, userId: string, products: readonly ProductBody[]) => Promise<void>;
  timings: BulkTimings & ShipmentDeps['timings'];
}

/** Announces changed batches. The message is the batch id. */
export const BATCH_CHANNEL = 'bulk_batches';

/** Announces queued work. The message is the kind of work, or empty for any kind. */
export const WORK_CHANNEL = 'bulk_work';
