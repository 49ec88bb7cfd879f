import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { StoredSource } from './order-sources.deps.ts';
import { selectOwnSource } from './order-sources.store.ts';

/** The client's own source, unless it is disconnected. */
export async function findSource(db: Handle, actor: Actor, id: string): Promise<StoredSource> {
  const source = await selectOwnSource(db, actor.userId, id);
  if (!source) throw new AppError('ORDER_SOURCE_NOT_FOUND');
  return source;
}
