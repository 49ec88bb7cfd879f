import { sql } from 'kysely';
import type { Trx } from '../platform/db/database.ts';

/**
 * Erases a client from the records of the built-in providers: labels, and the texts that clients and staff
 * typed. An external provider keeps its own records; the operator must ask it to erase them.
 */
export async function eraseJournalsOf(trx: Trx, userId: string): Promise<void> {
  await sql`
    UPDATE sandbox.carrier_purchases SET label_bytes = '', document_bytes = NULL, order_hash = decode(repeat('00', 32), 'hex')
    WHERE key IN (
      SELECT a.id::text FROM purchase_attempts a JOIN shipments s ON s.id = a.shipment_id WHERE s.user_id = ${userId})`.execute(
    trx,
  );
  await sql`
    UPDATE sandbox.gateway_intents
    SET description = '', card_brand = NULL, card_last4 = NULL, card_exp_month = NULL, card_exp_year = NULL
    WHERE intent_id IN (SELECT intent_id FROM payments WHERE user_id = ${userId})`.execute(trx);
  await sql`
    UPDATE sandbox.gateway_cards SET brand = '', last4 = '0000', detached_at = coalesce(detached_at, now())
    WHERE customer_id IN (SELECT customer_id FROM sandbox.gateway_customers WHERE key = ${userId})`.execute(
    trx,
  );
  await sql`
    UPDATE sandbox.gateway_setups SET card_last4 = NULL
    WHERE customer_id IN (SELECT customer_id FROM sandbox.gateway_customers WHERE key = ${userId})`.execute(
    trx,
  );
  await sql`
    UPDATE sandbox.gateway_refunds SET reason = ''
    WHERE intent_id IN (SELECT intent_id FROM payments WHERE user_id = ${userId})`.execute(trx);
}

/** Erases the labels of single shipments. */
export async function eraseJournalLabels(trx: Trx, shipmentIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE sandbox.carrier_purchases SET label_bytes = '', document_bytes = NULL, order_hash = decode(repeat('00', 32), 'hex')
    WHERE key IN (SELECT id::text FROM purchase_attempts WHERE shipment_id = ANY(${shipmentIds}::uuid[]))`.execute(
    trx,
  );
}
