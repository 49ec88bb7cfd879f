import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface ReconciliationTables {
  transitions: TransitionsTable;
  incidents: IncidentsTable;
}

interface TransitionsTable {
  seq: GeneratedAlways<number>;
  object: Immutable<string>;
  object_id: Immutable<string>;
  from_state: Immutable<string>;
  to_state: Immutable<string>;
  moved_at: GeneratedAlways<Date>;
}

interface IncidentsTable {
  kind: Immutable<string>;
  object_id: Immutable<string>;
  detail: string;
  first_seen_at: Immutable<Date>;
  last_seen_at: Date;
  resolved_at: Date | null;
  /** Set when an admin closed it. */
  settled_by: ColumnType<string | null, never, string | null>;
  settled_note: ColumnType<string | null, never, string | null>;
}
