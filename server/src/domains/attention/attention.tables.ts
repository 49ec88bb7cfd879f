import type { Immutable } from '../../platform/db/column-types.ts';

export interface AttentionTables {
  attention_snoozes: AttentionSnoozesTable;
}

interface AttentionSnoozesTable {
  kind: Immutable<string>;
  /** The client's ID, a kind of incident, or empty for all rows of a kind. */
  subject: Immutable<string>;
  snoozed_at: Date;
  until: Date;
}
