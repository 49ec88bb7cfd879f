import type { CommissionRule } from '@lading/contract/commission.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { StatementPart } from '../../platform/db/statement-parts.ts';
import { firstBodyHash } from '../../platform/idempotency/idempotency.store.ts';
import type { RequestKey } from '../../platform/idempotency/request-key.ts';

/** The client's own rule, else the global one. */
export async function selectRule(db: Handle, userId: string): Promise<CommissionRule> {
  const row = await db
    .selectFrom('global_pricing')
    .leftJoin('client_pricing', (join) => join.on('client_pricing.user_id', '=', userId))
    .select((eb) => [
      eb.fn.coalesce('client_pricing.markup_type', 'global_pricing.markup_type').as('type'),
      eb.fn.coalesce('client_pricing.markup_value', 'global_pricing.markup_value').as('value'),
    ])
    .executeTakeFirstOrThrow();
  return { type: row.type, value: row.value };
}

interface NewRequest {
  id: string;
  /** Hexadecimal. */
  request_hash: string;
  sender: object;
  receiver: object;
  parcel: object;
  declaration: object | null;
  ship_date: string;
}

interface NewQuote {
  id: string;
  request_id: string;
  provider: string;
  carrier_rate: object;
  cost_cents: number;
  commission_cents: number;
  total_cents: number;
}

/** Inserts requests and their quotes in one statement, so in one round trip. */
export async function insertQuotes(
  db: Handle,
  {
    userId,
    rule,
    createdAt,
    expiresAt,
  }: { userId: string; rule: CommissionRule; createdAt: Date; expiresAt: Date },
  requests: readonly NewRequest[],
  quotes: readonly NewQuote[],
): Promise<void> {
  await sql`
    WITH requested AS (
      INSERT INTO quote_requests (id, user_id, request_hash, sender, receiver, parcel, declaration, ship_date, created_at,
        expires_at)
      SELECT id, ${userId}::uuid, decode(request_hash, 'hex'), sender, receiver, parcel, declaration, ship_date,
             ${createdAt}::timestamptz,
             ${expiresAt}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) AS n(id uuid, request_hash text, sender jsonb, receiver jsonb,
        parcel jsonb, declaration jsonb, ship_date date)
    )
    INSERT INTO quotes (id, request_id, user_id, provider, carrier_rate, cost_cents, commission_type, commission_value, commission_cents,
      total_cents)
    SELECT id, request_id, ${userId}::uuid, provider, carrier_rate, cost_cents, ${rule.type}::text, ${rule.value}::integer, commission_cents,
           total_cents
    FROM jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) AS n(id uuid, request_id uuid, provider text, carrier_rate jsonb,
      cost_cents bigint, commission_cents bigint, total_cents bigint)`.execute(db);
}

const quoteColumns = [
  'quotes.id',
  'quotes.user_id',
  'quotes.provider',
  'quotes.carrier_rate',
  'quotes.cost_cents',
  'quotes.commission_cents',
  'quotes.total_cents',
  'quotes.consumed_by',
  'quote_requests.request_hash',
  'quote_requests.sender',
  'quote_requests.receiver as recipient',
  'quote_requests.parcel',
  'quote_requests.declaration',
  'quote_requests.ship_date',
  'quote_requests.expires_at',
] as const;

const quotesWithRequests = (db: Handle) =>
  db
    .selectFrom('quotes')
    .innerJoin('quote_requests', 'quote_requests.id', 'quotes.request_id')
    .select(quoteColumns);

/** Finds only quotes of this client. */
export const selectQuote = (db: Handle, userId: string, quoteId: string) =>
  quotesWithRequests(db)
    .where('quotes.id', '=', quoteId)
    .where('quotes.user_id', '=', userId)
    .executeTakeFirst();

/** With the digest of the first request that used the key. */
export const selectQuoteWithKey = (db: Handle, userId: string, quoteId: string, request: RequestKey) =>
  quotesWithRequests(db)
    .select(firstBodyHash(request).as('first_body_hash'))
    .where('quotes.id', '=', quoteId)
    .where('quotes.user_id', '=', userId)
    .executeTakeFirst();

