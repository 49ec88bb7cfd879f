import { paginationOf } from '@lading/contract/paging.ts';
import type { PriceChangesAnswer, PriceChangesQuery } from '@lading/contract/price-changes.ts';
import type { Actor } from '../../platform/actor.ts';
import { findPriceChanges } from '../audit/find-price-changes.ts';
import { given, noteView } from '../audit/note-view.ts';
import type { PricingDeps } from './global-pricing.ts';

/** Who changed which commission, and when. */
export async function listPriceChanges(
  deps: PricingDeps,
  actor: Actor,
  { page, limit, clientId }: PriceChangesQuery,
): Promise<PriceChangesAnswer> {
  const { total, changes } = await findPriceChanges(deps.db, clientId || null, {
    offset: (page - 1) * limit,
    limit,
  });
  await noteView(deps, actor, 'VIEW_PRICE_HISTORY', {
    filters: given({ clientId }),
    pagination: { page, limit },
  });
  return {
    data: {
      changes: changes.map((change) => ({
        changeId: change.log_id,
        at: change.recorded_at.toISOString(),
        by: change.by,
        clientId: change.client_id,
        clientName: change.client_name,
        before: change.before,
        after: change.after,
      })),
      pagination: paginationOf(total, page, limit),
    },
  };
}
