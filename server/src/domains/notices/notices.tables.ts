import type { Generated } from 'kysely';
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
  | 'billing_documents'
  | 'order_source_refused';

interface NoticesTable {
  kind: Immutable<NoticeKind>;
  /** A payment, a refund, a stored card, `adjustments.notice_id`, a billing run or a refusal of an order source; for a batch, the payment it spent. */
  object_id: Immutable<string>;
  held_until: Date;
  sent_at: Date | null;
  /** Waits for `sendNewReceipts`. Other mails, and receipts that could not be sent, have a job. */
  first_try: Generated<boolean>;
}
