import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { NoticeKind } from './notices.tables.ts';

/** The account that receives a mail. Queries never return erased accounts. */
export interface Recipient {
  user_id: string;
  email: string;
  email_key: string;
  full_name: string;
  /** Whether the account holder has proven that the address is theirs. */
  verified: boolean;
  /** Only active accounts can sign in. */
  active: boolean;
}

export const recipient = sql`u.id AS user_id, u.email, u.email_key, u.full_name, u.email_verified_at IS NOT NULL AS verified, u.status = 'active' AS active`;

export interface RefundFacts extends Recipient {
  cents: number;
  kind: Row<'refunds'>['kind'];
  destination: Row<'refunds'>['destination'];
  reason: string;
  payment_id: string;
  purpose: Row<'payments'>['purpose'];
  description: string;
  paid_at: Date;
  batch_id: string | null;
  /** The client cannot use what was refunded to the balance and is also disputed. */
  disputed: boolean;
}

/** Only a refund that still counts as succeeded: it may have failed after the job was queued. */
export async function selectRefundNotice(db: Handle, refundId: string): Promise<RefundFacts | undefined> {
  const { rows } = await sql<RefundFacts>`
    SELECT ${recipient}, r.cents, r.kind, r.destination, r.reason, r.payment_id, p.purpose, p.description,
           p.succeeded_at AS paid_at, p.batch_id,
           EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.state IN ('open', 'lost')) AS disputed
    FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN users u ON u.id = p.user_id
    WHERE r.id = ${refundId} AND r.state = 'succeeded' AND u.erased_at IS NULL`.execute(db);
  return rows[0];
}

export interface BatchFacts extends Recipient {
  payment_id: string;
  amount_cents: number;
  file_name: string;
  labels: number;
  labels_cents: number;
  not_created: number;
  refunded_to_balance: boolean;
}

/** Payments of a batch that have no work left and no mail yet. */
export async function selectFinishedRuns(db: Handle, batchId: string): Promise<BatchFacts[]> {
  const { rows } = await sql<BatchFacts>`
    SELECT ${recipient}, p.id AS payment_id, p.amount_cents, b.file_name, s.labels, s.labels_cents,
           -- Failed rows lose their payment, so count what it paid for. An API batch has exactly one payment.
           CASE b.source WHEN 'api' THEN b.row_count ELSE (SELECT count(*) FROM payment_quotes WHERE payment_id = p.id) END - s.labels AS not_created,
           EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.destination = 'balance') AS refunded_to_balance
    FROM bulk_batches b
    JOIN payments p ON p.batch_id = b.id
    JOIN users u ON u.id = b.user_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS labels, coalesce(sum(total_cents), 0)::bigint AS labels_cents
      FROM shipments WHERE payment_id = p.id AND purchased_at IS NOT NULL
    ) s
    WHERE b.id = ${batchId} AND u.erased_at IS NULL AND p.status = 'succeeded' AND p.allocated_cents + p.surplus_returned_cents > 0
      AND NOT EXISTS (SELECT FROM bulk_rows r WHERE r.payment_id = p.id AND r.work IS NOT NULL)
      AND NOT EXISTS (SELECT FROM notices n WHERE n.kind = 'batch' AND n.object_id = p.id AND n.sent_at IS NOT NULL)
    ORDER BY p.succeeded_at`.execute(db);
  return rows;
}

export type ClaimState = 'claimed' | 'sent' | 'claimed-elsewhere';

/** Claims a mail for a while, so that no other process sends it too. */
export async function claimNotice(
  db: Handle,
  kind: NoticeKind,
  objectId: string,
  claimMs: number,
): Promise<ClaimState> {
  const { rows } = await sql<{ sent_at: Date | null; claimed: boolean }>`
    WITH claim AS (
      INSERT INTO notices AS n (kind, object_id, held_until)
      VALUES (${kind}, ${objectId}, ${fromNow(claimMs)})
      ON CONFLICT (kind, object_id) DO UPDATE SET held_until = EXCLUDED.held_until
      WHERE n.sent_at IS NULL AND n.held_until <= now()
      RETURNING sent_at
    )
    SELECT sent_at, true AS claimed FROM claim
    UNION ALL
    SELECT sent_at, false FROM notices WHERE kind = ${kind} AND object_id = ${objectId} AND NOT EXISTS (SELECT FROM claim)`.execute(
    db,
  );
  const [row] = rows;
  if (row?.claimed) return 'claimed';
  return row?.sent_at ? 'sent' : 'claimed-elsewhere';
}

export async function markNoticeSent(db: Handle, kind: NoticeKind, objectId: string): Promise<void> {
  await db
    .updateTable('notices')
    .set({ sent_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .execute();
}

/** Lets the next attempt start without waiting for the claim to expire. */
export async function releaseNotice(db: Handle, kind: NoticeKind, objectId: string): Promise<void> {
  await db
    .updateTable('notices')
    .set({ held_until: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('sent_at', 'is', null)
    .execute();
}

/** Keeps the notices of batches: a later run of the same batch looks for payments without one. */
export async function deleteOldNotices(db: Handle, ageMs: number): Promise<void> {
  await sql`
    DELETE FROM notices n WHERE n.held_until < ${fromNow(-ageMs)}
      AND NOT (n.kind = 'batch' AND EXISTS (SELECT FROM payments p WHERE p.id = n.object_id AND p.batch_id IS NOT NULL))`.execute(
    db,
  );
}
