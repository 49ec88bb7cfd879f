import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { StoredSource } from './order-sources.deps.ts';
import { lockOwnSource, selectOwnSource } from './order-sources.store.ts';

/** The client's own source, unless it is disconnected. */
export const findSource = async (db: Handle, actor: Actor, id: string): Promise<StoredSource> =>
  known(await selectOwnSource(db, actor.userId, id));

/** The same, for changes that follow from what is stored. */
export const lockSource = async (trx: Trx, actor: Actor, id: string): Promise<StoredSource> =>
  known(await lockOwnSource(trx, actor.userId, id));

function known(source: StoredSource | undefined): StoredSource {
  if (!source) throw new AppError('ORDER_SOURCE_NOT_FOUND');
  return source;
}
