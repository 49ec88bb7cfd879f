import type { Immutable } from '../../platform/db/column-types.ts';

export interface NoticesTables {
  notices: NoticesTable;
}

export type NoticeKind =
  | 'receipt'
  | 'refund'
  | 'batch'
  | 'top_up_failed'
  | 'card_expiring'
  | 'adjustments'
  | 'billing_documents';

interface NoticesTable {
  kind: Immutable<NoticeKind>;
  /** A payment, a refund, a stored card, `adjustments.notice_id` or a billing run; for a batch, the payment it spent. */
  object_id: Immutable<string>;
  held_until: Date;
  sent_at: Date | null;
}
