import type { AuditLogsQuery } from '@lading/contract/audit.ts';
import type { Insertable } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { AuditLogsTable } from '../../platform/db/schema.ts';

export async function insertAuditLog(db: Handle, row: Insertable<AuditLogsTable>): Promise<void> {
  await db.insertInto('audit_logs').values(row).execute();
}

export async function hasEventSince(
  db: Handle,
  userId: string,
  eventType: string,
  details: Record<string, unknown>,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_logs')
    .select('seq')
    .where('user_id', '=', userId)
    .where('recorded_at', '>', since)
    .where('event_type', '=', eventType)
    .where('details', '=', JSON.stringify(details) as unknown as Record<string, unknown>)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Typed text is searched as it stands: the wildcards of LIKE have no power. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function filtered(db: Handle, query: AuditLogsQuery) {
  let rows = db.selectFrom('audit_logs').leftJoin('users', 'users.id', 'audit_logs.user_id');
  if (query.action) rows = rows.where('event_type', '=', query.action);
  if (query.status) rows = rows.where('audit_logs.status', '=', query.status);
  if (query.userEmail) rows = rows.where('users.email', 'ilike', contains(query.userEmail));
  return rows;
}

export async function countAuditLogs(db: Handle, query: AuditLogsQuery): Promise<number> {
  const row = await filtered(db, query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function selectAuditLogs(db: Handle, query: AuditLogsQuery) {
  const direction = query.sortOrder === 'ASC' ? 'asc' : 'desc';
  return filtered(db, query)
    .select([
      'log_id',
      'recorded_at',
      'event_type',
      'audit_logs.status',
      'user_role',
      'ip_address',
      'details',
      'users.full_name',
      'users.email',
    ])
    .orderBy('recorded_at', direction)
    .orderBy('seq', direction)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
}
