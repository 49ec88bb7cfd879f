import { type Database, transaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import {
  claimRecheck,
  extendRecheck,
  finishRecheck,
  type Recheck,
  releaseRecheck,
  selectOpenOrders,
} from './order-rechecks.store.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import type { OrderTimings } from './orders.timings.ts';
import { refreshOrders } from './refresh-orders.ts';

interface RecheckDeps extends SaveOrdersDeps {
  db: Database;
  log: Log;
  timings: Pick<OrderTimings, 'recheckLeaseMs'>;
  isDraining: () => boolean;
}

const PAGE_SIZE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Checks the open orders of clients whose product list, address or last parcels changed: each client once, by one process. */
export async function recheckOrders(deps: RecheckDeps): Promise<void> {
  const { db, log, timings } = deps;
  const seen: string[] = [];
  while (!deps.isDraining()) {
    const recheck = await claimRecheck(db, seen, timings.recheckLeaseMs);
    if (!recheck) return;
    const { user_id: userId } = recheck;
    seen.push(userId);
    try {
      await recheckClient(deps, recheck);
    } catch (err) {
      // The claim stays, so that the client waits a little.
      log.warn(
        { event: 'orders.not_rechecked', err, userId },
        'The open orders of a client were not checked; will retry',
      );
    }
  }
}

async function recheckClient(deps: RecheckDeps, recheck: Recheck): Promise<void> {
  const { db, timings } = deps;
  for (let after = FIRST_ID; ; ) {
    const ids = await selectOpenOrders(db, recheck, after, PAGE_SIZE);
    await transaction(db, (trx) => refreshOrders(deps, trx, recheck.user_id, ids));
    const last = ids.at(-1);
    if (!last || ids.length < PAGE_SIZE) break;
    if (deps.isDraining()) return releaseRecheck(db, recheck);
    await extendRecheck(db, recheck, timings.recheckLeaseMs);
    after = last;
  }
  await finishRecheck(db, recheck);
}
