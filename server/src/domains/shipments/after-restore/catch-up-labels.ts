import { transaction } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import { within } from '../../../platform/outgoing/within.ts';
import type { BookedLabel } from '../../../providers/label-providers/port.ts';
import { findPaidFor } from '../../payments/spend-payment.ts';
import { type FoundQuote, findQuote, findQuotesOfOffers } from '../../pricing/use-quotes.ts';
import { reportIncident } from '../../reconciliation/report-incident.ts';
import { commitPurchase } from '../buy-label.ts';
import { claimForPurchase, type PurchaseClaim, recordAnswer } from '../purchase.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import {
  type StoredShipment,
  selectLiveAttempt,
  selectShipmentOfQuote,
  updateAttempt,
  updateFenced,
} from '../shipments.store.ts';
import { insertAbandonedAttempt, selectKnownAttempts } from './after-restore.store.ts';

/** A label of ours that only the carrier knows: even the rate that it was bought with came after our records end. */
export type LostLabel = BookedLabel;

/** Takes over every label that the carrier sold since a moment and that we know nothing of. */
export async function catchUpLabels(
  deps: ShipmentDeps,
  since: Date,
): Promise<{ adopted: number; lost: LostLabel[] }> {
  const { db, labelProvider } = deps;
  const sold = ((await labelProvider.books?.labelsSince(since)) ?? []).filter(({ key }) => isId(key));
  const known = await selectKnownAttempts(
    db,
    sold.map(({ key }) => key),
  );
  const unknown = sold.filter(({ key }) => !known.has(key));
  const owners = await findQuotesOfOffers(
    db,
    labelProvider.name,
    unknown.map(({ offerId }) => offerId),
  );
  const lost: LostLabel[] = [];
  for (const label of unknown) {
    const owner = owners.get(label.offerId);
    const quote = owner && (await findQuote(db, owner.userId, owner.quoteId));
    if (!quote || !(await adopt(deps, quote, label))) lost.push(label);
  }
  return { adopted: unknown.length - lost.length, lost };
}

/** False when nobody here paid for it. */
async function adopt(deps: ShipmentDeps, quote: FoundQuote, { key }: BookedLabel): Promise<boolean> {
  const { db, clock, labelProvider, timings } = deps;
  const shipment = await selectShipmentOfQuote(db, quote.user_id, quote.id);
  const claim = shipment ? await claimFor(deps, shipment, quote, key) : await claimNew(deps, quote, key);
  if (claim) {
    const { rate } = claim;
    await recordAnswer(
      deps,
      claim,
      await within(timings.carrierAnswerMs, labelProvider.findPurchase({ key, rate })),
    );
    return true;
  }
  const owner = shipment ?? (await selectShipmentOfQuote(db, quote.user_id, quote.id));
  // It has a label already, or its money is on the way back: this one is an orphan, which the sweeper voids.
  if (owner) await insertAbandonedAttempt(db, owner.id, key, clock.now());
  return owner !== undefined;
}

/** The order was placed after our records end: they know its shipment as paid, or with an order before it that came to nothing. */
function claimFor(
  { db, clock, timings }: ShipmentDeps,
  shipment: StoredShipment,
  { carrier_rate: rate }: FoundQuote,
  key: string,
): Promise<PurchaseClaim | null> {
  return transaction(db, async (trx) => {
    const earlier = await selectLiveAttempt(trx, shipment.id);
    const isLeft = await updateFenced(trx, shipment, ['purchasing', 'purchase_unknown'], {
      state: 'paid',
      lease_until: null,
    });
    if (isLeft && earlier)
      await updateAttempt(trx, earlier.id, { state: 'abandoned', ended_at: clock.now() });
    return claimForPurchase(trx, clock, shipment.id, timings.leaseMs, rate, key);
  });
}

/** The shipment itself is forgotten, but not its price nor its money. */
async function claimNew(deps: ShipmentDeps, quote: FoundQuote, key: string): Promise<PurchaseClaim | null> {
  const payment = await findPaidFor(deps, {
    userId: quote.user_id,
    quoteId: quote.id,
    cents: quote.total_cents,
  });
  return payment ? commitPurchase(deps, quote, payment.id, '', key) : null;
}

/** The carrier takes it back; what came of it, in words. */
export async function voidLostLabel(
  { labelProvider, timings }: ShipmentDeps,
  { transactionId }: LostLabel,
): Promise<string> {
  const answer = await within(timings.carrierAnswerMs, labelProvider.voidLabel(transactionId));
  if (answer.outcome === 'refused') return `not voided: ${answer.text}`;
  return answer.outcome === 'voided' ? 'voided' : 'to be voided; the carrier takes its time';
}

export const reportLostLabel = (deps: ShipmentDeps, label: LostLabel, what: string): Promise<void> =>
  reportIncident(deps, 'label_lost', label.transactionId, `label ${label.trackingNumber}, ${what}`);
