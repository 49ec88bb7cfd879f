import { type Database, transaction } from '../../platform/db/database.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import type { Log } from '../../platform/log.ts';
import { deleteRecheck, type Recheck, selectOpenOrders, selectRechecks } from './order-rechecks.store.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import { refreshOrders } from './refresh-orders.ts';

interface RecheckDeps extends SaveOrdersDeps {
  db: Database;
  log: Log;
  isDraining: () => boolean;
}

const CLIENTS_PER_SWEEP = 50;
const PAGE_SIZE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Checks the open orders of clients whose product list, address or last parcels changed. */
export async function recheckOrders(deps: RecheckDeps): Promise<void> {
  await forEachIsolated(
    await selectRechecks(deps.db, CLIENTS_PER_SWEEP),
    {
      onError: (error, { user_id: userId }) =>
        deps.log.warn(
          { event: 'orders.not_rechecked', err: error, userId },
          'The open orders of a client were not checked; will retry',
        ),
    },
    async (recheck) => {
      if (!deps.isDraining()) await recheckClient(deps, recheck);
    },
  );
}

async function recheckClient(deps: RecheckDeps, recheck: Recheck): Promise<void> {
  for (let after = FIRST_ID; ; ) {
    const ids = await selectOpenOrders(deps.db, recheck, after, PAGE_SIZE);
    await transaction(deps.db, (trx) => refreshOrders(deps, trx, recheck.user_id, ids));
    const last = ids.at(-1);
    if (!last || ids.length < PAGE_SIZE) break;
    after = last;
  }
  await deleteRecheck(deps.db, recheck);
}
