import type { PostalAddress } from '@lading/contract/address.ts';
import { commissionCents } from '@lading/contract/commission.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import { insertQuotes, selectRule } from './pricing.store.ts';
import { requestHash } from './request-hash.ts';

export const QUOTE_LIFE_MS = minutes(60);

export interface ShipmentRequest {
  sender: PostalAddress;
  receiver: PostalAddress;
  parcel: Parcel;
  shipDate: string;
}

export interface Quote {
  id: string;
  rate: CarrierRate;
  totalCents: number;
  expiresAt: Date;
}

/** Fixes today's commission on each of the carrier's offers and keeps them, so that later changes of either touch no open price. */
export async function makeQuotes(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  provider: string,
  request: ShipmentRequest,
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
      request_hash: requestHash(request),
      sender: JSON.stringify(request.sender),
      receiver: JSON.stringify(request.receiver),
      parcel: JSON.stringify(request.parcel),
      ship_date: request.shipDate,
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
