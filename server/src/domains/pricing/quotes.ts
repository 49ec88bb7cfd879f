import type { RawBuilder } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { StatementPart } from '../../platform/db/statement-parts.ts';
import { findFirstResult, requireSameBody } from '../../platform/idempotency/idempotency.ts';
import type { RequestKey } from '../../platform/idempotency/request-key.ts';
import {
  consumedPart,
  type QuotePrices,
  quotePrices,
  selectQuote,
  selectQuotes,
  selectQuotesOfOffers,
  selectQuoteWithKey,
} from './pricing.store.ts';

export async function findQuote(db: Handle, userId: string, quoteId: string) {
  const quote = await selectQuote(db, userId, quoteId);
  if (!quote) throw new AppError('RATE_NOT_FOUND');
  return quote;
}
/** Like `findQuote`, for a request with a key. Rejects a retry of the key with a different body. */
export async function findQuoteOnce(
  db: Handle,
  userId: string,
  quoteId: string,
  request: RequestKey | null,
): Promise<FoundQuote> {
  if (!request) return findQuote(db, userId, quoteId);
  const quote = await selectQuoteWithKey(db, userId, quoteId, request);
  if (!quote) await findFirstResult(db, request);
  else if (quote.first_body_hash) requireSameBody(request, quote.first_body_hash);
  if (!quote) throw new AppError('RATE_NOT_FOUND');
  return quote;
}

export type FoundQuote = Awaited<ReturnType<typeof findQuote>>;

/** Leaves out quotes of other clients. */
export const findQuotes = (db: Handle, userId: string, quoteIds: readonly string[]): Promise<FoundQuote[]> =>
  selectQuotes(db, userId, quoteIds);

/** Maps rate IDs of the label provider to the quotes made from them. */
export async function findQuotesOfOffers(
  db: Handle,
  provider: string,
  offerIds: readonly string[],
): Promise<Map<string, { quoteId: string; userId: string }>> {
  const quotes = await selectQuotesOfOffers(db, provider, offerIds);
  return new Map(quotes.map(({ id, user_id, offer_id }) => [offer_id, { quoteId: id, userId: user_id }]));
}

/** What `checkedTotal` needs to know about a client's quotes, as a value of another SELECT. */
export const pricesOf = (
  moment: { now: Date; today: string },
  userId: string,
  quoteIds: readonly string[],
): RawBuilder<QuotePrices | null> => quotePrices(moment, userId, quoteIds);

/** The total of a client's quotes. Rejects used, expired and unknown ones, and ship dates that have passed. */
export function checkedTotal(prices: QuotePrices | null, wanted: number): number {
  if (prices?.found !== wanted) throw new AppError('RATE_NOT_FOUND');
  if (prices.isUsed) throw new AppError('RATE_USED');
  if (prices.isExpired) throw new AppError('RATE_EXPIRED');
  if (prices.isLate) throw new AppError('DATE_PASSED');
  return prices.cents;
}

/** Uses quotes for shipments, as a step of the statement that inserts the shipments. */
export const consumeQuotes = (uses: readonly { quoteId: string; shipmentId: string }[]): StatementPart =>
  consumedPart(uses);
