import { AppError } from '../../platform/app-error.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import {
  markConsumed,
  selectQuote,
  selectQuotePrices,
  selectQuotes,
  selectQuotesOfOffers,
} from './pricing.store.ts';

export async function findQuote(db: Handle, userId: string, quoteId: string) {
  const quote = await selectQuote(db, userId, quoteId);
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

/** The total of a client's quotes. Rejects used, expired and unknown ones. */
export async function priceOfQuotes(
  db: Handle,
  now: Date,
  userId: string,
  quoteIds: readonly string[],
): Promise<number> {
  const quotes = await selectQuotePrices(db, userId, quoteIds);
  if (quotes.length !== quoteIds.length) throw new AppError('RATE_NOT_FOUND');
  if (quotes.some((quote) => quote.consumed_by !== null)) throw new AppError('RATE_USED');
  if (quotes.some((quote) => quote.expires_at <= now)) throw new AppError('RATE_EXPIRED');
  return quotes.reduce((sum, quote) => sum + quote.total_cents, 0);
}

/** False when a concurrent purchase has used the quote. */
export const consumeQuote = (trx: Trx, quoteId: string, shipmentId: string): Promise<boolean> =>
  markConsumed(trx, quoteId, shipmentId);
