import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import type { Intent } from '../../providers/payments/port.ts';

/** Records the card that paid, for the receipt. A step of the statement that marks the payment as paid. */
export const cardParts = (
  paymentId: string,
  { paidWith }: Pick<Intent, 'paidWith'>,
  when: Condition,
): StatementPart[] =>
  paidWith && /^\d{4}$/.test(paidWith.last4)
    ? [
        sql`
      carded AS (
        INSERT INTO payment_cards (payment_id, brand, last4)
        SELECT ${paymentId}::uuid, ${paidWith.brand}, ${paidWith.last4} WHERE ${when}
      )`,
      ]
    : [];

export async function deleteCardsOf(trx: Trx, userId: string): Promise<void> {
  await sql`
    DELETE FROM payment_cards c USING payments p WHERE p.id = c.payment_id AND p.user_id = ${userId}`.execute(
    trx,
  );
}
