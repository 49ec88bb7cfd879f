import type { Trx } from '../../../platform/db/database.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';

export interface CatchUpDeps extends ShipmentDeps {
  /** Called in the transaction that takes a payout from the balance. */
  onPaidOut: (trx: Trx, userId: string) => Promise<void>;
}