export const selectQuotes = (db: Handle, userId: string, quoteIds: readonly string[]) =>
  quotesWithRequests(db)
    .where('quotes.user_id', '=', userId)
    .where(sql<boolean>`quotes.id = ANY(${quoteIds}::uuid[])`)
    .execute();

/**
 * Finds quotes by the label provider's rate IDs. Needs no index, because it runs only after restoring a
 * backup.
 */
export const selectQuotesOfOffers = (db: Handle, provider: string, offerIds: readonly string[]) =>
  db
    .selectFrom('quotes')
    .select(['id', 'user_id', sql<string>`carrier_rate->>'offerId'`.as('offer_id')])
    .where('provider', '=', provider)
    .where(sql<boolean>`carrier_rate->>'offerId' = ANY(${offerIds}::text[])`)
    .execute();

/** Totals over some quotes of a client, for the check before a payment. */
export interface QuotePrices {
  found: number;
  cents: number;
  isUsed: boolean;
  isExpired: boolean;
  isLate: boolean;
}

/** The same as a value of another SELECT. Null when no quote is found. */
export const quotePrices = (
  { now, today }: { now: Date; today: string },
  userId: string,
  quoteIds: readonly string[],
) => sql<QuotePrices | null>`(
  SELECT jsonb_build_object('found', count(q.id), 'cents', coalesce(sum(q.total_cents), 0),
           'isUsed', coalesce(bool_or(q.consumed_by IS NOT NULL), false), 'isExpired', coalesce(bool_or(r.expires_at <= ${now}), false),
           'isLate', coalesce(bool_or(r.ship_date < ${today}), false))
  FROM quotes q JOIN quote_requests r ON r.id = q.request_id
  WHERE q.user_id = ${userId} AND q.id = ANY(${quoteIds}::uuid[]))`;

/** Marks quotes as bought, as a step named `consumed` that returns those that were free. */
export const consumedPart = (uses: readonly { quoteId: string; shipmentId: string }[]): StatementPart => sql`
  consumed AS (
    UPDATE quotes q SET consumed_by = u.shipment_id
    FROM unnest(${uses.map(({ quoteId }) => quoteId)}::uuid[], ${uses.map(({ shipmentId }) => shipmentId)}::uuid[])
      AS u(quote_id, shipment_id)
    WHERE q.id = u.quote_id AND q.consumed_by IS NULL
    RETURNING q.id, q.consumed_by
  )`;

/** None of its quotes was bought or paid for, so the ledger does not depend on it. */
const isUnpaid = sql<boolean>`NOT EXISTS (
  SELECT FROM quotes q LEFT JOIN payment_quotes pq ON pq.quote_id = q.id
  WHERE q.request_id = quote_requests.id AND (q.consumed_by IS NOT NULL OR pq.payment_id IS NOT NULL))`;

export async function deleteOldQuotes(db: Handle, before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('quote_requests')
    .where('id', 'in', (old) =>
      old
        .selectFrom('quote_requests')
        .select('quote_requests.id')
        .where('expires_at', '<', before)
        .where(isUnpaid)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteUnpaidRequests(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('quote_requests').where('user_id', '=', userId).where(isUnpaid).execute();
}

/** Also clears the hash, because a known address could be matched against it. */
export async function reduceRequestsToPlaces(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('quote_requests')
    .set({
      sender: sql`place_of(sender)`,
      receiver: sql`place_of(receiver)`,
      declaration: null,
      request_hash: Buffer.alloc(32),
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Reduces the quotes of single shipments to places. */
export async function reduceBoughtRequestsToPlaces(trx: Trx, shipmentIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE quote_requests SET sender = place_of(sender), receiver = place_of(receiver), declaration = NULL,
      request_hash = decode(repeat('00', 32), 'hex')
    WHERE id IN (
      SELECT q.request_id FROM quotes q JOIN shipments s ON s.quote_id = q.id
      WHERE s.id = ANY(${shipmentIds}::uuid[]))`.execute(trx);
}
