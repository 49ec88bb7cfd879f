import { AppError } from '../../platform/app-error.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
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
  return { ...quote, carrier_rate: quote.carrier_rate as CarrierRate };
}
export type FoundQuote = Awaited<ReturnType<typeof findQuote>>;

/** Those of the named quotes that are this person's. */
export async function findQuotes(
  db: Handle,
  userId: string,
  quoteIds: readonly string[],
): Promise<FoundQuote[]> {
  const quotes = await selectQuotes(db, userId, quoteIds);
  return quotes.map((quote) => ({ ...quote, carrier_rate: quote.carrier_rate as CarrierRate }));
}

/** Whose quotes these offers of a carrier became. */
export async function findQuotesOfOffers(
  db: Handle,
  provider: string,
  offerIds: readonly string[],
): Promise<Map<string, { quoteId: string; userId: string }>> {
  const quotes = await selectQuotesOfOffers(db, provider, offerIds);
  return new Map(quotes.map(({ id, user_id, offer_id }) => [offer_id, { quoteId: id, userId: user_id }]));
}

/** The sum of open quotes of one person; anything else is refused. */
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

/** One quote, one shipment: false when another was quicker. */
export const consumeQuote = (trx: Trx, quoteId: string, shipmentId: string): Promise<boolean> =>
  markConsumed(trx, quoteId, shipmentId);
