import type { AdminShipmentDetails } from '@lading/contract/admin-shipments.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Handle } from '../../../platform/db/database.ts';
import { adjustmentsOf } from '../../adjustments/list-adjustments.ts';
import { noteView } from '../../audit/note-view.ts';
import { explainQuote } from '../../pricing/explain-quote.ts';
import { pricedExtras } from '../../pricing/price-labels.ts';
import { selectEvents } from '../history.store.ts';
import { listDocuments } from '../list-documents.ts';
import { type StoredShipment, selectShipment } from '../shipments.store.ts';
import { selectLabelFormat } from '../stored-labels.store.ts';
import { writtenDeclaration } from '../written-declaration.ts';
import { formatAddress, formatParcel } from './format-shipment.ts';
import { toAdminShipment } from './list-shipments.ts';
import { selectListed } from './listed-shipments.store.ts';
import type { OperatorDeps } from './operator.deps.ts';
import {
  selectAttempts,
  selectDisputesOf,
  selectLedger,
  selectMoves,
  selectPaidWith,
  selectQuoted,
  selectRefundsOf,
} from './shipment-details.store.ts';

/** Everything we know about one shipment, from its quote to its last state change. */
export async function getShipmentDetails(
  deps: OperatorDeps,
  actor: Actor,
  id: string,
): Promise<AdminShipmentDetails> {
  const { db } = deps;
  const stored = await selectShipment(db, id);
  const [listed] = await selectListed(db, [id]);
  if (!stored || !listed) throw new AppError('SHIPMENT_NOT_FOUND');
  const refunds = await refundsOf(db, id);
  const refundIds = refunds.map(({ refundId }) => refundId);
  const disputes = await selectDisputesOf(db, stored.payment_id);
  const disputeIds = disputes.map((dispute) => dispute.id);
  const adjustments = await adjustmentsOf(deps, id);
  const [quote, payment, attempts, label, documents, tracking, ledger, moves] = await Promise.all([
    quoteOf(db, stored),
    paymentOf(db, stored),
    attemptsOf(db, id),
    labelOf(db, stored),
    listDocuments(deps, stored),
    trackingOf(db, id),
    ledgerOf(db, [
      { bookings: OF_SHIPMENT, ids: [id] },
      { bookings: OF_REFUND, ids: refundIds },
      { bookings: OF_DISPUTE, ids: disputeIds },
      { bookings: OF_ADJUSTMENT, ids: adjustments.map((adjustment) => adjustment.id) },
    ]),
    movesOf(db, [id, ...refundIds, ...disputeIds]),
  ]);
  await noteView(deps, actor, 'VIEW_SHIPMENT', { shipmentId: id });
  return {
    shipment: {
      ...toAdminShipment(deps, listed),
      state: stored.state,
      serviceName: stored.service_name,
      sender: formatAddress(stored.sender),
      receiver: formatAddress(stored.receiver),
      parcel: formatParcel(stored.parcel),
      shippingDate: stored.ship_date,
      deliveryDate: stored.delivered_at ? dateIn(deps.timeZone, stored.delivered_at) : stored.delivery_date,
      notes: stored.notes,
      ...writtenDeclaration(stored),
      ...(documents.length > 0 && { documents }),
      clientEmail: listed.email,
      voidable: stored.state === 'purchased',
    },
    quote,
    payment,
    attempts,
    label,
    tracking,
    refunds,
    disputes: disputes.map(toDispute),
    ...(adjustments.length > 0 && { adjustments }),
    ledger,
    moves,
  };
}

const iso = (date: Date): string => date.toISOString();
const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

async function quoteOf(db: Handle, { quote_id, actual_cost_cents }: StoredShipment) {
  const quote = await selectQuoted(db, quote_id);
  const extras = pricedExtras(quote);
  return {
    id: quote.id,
    carrierCost: dollarsOf(quote.cost_cents),
    actualCost: actual_cost_cents === null ? null : dollarsOf(actual_cost_cents),
    commission: dollarsOf(quote.commission_cents),
    ...explainQuote(quote),
    ...(quote.price_version === null ? {} : { priceVersion: quote.price_version }),
    total: dollarsOf(quote.total_cents),
    ...(extras.length > 0 && {
      extras: extras.map(({ text, cents }) => ({ text, amount: dollarsOf(cents) })),
    }),
    quotedAt: iso(quote.created_at),
    expiresAt: iso(quote.expires_at),
  };
}

