import type { CommissionRule } from '@lading/contract/commission.ts';
import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow } from '../../platform/db/schema.ts';

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

interface NewQuote {
  id: string;
  carrier_rate: object;
  cost_cents: number;
  commission_cents: number;
  total_cents: number;
}

/** Inserts request and quotes in one statement, so in one round trip. */
export async function insertQuotes(
  db: Handle,
  request: NewRow<'quote_requests'>,
  { provider, rule }: { provider: string; rule: CommissionRule },
  quotes: readonly NewQuote[],
): Promise<void> {
  await db
    .with('request', (cte) => cte.insertInto('quote_requests').values(request).returning('id'))
    .insertInto('quotes')
    .columns([
      'id',
      'request_id',
      'user_id',
      'provider',
      'carrier_rate',
      'cost_cents',
      'commission_type',
      'commission_value',
      'commission_cents',
      'total_cents',
    ])
    .expression(sql`
      SELECT id, ${request.id}::uuid, ${request.user_id}::uuid, ${provider}::text, carrier_rate, cost_cents, ${rule.type}::text, ${rule.value}::integer,
             commission_cents, total_cents
      FROM jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) AS n(id uuid, carrier_rate jsonb, cost_cents bigint, commission_cents bigint,
        total_cents bigint)`)
    .execute();
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

export const selectQuotePrices = (db: Handle, userId: string, quoteIds: readonly string[]) =>
  db
    .selectFrom('quotes')
    .innerJoin('quote_requests', 'quote_requests.id', 'quotes.request_id')
    .select(['quotes.id', 'quotes.total_cents', 'quotes.consumed_by', 'quote_requests.expires_at'])
    .where('quotes.user_id', '=', userId)
    .where(sql<boolean>`quotes.id = ANY(${quoteIds}::uuid[])`)
    .execute();

/** True only for the caller that marked it. */
export const markConsumed = (trx: Trx, quoteId: string, shipmentId: string): Promise<boolean> =>
  updatedOne(
    trx
      .updateTable('quotes')
      .set({ consumed_by: shipmentId })
      .where('id', '=', quoteId)
      .where('consumed_by', 'is', null),
  );

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
      request_hash: Buffer.alloc(32),
    })
    .where('user_id', '=', userId)
    .execute();
}
