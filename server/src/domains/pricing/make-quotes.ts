import { commissionCents } from '@lading/contract/commission.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import { hashOf, type PricedShipment } from './priced-shipment.ts';
import { insertQuotes, selectRule } from './pricing.store.ts';

const QUOTE_LIFE_MS = minutes(60);

export interface Quote {
  id: string;
  rate: CarrierRate;
  totalCents: number;
  expiresAt: Date;
}

/**
 * Stores each of the label provider's rates with the current commission. Later changes do not affect open
 * quotes.
 */
export async function makeQuotes(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  provider: string,
  shipment: PricedShipment,
  rates: readonly CarrierRate[],
): Promise<Quote[]> {
  if (rates.length === 0) return [];
  const rule = await selectRule(db, userId);
  const now = clock.now();
  const requestId = newId();
  const expiresAt = later(now, QUOTE_LIFE_MS);
  const quotes = rates.map((rate) => {
    const commission = commissionCents(rule, rate.costCents);
    return { id: newId(), rate, commission, totalCents: rate.costCents + commission, expiresAt };
  });
  await insertQuotes(
    db,
    {
      id: requestId,
      user_id: userId,
      request_hash: hashOf(shipment),
      sender: JSON.stringify(shipment.sender),
      receiver: JSON.stringify(shipment.recipient),
      parcel: JSON.stringify(shipment.parcel),
      ship_date: shipment.shipDate,
      created_at: now,
      expires_at: expiresAt,
    },
    { provider, rule },
    quotes.map(({ id, rate, commission, totalCents }) => ({
      id,
      carrier_rate: rate,
      cost_cents: rate.costCents,
      commission_cents: commission,
      total_cents: totalCents,
    })),
  );
  return quotes;
}