async function paymentOf(db: Handle, { payment_id, id }: StoredShipment) {
  const payment = await selectPaidWith(db, payment_id, id);
  return {
    id: payment.id,
    intentId: payment.intent_id,
    status: payment.status,
    amount: dollarsOf(payment.amount_cents),
    allocated: dollarsOf(payment.allocated_cents ?? 0),
    paidAt: isoOrNull(payment.succeeded_at),
    batchId: payment.batch_id,
  };
}

const attemptsOf = async (db: Handle, id: string) =>
  (await selectAttempts(db, id)).map(({ number, state, detail, started_at, ended_at }) => ({
    number,
    state,
    detail,
    startedAt: iso(started_at),
    endedAt: isoOrNull(ended_at),
  }));

async function labelOf(db: Handle, { id, transaction_id, purchased_at, downloaded_at }: StoredShipment) {
  const format = await selectLabelFormat(db, id);
  if (!format) return null;
  return {
    transactionId: transaction_id,
    format,
    purchasedAt: isoOrNull(purchased_at),
    downloadedAt: isoOrNull(downloaded_at),
  };
}

const trackingOf = async (db: Handle, id: string) =>
  (await selectEvents(db, id)).map(({ happened_at, ...event }) => ({ at: iso(happened_at), ...event }));

const refundsOf = async (db: Handle, id: string) =>
  (await selectRefundsOf(db, id)).map((refund) => ({
    refundId: refund.id,
    amount: dollarsOf(refund.cents),
    kind: refund.kind,
    reason: refund.reason,
    state: refund.state,
    detail: refund.detail,
    by: refund.requested_by,
    createdAt: iso(refund.created_at),
    endedAt: isoOrNull(refund.ended_at),
  }));

const toDispute = (dispute: Awaited<ReturnType<typeof selectDisputesOf>>[number]) => ({
  disputeId: dispute.dispute_id,
  amount: dollarsOf(dispute.cents),
  reason: dispute.reason,
  state: dispute.state,
  openedAt: iso(dispute.opened_at),
  endedAt: isoOrNull(dispute.ended_at),
});

/** Names of ledger transactions by the first part of their key. The second part is the ID of the object. */
const OF_SHIPMENT = { purchase: 'Label bought', void: 'Label voided' };
const OF_REFUND = {
  'refund-request': 'Refund requested',
  refund: 'Refund paid',
  'refund-failed': 'Refund refused',
  'refund-back': 'Refund returned',
};
const OF_DISPUTE = {
  dispute: 'Payment disputed',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
};
/** Here the third part of the key says what was booked: `adjustment:<id>:billed`. */
const OF_ADJUSTMENT = {
  billed: 'Adjustment billed',
  'passed-on': 'Adjustment passed on',
  reversed: 'Adjustment reversed',
};
const BOOKINGS: Record<string, string> = { ...OF_SHIPMENT, ...OF_REFUND, ...OF_DISPUTE, ...OF_ADJUSTMENT };

const keyOf = (kind: string, id: string) =>
  kind in OF_ADJUSTMENT ? `adjustment:${id}:${kind}` : `${kind}:${id}`;
const kindOf = (key: string) => {
  const [first = '', , third] = key.split(':');
  return third ?? first;
};

async function ledgerOf(db: Handle, parts: readonly { bookings: object; ids: readonly string[] }[]) {
  const keys = parts.flatMap(({ bookings, ids }) =>
    ids.flatMap((id) => Object.keys(bookings).map((kind) => keyOf(kind, id))),
  );
  return (await selectLedger(db, keys)).map(({ recorded_at, reason_key, account, cents }) => ({
    at: iso(recorded_at),
    booking: BOOKINGS[kindOf(reason_key)] ?? reason_key,
    account,
    amount: dollarsOf(cents),
  }));
}

const movesOf = async (db: Handle, objectIds: readonly string[]) =>
  (await selectMoves(db, objectIds)).map(({ moved_at, object, from_state, to_state }) => ({
    at: iso(moved_at),
    object: object.replace(/s$/, ''),
    from: from_state,
    to: to_state,
  }));
