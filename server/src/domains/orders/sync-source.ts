import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import type { Actor } from '../../platform/actor.ts';
import { transaction } from '../../platform/db/database.ts';
import { findSource } from './find-source.ts';
import { showSource } from './list-sources.ts';
import { wakeReports } from './order-reports.store.ts';
import { adapterOf, type OrderSourceDeps, type StoredSource } from './order-sources.deps.ts';
import { readSoon } from './order-sources.store.ts';

/** Reads the store at the next sweep. A source that the store refused is tried again. */
export async function syncSource(deps: OrderSourceDeps, actor: Actor, id: string): Promise<OrderSourceView> {
  await transaction(deps.db, async (trx) => {
    const source = await findSource(trx, actor, id);
    if (!isReadable(deps, source)) return;
    await readSoon(trx, id);
    await wakeReports(trx, id);
  });
  return showSource(deps, actor, id);
}

const isReadable = ({ orderSources }: OrderSourceDeps, { kind, state }: StoredSource): boolean =>
  adapterOf(orderSources, kind) !== null && state !== 'paused';
