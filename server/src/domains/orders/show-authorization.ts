import type { AuthorizationRefusal } from '@lading/contract/orders/authorize-source.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { selectOwnAuthorization } from './order-authorizations.store.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';

/** The outcome of a sign-in at a store, while the browser waits for the store's key. */
export async function showAuthorization(
  { db, clock }: Pick<OrderSourceDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
) {
  const stored = await selectOwnAuthorization(db, actor.userId, id);
  if (!stored) throw new AppError('NOT_FOUND');
  const { outcome, connected_id: sourceId } = stored;
  if (outcome === 'connected') return { state: outcome, sourceId, refusal: null };
  const expired: AuthorizationRefusal | null = stored.expires_at <= clock.now() ? 'expired' : null;
  const refusal = stored.refusal ?? expired;
  return { state: refusal ? ('refused' as const) : ('waiting' as const), sourceId: null, refusal };
}
