import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import { checked } from '../../platform/db/key-lookups.ts';
import { relaxedCommit } from '../../platform/db/relaxed-commit.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import { type ClaimState, type Recipient, recipient } from './notices.store.ts';

export interface ReceiptFacts extends Recipient {
  amount_cents: number;
  purpose: Row<'payments'>['purpose'];
  description: string;
  succeeded_at: Date;
  /** Billing has started, so there is a document. It may be issued some seconds after the email. */
  has_document: boolean;
}

const FACTS = sql`
  ${recipient}, p.amount_cents, p.purpose, p.description, p.succeeded_at,
  EXISTS (SELECT FROM billing_settings s WHERE p.succeeded_at >= operator_day_start(s.starts_on)) AS has_document`;

/** Queues the receipt of a payment, as a step of the statement that marks it paid. */
export const newReceiptPart = (paymentId: string, when: Condition): StatementPart => sql`
  receipt AS (
    INSERT INTO notices (kind, object_id, held_until, first_try)
    SELECT 'receipt', ${paymentId}::uuid, now(), true WHERE ${when}
    ON CONFLICT DO NOTHING
  )`;

/** A receipt that this process may send until `held_until`. */
export interface ClaimedReceipt {
  payment_id: string;
  held_until: Date;
  /** Null when the account has been erased. */
  facts: ReceiptFacts | null;
}

/** Claims queued receipts, so that no other process sends them. A receipt of a process that stops is claimed again later. */
export async function claimNewReceipts(
  db: Handle,
  limit: number,
  claimMs: number,
): Promise<ClaimedReceipt[]> {
  type Claimed = Pick<ClaimedReceipt, 'payment_id' | 'held_until'>;
  const { rows } = await sql<Claimed & { relaxed: unknown } & (ReceiptFacts | { user_id: null })>`
    WITH due AS (
      SELECT object_id FROM notices WHERE first_try AND held_until <= now()
      ORDER BY held_until LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE notices n SET held_until = date_trunc('milliseconds', ${fromNow(claimMs)}) FROM due
      WHERE n.kind = 'receipt' AND n.object_id = due.object_id
      RETURNING n.object_id, n.held_until
    )
    SELECT claimed.object_id AS payment_id, claimed.held_until, f.user_id, f.email, f.email_key, f.full_name, f.verified, f.active,
           f.amount_cents, f.purpose, f.description, f.succeeded_at, f.has_document, ${relaxedCommit(db)} AS relaxed
    FROM claimed LEFT JOIN LATERAL (
      SELECT ${FACTS} FROM payments p JOIN users u ON u.id = p.user_id
      WHERE p.id = claimed.object_id AND u.erased_at IS NULL
    ) f ON true`.execute(db);
  return rows.map(({ payment_id, held_until, relaxed: _, ...facts }) => ({
    payment_id,
    held_until,
    facts: facts.user_id === null ? null : facts,
  }));
}

/** Ends the first try of claimed receipts. False if another process has claimed all of them meanwhile. */
export const endFirstTries = (
  db: Handle,
  receipts: readonly ClaimedReceipt[],
  { sent }: { sent: boolean },
): Promise<boolean> =>
  changeClaimed(
    db,
    receipts,
    sql`first_try = false, held_until = now(), sent_at = CASE WHEN ${sent}::boolean THEN now() END`,
  );

/** Lets any process send claimed receipts immediately. */
export const releaseFirstTries = (db: Handle, receipts: readonly ClaimedReceipt[]): Promise<boolean> =>
  changeClaimed(db, receipts, sql`held_until = now()`);

async function changeClaimed(
  db: Handle,
  receipts: readonly ClaimedReceipt[],
  change: RawBuilder<unknown>,
): Promise<boolean> {
  const [first] = receipts;
  if (!first) return false;
  const { numAffectedRows = 0n } = await sql`
    UPDATE notices SET ${change}
    WHERE kind = 'receipt' AND object_id = ANY(${receipts.map(({ payment_id }) => payment_id)}::uuid[])
      AND first_try AND held_until = ${first.held_until}`.execute(db);
  return numAffectedRows > 0n;
}

/** The receipt of a payment, claimed like other mails. */
export async function claimReceipt(
  db: Handle,
  paymentId: string,
  claimMs: number,
): Promise<{ facts: ReceiptFacts; state: ClaimState } | undefined> {
  const { rows } = await sql<ReceiptFacts & { sent_at: Date | null; claimed: boolean }>`
    WITH facts AS (
      SELECT p.id, ${FACTS}
      FROM payments p JOIN users u ON u.id = p.user_id
      WHERE p.id = ${paymentId} AND ${checked('p.status')} = 'succeeded' AND u.erased_at IS NULL
    ), claim AS (
      INSERT INTO notices AS n (kind, object_id, held_until)
      SELECT 'receipt', facts.id, ${fromNow(claimMs)} FROM facts
      ON CONFLICT (kind, object_id) DO UPDATE SET held_until = EXCLUDED.held_until
      WHERE n.sent_at IS NULL AND n.held_until <= now()
      RETURNING object_id
    )
    SELECT f.user_id, f.email, f.email_key, f.full_name, f.verified, f.active, f.amount_cents, f.purpose, f.description, f.succeeded_at,
           f.has_document, claim.object_id IS NOT NULL AS claimed, n.sent_at
    FROM facts f LEFT JOIN claim ON claim.object_id = f.id
    LEFT JOIN notices n ON n.kind = 'receipt' AND n.object_id = f.id`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { sent_at, claimed, ...facts } = row;
  return { facts, state: claimed ? 'claimed' : sent_at ? 'sent' : 'claimed-elsewhere' };
}
