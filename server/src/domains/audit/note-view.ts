import type { Role } from '@lading/contract/constants.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AuditEvents, AuditEventType, Origin } from './audit.events.ts';
import { hasEventSince } from './audit.store.ts';
import { recordEvent } from './record-event.ts';

export interface Actor extends Origin {
  userId: string;
  role: Role;
}

/** Looking at the same thing again within some minutes is one visit, or the record would fill with its own readers. */
export async function noteView<T extends AuditEventType>(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  type: T,
  details: AuditEvents[T],
): Promise<void> {
  const since = later(clock.now(), -minutes(10));
  if (await hasEventSince(db, actor.userId, type, details, since)) return;
  await recordEvent(db, clock, actor, {
    type,
    status: 'success',
    userId: actor.userId,
    userRole: actor.role,
    details,
  });
}

/** The filters that were set. */
export const given = (filters: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Record<string, string>;
