import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Returns how many records were sealed; 0 when another process is sealing. */
export async function sealAuditLogs(db: Handle, most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`SELECT seal_audit_logs(${most}) AS sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}

export const selectLastSeal = (db: Handle) =>
  db
    .selectFrom('audit_seals')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A seal and its record. `log_id` is null when the record was removed. */
export interface SealedRecord {
  position: number;
  seq: number;
  hash: Buffer;
  log_id: string | null;
  micros: string;
  event_type: string;
  status: string;
  user_id: string | null;
  user_role: string | null;
  ip_address: string | null;
  request_id: string | null;
  details: string | null;
}

export async function selectSealedRecords(db: Handle, after: number, most: number): Promise<SealedRecord[]> {
  const { rows } = await sql<SealedRecord>`
    SELECT s.position, s.seq, s.hash, l.log_id, (extract(epoch FROM l.recorded_at) * 1000000)::bigint::text AS micros,
           l.event_type, l.status, l.user_id, l.user_role, l.ip_address, l.request_id, l.details::text AS details
    FROM audit_seals s LEFT JOIN audit_logs l ON l.seq = s.seq
    WHERE s.position > ${after} ORDER BY s.position LIMIT ${most}`.execute(db);
  return rows;
}

interface UnsealedRecord {
  seq: number;
  /** Null when the record was removed. */
  log_id: string | null;
  recorded_at: Date;
  is_queued: boolean;
}

/** Records without a seal. Queued ones only if they are older than `before`. */
export async function selectUnsealedRecords(
  db: Handle,
  after: number,
  before: Date,
  most: number,
): Promise<UnsealedRecord[]> {
  const { rows } = await sql<UnsealedRecord>`
    SELECT l.seq, l.log_id, l.recorded_at, u.seq IS NOT NULL AS is_queued
    FROM audit_logs l LEFT JOIN audit_seals s ON s.seq = l.seq LEFT JOIN audit_unsealed u ON u.seq = l.seq
    WHERE l.seq > ${after} AND s.seq IS NULL AND (u.seq IS NULL OR l.recorded_at < ${before})
    ORDER BY l.seq LIMIT ${most}`.execute(db);
  return rows;
}

/** Records that were removed before they were sealed. */
export async function selectRemovedUnsealed(
  db: Handle,
  after: number,
  most: number,
): Promise<{ seq: number }[]> {
  const { rows } = await sql<{ seq: number }>`
    SELECT u.seq FROM audit_unsealed u LEFT JOIN audit_logs l ON l.seq = u.seq
    WHERE u.seq > ${after} AND l.seq IS NULL ORDER BY u.seq LIMIT ${most}`.execute(db);
  return rows;
}
