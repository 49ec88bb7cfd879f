import type { Channel } from '@lading/contract/pricing/rule-conditions.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { groupCalls } from '../../platform/grouped-calls.ts';
import { newId } from '../../platform/ids.ts';
import type { SealedSecrets } from '../../platform/sealed-secrets.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import { pricingFor } from './price-labels.ts';
import { hashOf, type PricedShipment } from './priced-shipment.ts';
import { insertQuotes } from './pricing.store.ts';
import { storeDeclaration } from './stored-declaration.ts';

const QUOTE_LIFE_MS = minutes(60);

export interface Quote {
  id: string;
  rate: CarrierRate;
  totalCents: number;
  /** What the client pays for each extra. Included in the total. */
  extras: { text: string; cents: number }[];
  expiresAt: Date;
}

/** Rates of the label provider that become quotes. */
export interface QuoteOrder {
  userId: string;
  provider: string;
  shipment: PricedShipment;
  rates: readonly CarrierRate[];
}

interface QuoteDeps {
  db: Database;
  clock: Clock;
  taxIdSecrets: SealedSecrets;
}

/**
 * Stores each of the label provider's rates with its price. Later changes of rules and commissions do not affect
 * open quotes.
 */
export async function makeQuotes(
  deps: QuoteDeps,
  order: QuoteOrder,
  channel: Channel = 'label',
): Promise<Quote[]> {
  if (order.rates.length === 0) return [];
  const [quotes = []] = await storeQuotes(deps, order.userId, channel, [order]);
  return quotes;
}

/** More would make a statement long without making it cheaper. */
const MAX_GROUP = 25;

/** Like `makeQuotes`, for batches. Orders of the same client that arrive together share their statements. */
export const groupedQuotes = (deps: QuoteDeps): ((order: QuoteOrder) => Promise<Quote[]>) =>
  groupCalls({
    maxSize: MAX_GROUP,
    one: (order) => makeQuotes(deps, order, 'batch'),
    all: async (orders) => {
      const userId = orders[0]?.userId ?? '';
      const isOneClient = orders.every((order) => order.userId === userId);
      return isOneClient ? storeQuotes(deps, userId, 'batch', orders) : null;
    },
  });

/** The quotes of each order. */
async function storeQuotes(
  { db, clock, taxIdSecrets }: QuoteDeps,
  userId: string,
  channel: Channel,
  orders: readonly QuoteOrder[],
): Promise<Quote[][]> {
  const now = clock.now();
  const { version, priceOf } = await pricingFor(db, userId, now);
  const expiresAt = later(now, QUOTE_LIFE_MS);
  const priced = await Promise.all(
    orders.map(async (order) => ({
      order,
      requestId: newId(),
      declaration: await storeDeclaration(taxIdSecrets, userId, order.shipment),
      quotes: order.rates.map((rate) => {
        const price = priceOf(order.shipment, rate, channel);
        return { id: newId(), rate, price, totalCents: price.cents, extras: price.extras, expiresAt };
      }),
    })),
  );
  await insertQuotes(
    db,
    { userId, version, createdAt: now, expiresAt },
    priced.map(({ order: { shipment }, requestId, declaration }) => ({
      id: requestId,
      request_hash: hashOf(shipment).toString('hex'),
      sender: shipment.sender,
      receiver: shipment.recipient,
      parcel: shipment.parcel,
      declaration,
      ship_date: shipment.shipDate,
    })),
    priced.flatMap(({ order: { provider }, requestId, quotes }) =>
      quotes.map(({ id, rate, price }) => ({
        id,
        request_id: requestId,
        provider,
        carrier_rate: rate,
        cost_cents: rate.costCents,
        commission_type: price.commission?.type ?? null,
        commission_value: price.commission?.value ?? null,
        commission_cents: price.cents - rate.costCents,
        total_cents: price.cents,
        price_rule: price.rule,
        priced_by: price.by,
      })),
    ),
  );
  return priced.map(({ quotes }) => quotes);
}
