import type { Clock } from '../../platform/clock.ts';
import { cutTo } from '../../platform/cut-to.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import { newId } from '../../platform/ids.ts';
import type { AuditEvent, AuditEvents, AuditEventType, Origin } from './audit.events.ts';
import { auditPart, hasEvent, insertAuditLog } from './audit.store.ts';

const MAX_DETAILS_BYTES = 8_000;

/**
 * Writes one audit record. Pass the transaction of the change that it records, so that both commit together.
 */
export async function recordEvent<T extends AuditEventType>(
  db: Handle,
  clock: Clock,
  origin: Origin,
  event: AuditEvent<T>,
): Promise<void> {
  await insertAuditLog(db, recordOf(clock, origin, event));
}

/** The same as a step of the statement that makes the change. */
export const eventsPart = (
  clock: Clock,
  origin: Origin,
  events: readonly AuditEvent[],
  when?: Condition,
): StatementPart =>
  auditPart(
    events.map((event) => recordOf(clock, origin, event)),
    when,
  );

/** Whether there is a record with exactly these details. Records are never deleted. */
export const wasRecorded = <T extends AuditEventType>(
  db: Handle,
  type: T,
  details: AuditEvents[T],
): Promise<boolean> => hasEvent(db, type, details as Record<string, unknown>);

function recordOf(clock: Clock, origin: Origin, event: AuditEvent) {
  const details = event.details as Record<string, unknown>;
  return {
    log_id: newId(),
    recorded_at: clock.now(),
    event_type: event.type,
    status: event.status,
    user_id: event.userId,
    user_role: event.userRole,
    ip_address: origin.ip,
    request_id: origin.requestId,
    details: Object.keys(details).length === 0 ? null : bounded(details),
  };
}

function bounded(details: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(details);
  return Buffer.byteLength(text) <= MAX_DETAILS_BYTES ? details : { shortened: cutTo(2_000, text) };
}
