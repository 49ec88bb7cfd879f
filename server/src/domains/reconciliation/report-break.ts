import type { Clock } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { BreakKind } from './break-kinds.ts';

/** Kept once per object, for the operator's eyes, until it is mended. */
export async function reportBreak(
  { db, clock, log }: { db: Handle; clock: Clock; log: Log },
  kind: BreakKind,
  objectId: string,
  detail: string,
): Promise<void> {
  log.error({ kind, objectId, detail }, 'something does not add up');
  const now = clock.now();
  await db
    .insertInto('breaks')
    .values({ kind, object_id: objectId, detail, first_seen_at: now, last_seen_at: now, resolved_at: null })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'object_id']).doUpdateSet({ detail, last_seen_at: now, resolved_at: null }),
    )
    .execute();
}
