import { type CommissionRule, commissionCents } from '@lading/contract/commission.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { groupCalls } from '../../platform/grouped-calls.ts';
import { newId } from '../../platform/ids.ts';
import type { SealedSecrets } from '../../platform/sealed-secrets.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import { hashOf, type PricedShipment } from './priced-shipment.ts';
import { insertQuotes, selectRule } from './pricing.store.ts';
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
 * Stores each of the label provider's rates with the current commission. Later changes do not affect open
 * quotes.
 */
export async function makeQuotes(deps: QuoteDeps, order: QuoteOrder): Promise<Quote[]> {
  if (order.rates.length === 0) return [];
  const [quotes = []] = await storeQuotes(deps, order.userId, [order]);
  return quotes;
}

/** More would make a statement long without making it cheaper. */
const MAX_GROUP = 25;

/** Like `makeQuotes`. Orders of the same client that arrive together share their statements. */
export const groupedQuotes = (deps: QuoteDeps): ((order: QuoteOrder) => Promise<Quote[]>) =>
  groupCalls({
    maxSize: MAX_GROUP,
    one: (order) => makeQuotes(deps, order),
    all: async (orders) => {
      const userId = orders[0]?.userId ?? '';
      return orders.every((order) => order.userId === userId) ? storeQuotes(deps, userId, orders) : null;
    },
  });

/** The quotes of each order. */
async function storeQuotes(
  { db, clock, taxIdSecrets }: QuoteDeps,
  userId: string,
  orders: readonly QuoteOrder[],
): Promise<Quote[][]> {
  const rule = await selectRule(db, userId);
  const now = clock.now();
  const expiresAt = later(now, QUOTE_LIFE_MS);
  const priced = await Promise.all(
    orders.map(async (order) => ({
      order,
      requestId: newId(),
      declaration: await storeDeclaration(taxIdSecrets, userId, order.shipment),
      quotes: order.rates.map((rate) => {
        const commission = commissionCents(rule, rate.costCents);
        const totalCents = rate.costCents + commission;
        return { id: newId(), rate, commission, totalCents, extras: pricedExtras(rule, rate), expiresAt };
      }),
    })),
  );
  await insertQuotes(
    db,
    { userId, rule, createdAt: now, expiresAt },
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
      quotes.map(({ id, rate, commission, totalCents }) => ({
        id,
        request_id: requestId,
        provider,
        carrier_rate: rate,
        cost_cents: rate.costCents,
        commission_cents: commission,
        total_cents: totalCents,
      })),
    ),
  );
  return priced.map(({ quotes }) => quotes);
}

/** A percentage applies to each extra, a flat commission only to the label as a whole. */
const pricedExtras = (rule: CommissionRule, { lines }: CarrierRate): Quote['extras'] =>
  lines
    .filter(({ extra }) => extra)
    .map(({ text, cents }) => ({
      text,
      cents: rule.type === 'percentage' ? cents + commissionCents(rule, cents) : cents,
    }));
