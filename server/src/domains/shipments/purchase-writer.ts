import { ago, type Clock, days } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { groupCalls } from '../../platform/grouped-calls.ts';
import { rememberPart } from '../../platform/idempotency/idempotency.ts';
import type { RequestKey } from '../../platform/idempotency/request-key.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { eventsPart } from '../audit/record-event.ts';
import { bookings, postParts } from '../ledger/ledger.ts';
import { spend } from '../payments/spend-payment.ts';
import { consumeQuotes } from '../pricing/quotes.ts';
import { endWithLabels, insertClaimed, type NewShipment, type SoldLabel } from './purchases.store.ts';
import type { StoredShipment } from './shipments.store.ts';

const TRACKING_NUMBER_UNIQUE_MS = days(120);

/** A tracking number used since then belongs to another parcel. */
export const numbersUsedSince = (clock: Clock): Date => ago(clock, TRACKING_NUMBER_UNIQUE_MS);

/** A shipment to insert and claim. */
interface PurchaseStart {
  shipment: NewShipment;
  key: RequestKey | null;
}

/** A label to record. */
interface PurchaseEnd extends SoldLabel {
  shipment: StoredShipment;
}

interface WriterDeps {
  db: Database;
  clock: Clock;
  timings: { leaseMs: number };
}

/**
 * Writes the start and the end of purchases. Each call is one statement, so it happens completely or not at
 * all.
 */
export interface PurchaseWriter {
  /** `taken`: a concurrent request has the quote, the payment or the key. `unclaimed`: the account is not active. */
  start(purchase: PurchaseStart): Promise<'claimed' | 'unclaimed' | 'taken'>;
  /** False when the claim is no longer valid, or the transaction ID or tracking number is in use. */
  end(purchase: PurchaseEnd): Promise<boolean>;
}

export const directWriter = (deps: WriterDeps): PurchaseWriter => ({
  start: async (purchase) => {
    const claimed = await startPurchases(deps, [purchase.shipment], purchase.key);
    if (!claimed) return 'taken';
    return claimed.has(purchase.shipment.id) ? 'claimed' : 'unclaimed';
  },
  end: (purchase) => endPurchases(deps, [purchase]),
});

/** More would make a statement long without making it cheaper. */
const MAX_GROUP = 50;

/**
 * Groups purchases that start or end at the same time into one write. For batches only: single purchases should not
 * wait for each other.
 */
export function groupedWriter(deps: WriterDeps): PurchaseWriter {
  const single = directWriter(deps);
  return {
    start: groupCalls({
      maxSize: MAX_GROUP,
      one: single.start,
      all: async (purchases) => {
        if (purchases.some(({ key }) => key !== null)) return null;
        const claimed = await startPurchases(
          deps,
          purchases.map(({ shipment }) => shipment),
          null,
        );
        return (
          claimed && purchases.map(({ shipment }) => (claimed.has(shipment.id) ? 'claimed' : 'unclaimed'))
        );
      },
    }),
    end: groupCalls({
      maxSize: MAX_GROUP,
      one: single.end,
      all: async (purchases) => {
        // The statement compares with labels that are already stored, not with others of the group.
        const numbers = new Set(purchases.map(({ trackingNumber }) => trackingNumber));
        if (numbers.size < purchases.length) return null;
        return (await endPurchases(deps, purchases)) ? purchases.map(() => true) : null;
      },
    }),
  };
}

/**
 * Spends the payments, consumes the quotes, inserts the shipments and claims them. Returns the claimed ones, or
 * null when a concurrent request has taken something; nothing is changed then.
 */
function startPurchases(
  { db, clock, timings }: WriterDeps,
  shipments: readonly NewShipment[],
  key: RequestKey | null,
): Promise<Set<string> | null> {
  return insertClaimed(db, shipments, timings.leaseMs, {
    quotes: consumeQuotes(shipments.map(({ id, quote_id }) => ({ shipmentId: id, quoteId: quote_id }))),
    payments: spend(
      shipments.map(({ id, payment_id, total_cents }) => ({
        shipmentId: id,
        paymentId: payment_id,
        cents: total_cents,
      })),
    ),
    key: rememberPart(clock, key, shipments[0]?.quote_id ?? ''),
  });
}

/** Stores the labels with their ledger bookings and audit records. False, without a change, if one of them can't be stored. */
function endPurchases({ db, clock }: WriterDeps, purchases: readonly PurchaseEnd[]): Promise<boolean> {
  const postings = purchases.map(({ shipment, costCents }) => ({
    reasonKey: `purchase:${shipment.id}`,
    entries: bookings.purchase(
      shipment.total_cents,
      shipment.cost_cents,
      shipment.commission_cents,
      costCents,
    ),
  }));
  const events = purchases.map(({ shipment, trackingNumber }) => ({
    type: 'LABEL_PURCHASED' as const,
    status: 'success' as const,
    userId: shipment.user_id,
    userRole: 'client' as const,
    details: { shipmentId: shipment.id, cents: shipment.total_cents, trackingNumber },
  }));
  return endWithLabels(db, purchases, { now: clock.now(), numbersUsedSince: numbersUsedSince(clock) }, [
    ...postParts(clock, postings),
    eventsPart(clock, SYSTEM_ORIGIN, events),
  ]);
}
