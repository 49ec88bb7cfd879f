import { transaction } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import { within } from '../../../platform/outgoing/within.ts';
import type { LabelRecord } from '../../../providers/label-providers/port.ts';
import { findPaidFor } from '../../payments/spend-payment.ts';
import { type FoundQuote, findQuote, findQuotesOfOffers } from '../../pricing/quotes.ts';
import { reportIncident } from '../../reconciliation/report-incident.ts';
import { commitPurchase } from '../buy-label.ts';
import { claimForPurchase, type PurchaseClaim } from '../purchase-claim.ts';
import { recordAnswer } from '../record-purchase.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { ORDERED } from '../shipments.states.ts';
import {
  moveFenced,
  type StoredShipment,
  selectLiveAttempt,
  selectShipmentOfQuote,
  updateAttempt,
} from '../shipments.store.ts';
import { insertAbandonedAttempt, selectKnownAttempts } from './after-restore.store.ts';

/** A label that only the label provider knows: our database has no quote with a payment for it. */
export type LostLabel = LabelRecord;

/** Imports every label that the provider sold us since `since` and that is missing from our database. */
export async function catchUpLabels(
  deps: ShipmentDeps,
  since: Date,
): Promise<{ adopted: number; lost: LostLabel[] }> {
  const { db, labelProvider } = deps;
  const sold = ((await labelProvider.records?.labelsSince(since)) ?? []).filter(({ key }) => isId(key));
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

/** False when no payment in our database covers the label. */
async function adopt(deps: ShipmentDeps, quote: FoundQuote, { key }: LabelRecord): Promise<boolean> {
  const { db, clock, labelProvider, timings } = deps;
  const shipment = await selectShipmentOfQuote(db, quote.user_id, quote.id);
  const claim = shipment ? await claimFor(deps, shipment, quote, key) : await claimNew(deps, quote, key);
  if (claim) {
    const { rate } = claim;
    await recordAnswer(
      deps,
      claim,
      await within(timings.labelProviderTimeoutMs, labelProvider.findPurchase({ key, rate })),
    );
    return true;
  }
  const owner = shipment ?? (await selectShipmentOfQuote(db, quote.user_id, quote.id));
  // The shipment already has a label or is being refunded, so this label is an orphan for the sweep to void.
  if (owner) await insertAbandonedAttempt(db, owner.id, key, clock.now());
  return owner !== undefined;
}

/** In the backup, the shipment is paid, or it has an earlier order without a result. */
function claimFor(
  deps: ShipmentDeps,
  shipment: StoredShipment,
  { carrier_rate: rate }: FoundQuote,
  key: string,
): Promise<PurchaseClaim | null> {
  return transaction(deps.db, async (trx) => {
    const earlier = await selectLiveAttempt(trx, shipment.id);
    const isAbandoned = await moveFenced(trx, shipment, ORDERED, 'paid', { lease_until: null });
    if (isAbandoned && earlier)
      await updateAttempt(trx, earlier.id, { state: 'abandoned', ended_at: deps.clock.now() });
    return claimForPurchase(trx, deps, shipment.id, rate, key);
  });
}

/** The backup has the quote and the payment, but not the shipment. */
async function claimNew(deps: ShipmentDeps, quote: FoundQuote, key: string): Promise<PurchaseClaim | null> {
  const payment = await findPaidFor(deps, {
    userId: quote.user_id,
    quoteId: quote.id,
    cents: quote.total_cents,
  });
  return payment ? commitPurchase(deps, quote, payment.id, { attemptId: key }) : null;
}

/** Voids the label and returns the result as text. */
export async function voidLostLabel(
  { labelProvider, timings }: ShipmentDeps,
  { transactionId }: LostLabel,
): Promise<string> {
  const answer = await within(timings.labelProviderTimeoutMs, labelProvider.voidLabel(transactionId));
  if (answer.outcome === 'refused') return `not voided: ${answer.text}`;
  return answer.outcome === 'voided' ? 'voided' : 'void requested, waiting for the carrier';
}

export const reportLostLabel = (deps: ShipmentDeps, label: LostLabel, outcome: string): Promise<void> =>
  reportIncident(deps, 'label_lost', label.transactionId, `label ${label.trackingNumber}, ${outcome}`);
