import type { Actor } from '../../platform/actor.ts';
import { ago, type Clock, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AuditEvents, type AuditEventType, byActor } from './audit.events.ts';
import { hasEventSince } from './audit.store.ts';
import { recordEvent } from './record-event.ts';

const VISIT_MS = minutes(10);

/** Records a view once per visit, so that reading the audit log does not fill it. */
export async function noteView<T extends AuditEventType>(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  type: T,
  details: AuditEvents[T],
): Promise<void> {
  const since = ago(clock, VISIT_MS);
  if (await hasEventSince(db, actor.userId, type, details, since)) return;
  await recordEvent(db, clock, actor, {
    type,
    status: 'success',
    ...byActor(actor),
    details,
  });
}

/** The filters that have a value. */
export const given = (filters: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Record<string, string>;
