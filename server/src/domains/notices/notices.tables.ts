import type { Immutable } from '../../platform/db/column-types.ts';

export interface NoticesTables {
  notices: NoticesTable;
}

export type NoticeKind = 'receipt' | 'refund' | 'batch' | 'top_up_failed' | 'card_expiring';

interface NoticesTable {
  kind: Immutable<NoticeKind>;
  /** A payment, a refund or a stored card; for a batch, the payment it spent. */
  object_id: Immutable<string>;
  held_until: Date;
  sent_at: Date | null;
}
