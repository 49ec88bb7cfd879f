import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { ownOrders } from './own-orders.store.ts';
import { byId, PAGE } from './pages-by-id.ts';

type Rows = AsyncGenerator<object[]>;

export const selectOwnAccount = (db: Database, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('client_profiles', 'client_profiles.user_id', 'users.id')
    .select(['id', 'email', 'full_name', 'phone', 'role', 'status', 'created_at', 'email_verified_at'])
    .select(['last_active_at', 'default_address'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** The account's rows by the name that they have in the export. No secrets, hashes or internal fields. */
export function ownCollections(db: Database, userId: string): Record<string, () => Rows> {
  return {
    savedAddresses: () => byId((after) => saved(db, 'saved_addresses', 'address', userId, after)),
    savedParcels: () => byId((after) => saved(db, 'saved_parcels', 'parcel', userId, after)),
    products: () => byId((after) => products(db, userId, after)),
    shipments: () => byId((after) => shipments(db, userId, after)),
    payments: () => byId((after) => payments(db, userId, after)),
    refunds: () => byId((after) => refunds(db, userId, after)),
    balanceEntries: () => balanceEntries(db, userId),
    adjustments: () => byId((after) => adjustments(db, userId, after)),
    billingDetails: () => billingDetails(db, userId),
    billingDocuments: () => byId((after) => billingDocuments(db, userId, after)),
    storedCards: () => byId((after) => storedCards(db, userId, after)),
    cardConsents: () => byId((after) => cardConsents(db, userId, after)),
    automaticTopUps: () => automaticTopUps(db, userId),
    batches: () => byId((after) => batches(db, userId, after)),
    batchRows: () => batchRows(db, userId),
    ...ownOrders(db, userId),
    sessions: () => byId((after) => sessions(db, userId, after)),
    passkeys: () => byId((after) => passkeys(db, userId, after)),
    apiKeys: () => byId((after) => apiKeys(db, userId, after)),
    activity: () => activity(db, userId),
  };
}

async function saved(
  db: Database,
  table: 'saved_addresses' | 'saved_parcels',
  column: 'address' | 'parcel',
  userId: string,
  after: string,
) {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    SELECT id, ${sql.ref(column)}, created_at FROM ${sql.table(table)}
    WHERE user_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${PAGE}`.execute(db);
  return rows;
}

const products = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'description', 'unit_weight_oz', 'unit_value_cents', 'hs_code', 'origin'])
    .select(['created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const shipments = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('shipments')
    .select(['id', 'status', 'carrier', 'service_name', 'tracking_number', 'total_cents', 'currency'])
    .select(['sender', 'receiver', 'parcel', 'notes', 'reference', 'ship_date', 'delivery_date'])
    .select(['created_at', 'purchased_at', 'delivered_at', 'payment_id'])
    // Tax IDs only in their masked form.
    .select(
      sql<
        object | null
      >`declaration #- '{customs,senderTaxId,sealed}' #- '{customs,recipientTaxId,sealed}'`.as('declaration'),
    )
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const payments = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'provider', 'intent_id', 'amount_cents', 'currency', 'description', 'status'])
    .select(['last_error', 'created_at', 'succeeded_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const refunds = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.payment_id', 'refunds.shipment_id', 'refunds.cents', 'refunds.kind'])
    .select(['refunds.reason', 'refunds.state', 'refunds.created_at', 'refunds.ended_at'])
    .where('payments.user_id', '=', userId)
    .where('refunds.id', '>', after)
    .orderBy('refunds.id')
    .limit(PAGE)
    .execute();

async function* balanceEntries(db: Database, userId: string): Rows {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('balance_entries')
      .select(['id', 'kind', 'cents', 'balance_cents', 'payment_id', 'refund_id', 'shipment_id', 'note'])
      .select('created_at')
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** What the client pays or gets. Files of a dispute are downloaded one by one. */
async function adjustments(db: Database, userId: string, after: string) {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id, a.shipment_id, a.carrier, a.reason, a.client_cents, a.fee_cents, a.reversed_cents, a.reversed_fee_cents, a.created_at,
           d.state AS dispute_state, d.reason AS dispute_reason, d.opened_at AS disputed_at,
           ARRAY(SELECT file_name FROM adjustment_evidence WHERE adjustment_id = a.id ORDER BY created_at) AS evidence
    FROM adjustments a LEFT JOIN adjustment_disputes d ON d.adjustment_id = a.id
    WHERE a.user_id = ${userId} AND a.outcome = 'passed_on' AND a.id > ${after} ORDER BY a.id LIMIT ${PAGE}`.execute(
    db,
  );
  return rows;
}

/** At most one row. */
async function* billingDetails(db: Database, userId: string): Rows {
  yield await db
    .selectFrom('billing_details')
    .select(['company', 'address_lines', 'tax_id', 'reference', 'updated_at'])
    .where('user_id', '=', userId)
    .execute();
}

const billingDocuments = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('billing_documents')
    .select(['id', 'kind', 'number', 'period_start', 'period_end', 'issued_at', 'due_on', 'payment_id'])
    .select(['corrects', 'subtotal_cents', 'tax_cents', 'total_cents', 'paid_cents', 'due_cents', 'content'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const storedCards = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('stored_cards')
    .select(['id', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default', 'created_at', 'removed_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const cardConsents = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('card_setups')
    .select(['id', 'consent', 'consent_ip', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

/** At most one row. */
async function* automaticTopUps(db: Database, userId: string): Rows {
  yield await db
    .selectFrom('automatic_top_ups')
    .select(['enabled', 'threshold_cents', 'amount_cents', 'monthly_cap_cents'])
    .select(['consent', 'consented_at', 'consent_ip', 'updated_at'])
    .where('user_id', '=', userId)
    .execute();
}

const batches = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('bulk_batches')
    .select(['id', 'file_name', 'row_count', 'step', 'created_at', 'discarded_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

async function* batchRows(db: Database, userId: string): Rows {
  for await (const page of byId((after) => batches(db, userId, after)))
    for (const { id } of page) yield* rowsOf(db, id);
}

/** Tax IDs only in their masked form. */
const maskedCells = sql<object>`(
  SELECT coalesce(jsonb_object_agg(key, CASE WHEN key IN ('sender_tax_id', 'recipient_tax_id') THEN coalesce(value -> 'masked', '""') ELSE value END), '{}')
  FROM jsonb_each(cells))`.as('cells');

async function* rowsOf(db: Database, batchId: string): Rows {
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('bulk_rows')
      .select(['batch_id', 'number', maskedCells, 'status', 'removed', 'shipment_id', 'payment_id'])
      .where('batch_id', '=', batchId)
      .where('number', '>', after)
      .orderBy('number')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.number;
  }
}

async function sessions(db: Database, userId: string, after: string) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'ip_address', 'last_ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();
  return rows;
}

const passkeys = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

const apiKeys = (db: Database, userId: string, after: string) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scope', 'ending', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();

/** What the account did. Entries of others about it are the operator's records. */
async function* activity(db: Database, userId: string): Rows {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit_logs')
      .select(['seq', 'recorded_at', 'event_type', 'status', 'ip_address', 'details'])
      .where('user_id', '=', userId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows.map(({ seq: _, ...row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.seq;
  }
}
