import type { Clock } from '../../platform/clock.ts';
import { type Database, type Trx, transaction } from '../../platform/db/database.ts';
import { anonymizeOldShipments, deleteLabels, type OldShipments } from './old-addresses.store.ts';

export interface OldAddressDeps {
  db: Database;
  clock: Clock;
  retention: { shipmentMonths: number | null };
  /** Erases copies of the addresses in the domains that this one does not import. */
  eraseCopies: (trx: Trx, shipmentIds: readonly string[]) => Promise<void>;
}

const PAGE_SIZE = 200;
const MAX_PAGES = 20;

/**
 * Erases names, addresses and labels of shipments after the retention period, once they are finished or no longer
 * tracked. Figures stay.
 */
export async function eraseOldAddresses(deps: OldAddressDeps, pageSize = PAGE_SIZE): Promise<number> {
  const { clock, retention } = deps;
  if (retention.shipmentMonths === null) return 0;
  const now = clock.now();
  const before = monthsBefore(now, retention.shipmentMonths);
  const old = { before, now, limit: pageSize };
  return (
    (await eraseOld(deps, { ...old, ended: 'finished' })) +
    (await eraseOld(deps, { ...old, ended: 'untracked' }))
  );
}

async function eraseOld(deps: OldAddressDeps, old: OldShipments): Promise<number> {
  let erased = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const count = await transaction(deps.db, async (trx) => {
      const ids = await anonymizeOldShipments(trx, old);
      if (ids.length === 0) return 0;
      await deleteLabels(trx, ids);
      await deps.eraseCopies(trx, ids);
      return ids.length;
    });
    erased += count;
    if (count < old.limit) break;
  }
  return erased;
}

function monthsBefore(time: Date, months: number): Date {
  const earlier = new Date(time);
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  return earlier;
}
