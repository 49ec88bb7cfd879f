import type { Clock } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { AuditEvent, AuditEventType, Origin } from './audit.events.ts';
import { insertAuditLog } from './audit.store.ts';

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
  const details = event.details as Record<string, unknown>;
  await insertAuditLog(db, {
    log_id: newId(),
    recorded_at: clock.now(),
    event_type: event.type,
    status: event.status,
    user_id: event.userId,
    user_role: event.userRole,
    ip_address: origin.ip,
    request_id: origin.requestId,
    details: Object.keys(details).length === 0 ? null : bounded(details),
  });
}

function bounded(details: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(details);
  return Buffer.byteLength(text) <= MAX_DETAILS_BYTES ? details : { shortened: text.slice(0, 2_000) };
}
