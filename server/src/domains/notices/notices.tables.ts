import type { Immutable } from '../../platform/db/column-types.ts';

export interface NoticesTables {
  notices: NoticesTable;
}

export type NoticeKind = 'receipt' | 'refund' | 'batch';

interface NoticesTable {
  kind: Immutable<NoticeKind>;
  /** A payment or a refund; for a batch, the payment it spent. */
  object_id: Immutable<string>;
  held_until: Date;
  sent_at: Date | null;
}
