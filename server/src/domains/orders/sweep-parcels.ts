import { type Database, type Trx, transaction } from '../../platform/db/database.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { forEachPage } from '../../platform/for-each-page.ts';
import type { Log } from '../../platform/log.ts';
import { releaseDueOrders } from './hold-order.ts';
import {
  isReplaced,
  keepVoided,
  lockReportsOf,
  restoreReports,
  selectKeptParcels,
} from './kept-parcels.store.ts';
import {
  type EndedParcel,
  lockOutcomes,
  lockParcels,
  moveParcels,
  type ParcelMove,
  type RowOutcome,
  selectEndedParcels,
  selectOrdersOfParcels,
  selectParcelsOfRows,
  selectVoidedParcels,
} from './order-parcels.store.ts';
import { askForRecheck } from './order-rechecks.store.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import { refreshOrders } from './refresh-orders.ts';
import { insertReports, withdrawReports } from './reports-of-parcels.store.ts';
import { lockAndCount } from './saved-orders.store.ts';

type FollowDeps = SaveOrdersDeps & { db: Database; log: Log };

const PAGE_SIZE = 500;
/** A transaction does not hold the orders of a whole batch. */
const GROUP_SIZE = 250;

/** Records the outcomes of parcels: labels, failures, removed rows, voids and refused voids. Also releases orders whose hold has ended. */
export async function sweepParcels(deps: FollowDeps, pageSize = PAGE_SIZE): Promise<void> {
  const { db } = deps;
  const follow = (parcels: readonly EndedParcel[]) => followParcels(deps, parcels);
  await forEachPage((after) => selectEndedParcels(db, null, { after, limit: pageSize }), follow);
  await forEachPage((after) => selectVoidedParcels(db, { after, limit: pageSize }), follow);
  await forEachPage((after) => selectKeptParcels(db, { after, limit: pageSize }), follow);
  await releaseDueOrders(deps, pageSize);
}

/** The same for rows of a batch, right after they ended. Labels do not depend on it: the sweep repeats what failed. */
export async function followBatch(
  deps: FollowDeps,
  batchId: string,
  numbers?: readonly number[],
): Promise<void> {
  const parcels = numbers
    ? selectParcelsOfRows(deps.db, batchId, numbers)
    : selectEndedParcels(deps.db, batchId, { after: null, limit: PAGE_SIZE });
  await parcels
    .then((ended) => followParcels(deps, ended))
    .catch((error: unknown) =>
      deps.log.warn(
        { event: 'orders.batch_not_followed', err: error, batchId },
        'The orders of a batch were not updated; will retry',
      ),
    );
}

async function followParcels(
  deps: FollowDeps,
  parcels: readonly Pick<EndedParcel, 'id' | 'user_id'>[],
): Promise<void> {
  const groups = [...Map.groupBy(parcels, ({ user_id }) => user_id)].flatMap(([userId, own]) => {
    const ids = own.map(({ id }) => id);
    return Array.from({ length: Math.ceil(ids.length / GROUP_SIZE) }, (_, index) => ({
      userId,
      ids: ids.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
    }));
  });
  await forEachIsolated(
    groups,
    {
      onError: (error, { userId }) =>
        deps.log.warn(
          { event: 'orders.parcels_not_followed', err: error, userId },
          'The parcels of orders were not updated; will retry',
        ),
    },
    ({ userId, ids }) => transaction(deps.db, (trx) => follow(deps, trx, userId, ids)),
  );
}

/** Locks orders, parcels and rows, in this order everywhere, so that no two transactions block each other. */
async function follow(
  deps: FollowDeps,
  trx: Trx,
  userId: string,
  parcelIds: readonly string[],
): Promise<void> {
  const orderIds = await selectOrdersOfParcels(trx, parcelIds);
  await lockAndCount(trx, userId, orderIds);
  await lockParcels(trx, parcelIds);
  const outcomes = await lockOutcomes(trx, parcelIds);
  const now = deps.clock.now();
  const isRestored = await restoreKept(trx, outcomes, now);
  const moves = outcomes.flatMap((outcome) => moveOf(outcome) ?? []);
  if (moves.length === 0 && !isRestored) return;
  const movedTo = (state: ParcelMove['state']) => moves.filter((move) => move.state === state);
  await moveParcels(trx, moves, now);
  const bought = movedTo('bought');
  const voided = movedTo('voided').map(({ id }) => id);
  if (bought.length > 0) {
    await insertReports(
      trx,
      bought.filter(({ is_voided }) => !is_voided).map(({ id }) => id),
      now,
    );
    await askForRecheck(trx, userId);
  }
  if (voided.length > 0) await withdrawReports(trx, voided, now);
  await refreshOrders(deps, trx, userId, orderIds);
}

/**
 * A refused void makes the label valid again: its parcel counts as shipped, unless the client has planned or shipped its
 * pieces again. One by one, because two parcels may have had the same pieces. False if nothing changed.
 */
async function restoreKept(trx: Trx, outcomes: readonly RowOutcome[], now: Date): Promise<boolean> {
  let isRestored = false;
  for (const { id, state, is_voided, shipment_id } of outcomes) {
    if (state !== 'voided' || is_voided || (await lockReportsOf(trx, id))) continue;
    if (await isReplaced(trx, id)) {
      await keepVoided(trx, id);
      continue;
    }
    await moveParcels(trx, [{ id, state: 'bought', shipment_id, error: null }], now);
    await insertReports(trx, [id], now);
    await restoreReports(trx, id, now);
    isRestored = true;
  }
  return isRestored;
}

function moveOf(outcome: RowOutcome): ParcelMove | null {
  const { id, state, is_voided, shipment_id, row_status, removed, discarded } = outcome;
  const labeled = { id, shipment_id, is_voided, error: null };
  if (state === 'bought') return is_voided ? { ...labeled, state: 'voided' } : null;
  if (state !== 'in_batch') return null;
  if (row_status === 'label_generated') return { ...labeled, state: 'bought' };
  const released = { id, state: 'released' as const, shipment_id: null };
  if (row_status === 'label_failed') return { ...released, error: outcome.error };
  return removed || discarded ? { ...released, error: null } : null;
}
