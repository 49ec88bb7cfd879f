import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export async function insertAdjustments(
  trx: Trx,
  adjustments: readonly NewRow<'adjustments'>[],
): Promise<void> {
  if (adjustments.length > 0) await trx.insertInto('adjustments').values(adjustments).execute();
}

/** Assigns the client's unreported adjustments of an invoice to one email. */
export async function assignNotice(
  trx: Trx,
  adjustments: { invoiceId: string; userId: string },
  noticeId: string,
): Promise<void> {
  await trx
    .updateTable('adjustments')
    .set({ notice_id: noticeId })
    .where('invoice_id', '=', adjustments.invoiceId)
    .where('user_id', '=', adjustments.userId)
    .where('outcome', '=', 'passed_on')
    .where('notice_id', 'is', null)
    .execute();
}

/** Clients who pay for adjustments of this invoice and have not been emailed about them. */
export const selectUnreported = async (trx: Trx, invoiceId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom('adjustments')
      .select('user_id')
      .distinct()
      .where('invoice_id', '=', invoiceId)
      .where('outcome', '=', 'passed_on')
      .where('notice_id', 'is', null)
      .execute()
  ).map(({ user_id: userId }) => userId);

export type StoredAdjustment = Row<'adjustments'>;

export const selectAdjustment = (db: Handle, id: string) =>
  db.selectFrom('adjustments').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * What the client still pays for the adjustments of a shipment, and what carriers credited to the client after this one was
 * billed, less what earlier won disputes have taken into account.
 */
export async function selectPassedOn(
  trx: Trx,
  { id, shipment_id: shipmentId }: Pick<StoredAdjustment, 'id' | 'shipment_id'>,
): Promise<{ passedOnCents: number; creditedCents: number }> {
  const { rows } = await sql<{ passedOnCents: number; creditedCents: number }>`
    SELECT coalesce(sum(a.client_cents - a.reversed_cents), 0)::bigint AS "passedOnCents",
           greatest(0, least(
             coalesce(-sum(a.client_cents) FILTER (WHERE a.client_cents < 0), 0)
               - coalesce(sum(a.client_cents - a.reversed_cents) FILTER (WHERE d.state = 'won' AND a.id <> ${id}), 0),
             coalesce(-sum(a.client_cents) FILTER (WHERE a.client_cents < 0 AND billed.id > own.id), 0)))::bigint AS "creditedCents"
    FROM adjustments a
    JOIN ledger_transactions billed ON billed.reason_key = 'adjustment:' || a.id || ':billed'
    JOIN ledger_transactions own ON own.reason_key = 'adjustment:' || ${id}::uuid || ':billed'
    LEFT JOIN adjustment_disputes d ON d.adjustment_id = a.id
    WHERE a.shipment_id = ${shipmentId}`.execute(trx);
  return rows[0] ?? { passedOnCents: 0, creditedCents: 0 };
}

export async function updateReversed(
  trx: Trx,
  id: string,
  reversed: { reversed_cents: number; reversed_fee_cents: number },
): Promise<void> {
  await trx.updateTable('adjustments').set(reversed).where('id', '=', id).execute();
}
