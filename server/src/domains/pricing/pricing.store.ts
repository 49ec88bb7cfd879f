import type { CommissionRule } from '@lading/contract/commission.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { isOneOf, onlyGiven } from '../../platform/db/key-lookups.ts';
import { relaxedCommit } from '../../platform/db/relaxed-commit.ts';
import type { StatementPart } from '../../platform/db/statement-parts.ts';
import { firstBodyHash } from '../../platform/idempotency/idempotency.store.ts';
import type { RequestKey } from '../../platform/idempotency/request-key.ts';
import type { PricedBy } from './pricing.tables.ts';

interface PricingOfClient {
  /** The client's own commission, else the global one. */
  commission: CommissionRule;
  hasOwn: boolean;
  groupIds: string[];
  /** The version of the price rules in force. */
  version: number | null;
  /** Null if it is the known version, or if there is none. */
  rules: StoredRule[] | null;
}

/** Everything that sets the prices of a client. Versions never change, so the rules of a known one are left out. */
export async function selectPricing(
  db: Handle,
  userId: string,
  now: Date,
  knownVersion: number | null,
): Promise<PricingOfClient> {
  const { rows } = await sql<PricingOfClient & CommissionRule>`
    SELECT coalesce(c.markup_type, g.markup_type) AS type, coalesce(c.markup_value, g.markup_value) AS value,
           c.user_id IS NOT NULL AS "hasOwn", v.number AS version,
           CASE WHEN v.number IS DISTINCT FROM ${knownVersion}::integer THEN v.rules END AS rules,
           ARRAY(SELECT group_id::text FROM client_group_members WHERE user_id = ${userId}) AS "groupIds"
    FROM global_pricing g LEFT JOIN client_pricing c ON c.user_id = ${userId}
    LEFT JOIN LATERAL (
      SELECT number, rules FROM price_versions WHERE effective_from <= ${now} ORDER BY number DESC LIMIT 1) v ON true`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('there is no global commission');
  const { type, value, ...rest } = row;
  return { ...rest, commission: { type, value } };
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
  commission_type: string | null;
  commission_value: number | null;
  commission_cents: number;
  total_cents: number;
  price_rule: number | null;
  priced_by: PricedBy;
}

/** Inserts requests and their quotes in one statement, so in one round trip. Quotes that a crash loses must be requested again. */
export async function insertQuotes(
  db: Handle,
  {
    userId,
    version,
    createdAt,
    expiresAt,
  }: { userId: string; version: number | null; createdAt: Date; expiresAt: Date },
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
    ), quoted AS (
    INSERT INTO quotes (id, request_id, user_id, provider, carrier_rate, cost_cents, commission_type, commission_value, commission_cents,
      total_cents, price_version, price_rule, priced_by)
    SELECT id, request_id, ${userId}::uuid, provider, carrier_rate, cost_cents, commission_type, commission_value, commission_cents,
           total_cents, ${version}::integer, price_rule, priced_by
    FROM jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) AS n(id uuid, request_id uuid, provider text, carrier_rate jsonb,
      cost_cents bigint, commission_type text, commission_value integer, commission_cents bigint, total_cents bigint,
      price_rule smallint, priced_by text)
    )
    SELECT ${relaxedCommit(db)}`.execute(db);
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
  WHERE q.user_id = ${userId} AND q.id ${isOneOf(quoteIds)})`;

/** Marks quotes as bought, as a step named `consumed` that returns those that were free. */
export const consumedPart = (uses: readonly { quoteId: string; shipmentId: string }[]): StatementPart => sql`
  consumed AS (
    UPDATE quotes q SET consumed_by = u.shipment_id
    FROM (
      SELECT quote_id, shipment_id
      FROM unnest(${uses.map(({ quoteId }) => quoteId)}::uuid[], ${uses.map(({ shipmentId }) => shipmentId)}::uuid[])
        AS u(quote_id, shipment_id)
      ${onlyGiven(uses)}
    ) u
    -- Not IS NULL: an index could list all quotes that are free.
    WHERE q.id = u.quote_id AND num_nulls(q.consumed_by) = 1
    RETURNING q.id, q.consumed_by
  )`;

/** None of its quotes was bought or paid for, so the ledger does not depend on it. */
const isUnpaid = sql<boolean>`NOT EXISTS (
  SELECT FROM quotes q LEFT JOIN payment_quotes pq ON pq.quote_id = q.id
  WHERE q.request_id = quote_requests.id AND (q.consumed_by IS NOT NULL OR pq.payment_id IS NOT NULL))`;

/** Where a page of requests ended. */
export interface RequestMark {
  expires_at: Date;
  id: string;
}

/** Requests that expired before the time, oldest first, beginning after the mark. */
export const selectExpiredRequests = (
  db: Handle,
  { before, after }: { before: Date; after: RequestMark | null },
  limit: number,
): Promise<RequestMark[]> =>
  db
    .selectFrom('quote_requests')
    .select(['id', 'expires_at'])
    .where('expires_at', '<', before)
    .$if(after !== null, (request) =>
      request.where(sql<boolean>`(expires_at, id) > (${after?.expires_at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Deletes those of the requests that were neither bought nor paid for. Returns how many. */
export async function deleteUnpaidOf(db: Handle, requestIds: readonly string[]): Promise<number> {
  const result = await db
    .deleteFrom('quote_requests')
    .where(sql<boolean>`id = ANY(${requestIds}::uuid[])`)
    .where(isUnpaid)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** None of its quotes was bought, and no payment can buy one: each was canceled, or its money was spent or refunded. */
const isAbandoned = sql<boolean>`NOT EXISTS (
  SELECT FROM quotes q LEFT JOIN payment_quotes pq ON pq.quote_id = q.id LEFT JOIN payments p ON p.id = pq.payment_id
  WHERE q.request_id = quote_requests.id
    AND (q.consumed_by IS NOT NULL OR p.status IN ('created', 'processing')
         OR p.status = 'succeeded' AND p.allocated_cents + p.surplus_returned_cents < p.amount_cents))`;

/** Also clears the hash, because a known address could be matched against it. */
const PLACES_ONLY = {
  sender: sql<string>`place_of(sender)`,
  receiver: sql<string>`place_of(receiver)`,
  declaration: null,
  request_hash: Buffer.alloc(32),
};

/** Reduces those of the requests to places that were paid for, or were going to be, but will never be bought. */
export async function reduceAbandonedToPlaces(db: Handle, requestIds: readonly string[]): Promise<void> {
  await db
    .updateTable('quote_requests')
    .set(PLACES_ONLY)
    .where(sql<boolean>`id = ANY(${requestIds}::uuid[])`)
    .where('request_hash', '<>', PLACES_ONLY.request_hash)
    .where(isAbandoned)
    .execute();
}

export async function deleteUnpaidRequests(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('quote_requests').where('user_id', '=', userId).where(isUnpaid).execute();
}

export async function reduceRequestsToPlaces(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('quote_requests').set(PLACES_ONLY).where('user_id', '=', userId).execute();
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
