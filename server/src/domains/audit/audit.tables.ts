import type { AuditStatus, Role } from '@lading/contract/constants.ts';
import type { Generated } from 'kysely';
import type { Immutable, ReadOnly } from '../../platform/db/column-types.ts';

export interface AuditTables {
  audit_logs: AuditLogsTable;
  /**
   * One row per day, event type and status. An empty event type or status means all. Several rows may share a
   * day: add them up.
   */
  audit_by_day: {
    day: ReadOnly<string>;
    event_type: ReadOnly<string>;
    status: ReadOnly<string>;
    records: ReadOnly<number>;
  };
  /** Like `audit_by_day`. */
  audit_by_user: {
    user_id: ReadOnly<string>;
    event_type: ReadOnly<string>;
    status: ReadOnly<string>;
    records: ReadOnly<number>;
  };
  audit_unsealed: { seq: ReadOnly<number> };
  audit_seals: { position: ReadOnly<number>; seq: ReadOnly<number>; hash: ReadOnly<Buffer> };
}

export interface AuditLogsTable {
  seq: Generated<number>;
  log_id: Immutable<string>;
  recorded_at: Immutable<Date>;
  event_type: Immutable<string>;
  status: Immutable<AuditStatus>;
  user_id: Immutable<string | null>;
  user_role: Immutable<Role | null>;
  ip_address: Immutable<string | null>;
  request_id: Immutable<string | null>;
  details: Immutable<Record<string, unknown> | null>;
}
