import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import {
  type Handle,
  isNullViolation,
  isUniqueViolation,
  retryConflicts,
} from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import { INSTANCE_ID } from '../../platform/db/instances.ts';
import { checked, isOneOf, onlyGiven } from '../../platform/db/key-lookups.ts';
import { literals } from '../../platform/db/literals.ts';
import { runTogether, type StatementPart } from '../../platform/db/statement-parts.ts';
import { ORDERED } from './shipments.states.ts';
import type { StoredShipment } from './shipments.store.ts';

/** What a new shipment takes from its quote. */
export interface NewShipment
  extends Pick<
    StoredShipment,
    | 'id'
    | 'user_id'
    | 'quote_id'
    | 'payment_id'
    | 'provider'
    | 'carrier'
    | 'service'
    | 'service_name'
    | 'cost_cents'
    | 'commission_cents'
    | 'total_cents'
    | 'sender'
    | 'receiver'
    | 'parcel'
    | 'declaration'
    | 'ship_date'
    | 'delivery_date'
    | 'notes'
    | 'reference'
    | 'search_text'
    | 'created_at'
  > {
  attempt_id: string;
}

/** Steps of other domains that must succeed for every shipment. */
interface PurchaseSteps {
  /** `consumed`, with the quotes that were free. */
  quotes: StatementPart;
  /** `spent`, with the payments that had enough left. */
  payments: StatementPart[];
  /** `keyed`, with the owner of a request key that was free. */
  key: StatementPart | null;
}

/**
 * Inserts shipments and claims them with a purchase attempt, together with the given steps. Returns the IDs of
 * those that are claimed; the others stay `paid`, because their account is not active. Returns null when a
 * concurrent request has taken a quote, a payment or the key. Nothing is changed then.
 */
export async function insertClaimed(
  db: Handle,
  shipments: readonly NewShipment[],
  leaseMs: number,
  { quotes, payments, key }: PurchaseSteps,
): Promise<Set<string> | null> {
  const owners = [...new Set(shipments.map(({ user_id }) => user_id))];
  const owner = key ? sql`(SELECT user_id FROM keyed)` : sql`w.user_id`;
  const parts = [
    ...(key ? [key] : []),
    quotes,
    ...payments,
    wantedPart(shipments),
    // The lock makes a suspension wait until this statement ends.
    sql`
    active AS (
      SELECT id FROM users WHERE id ${isOneOf(owners)} AND status = 'active' FOR SHARE
    )`,
    shippedPart(owner, leaseMs),
    sql`
    attempted AS (
      INSERT INTO purchase_attempts (id, shipment_id, number, state, started_at)
      SELECT w.attempt_id, shipped.id, 1, 'started', w.created_at FROM shipped JOIN wanted w ON w.id = shipped.id
      WHERE shipped.state = 'purchasing'
    )`,
  ];
  try {
    const rows = await retryConflicts(() =>
      runTogether(db, parts, sql<{ id: string }>`SELECT id FROM shipped WHERE state = 'purchasing'`),
    );
    return new Set(rows.map(({ id }) => id));
  } catch (error) {
    if (['quote_id', 'payment_id', 'user_id'].some((column) => isNullViolation(error, 'shipments', column)))
      return null;
    throw error;
  }
}

const wantedPart = (shipments: readonly NewShipment[]): StatementPart => sql`
  wanted AS (
    SELECT id, user_id, quote_id, payment_id, provider, carrier, service, service_name, cost_cents, commission_cents, total_cents,
           sender, receiver, parcel, declaration, ship_date, delivery_date, notes, reference, search_text, created_at,
           attempt_id
    FROM jsonb_to_recordset(${JSON.stringify(shipments)}::jsonb) AS n(id uuid, user_id uuid, quote_id uuid, payment_id uuid, provider text,
      carrier text, service text, service_name text, cost_cents bigint, commission_cents bigint, total_cents bigint, sender jsonb,
      receiver jsonb, parcel jsonb, declaration jsonb, ship_date date, delivery_date date, notes text, reference text,
      search_text text, created_at timestamptz, attempt_id uuid)
  )`;

/** A quote, payment or owner that is missing is null, which the table refuses. */
const shippedPart = (owner: RawBuilder<unknown>, leaseMs: number): StatementPart => sql`
  shipped AS (
    INSERT INTO shipments (id, user_id, quote_id, payment_id, state, fence, attempts, lease_until, held_by, provider, carrier, service,
      service_name, cost_cents, commission_cents, total_cents, sender, receiver, parcel, declaration, ship_date, delivery_date, notes,
      reference, search_text, created_at)
    SELECT w.id, ${owner}, consumed.id, spent.id,
           CASE WHEN active.id IS NULL THEN 'paid' ELSE 'purchasing' END,
           CASE WHEN active.id IS NULL THEN 0 ELSE 1 END,
           CASE WHEN active.id IS NULL THEN 0 ELSE 1 END,
           CASE WHEN active.id IS NOT NULL THEN ${fromNow(leaseMs)} END,
           CASE WHEN active.id IS NOT NULL THEN ${INSTANCE_ID}::uuid END,
           w.provider, w.carrier, w.service, w.service_name, w.cost_cents, w.commission_cents, w.total_cents, w.sender, w.receiver,
           w.parcel, w.declaration, w.ship_date, w.delivery_date, w.notes, w.reference, w.search_text, w.created_at
    FROM wanted w
    LEFT JOIN consumed ON consumed.consumed_by = w.id
    LEFT JOIN spent ON spent.id = w.payment_id
    LEFT JOIN active ON active.id = w.user_id
    RETURNING id, state
  )`;

/** The row of a shipment that `insertClaimed` has just claimed. */
export const claimedShipment = ({ attempt_id: _, ...shipment }: NewShipment): StoredShipment => ({
  ...shipment,
  state: 'purchasing',
  status: 'pending',
  fence: 1,
  attempts: 1,
  lease_until: null,
  held_by: INSTANCE_ID,
  transaction_id: null,
  tracking_number: null,
  actual_cost_cents: null,
  currency: 'USD',
  purchased_at: null,
  delivered_at: null,
  addresses_erased_at: null,
  void_pending_at: null,
  void_requested_by: null,
  void_requested_at: null,
  void_waits_for: null,
  next_track_at: null,
  downloaded_at: null,
});

/** A label to record for a claimed shipment. */
export interface SoldLabel {
  shipment: Pick<StoredShipment, 'id' | 'fence' | 'carrier' | 'provider'>;
  attemptId: string;
  transactionId: string;
  trackingNumber: string;
  costCents: number;
  searchText: string;
  label: SoldFile;
  documents: readonly (SoldFile & { kind: string })[];
}

interface SoldFile {
  format: 'lading-page' | 'pdf';
  bytes: Uint8Array;
}

/**
 * Records labels with the given steps. False when a claim is no longer valid, or a transaction ID or tracking
 * number is in use. Nothing is changed then.
 */
export async function endWithLabels(
  db: Handle,
  sold: readonly SoldLabel[],
  { now, numbersUsedSince }: { now: Date; numbersUsedSince: Date },
  steps: readonly StatementPart[],
): Promise<boolean> {
  const parts = [
    soldPart(sold),
    sql`
    moved AS (
      UPDATE shipments s
      SET state = 'purchased', lease_until = NULL, transaction_id = sold.transaction_id, tracking_number = sold.tracking_number,
          actual_cost_cents = sold.cost_cents, purchased_at = ${now}::timestamptz, next_track_at = ${now}::timestamptz,
          search_text = sold.search_text
      FROM sold
      WHERE s.id = sold.id AND s.fence = sold.fence AND ${checked('s.state')} IN (${literals(ORDERED)})
        AND NOT EXISTS (
          SELECT FROM shipments o
          WHERE o.tracking_number = sold.tracking_number AND ${checked('o.carrier')} = s.carrier AND o.id <> s.id
            AND o.purchased_at > ${numbersUsedSince}::timestamptz)
      RETURNING s.id
    )`,
    sql`
    ended AS (
      UPDATE purchase_attempts a SET state = 'succeeded', ended_at = ${now}::timestamptz FROM sold WHERE a.id = sold.attempt_id
    )`,
    // A shipment that was not moved is null, which the table refuses.
    sql`
    stored AS (
      INSERT INTO shipment_labels (shipment_id, format, bytes, bought_sha256, documents)
      SELECT moved.id, sold.format, sold.bytes, sold.sha256, sold.documents FROM sold LEFT JOIN moved ON moved.id = sold.id
    )`,
    ...documentParts(sold),
    ...steps,
  ];
  try {
    await retryConflicts(() => runTogether(db, parts, sql`SELECT`));
    return true;
  } catch (error) {
    if (isNullViolation(error, 'shipment_labels', 'shipment_id')) return false;
    if (isUniqueViolation(error, 'shipments_transaction')) return false;
    throw error;
  }
}

function soldPart(sold: readonly SoldLabel[]): StatementPart {
  const facts = sold.map(({ shipment, attemptId, transactionId, trackingNumber, costCents, ...rest }) => ({
    id: shipment.id,
    fence: shipment.fence,
    attempt_id: attemptId,
    transaction_id: transactionId,
    tracking_number: trackingNumber,
    cost_cents: costCents,
    search_text: rest.searchText,
    format: rest.label.format,
    sha256: hashOf(rest.label),
    documents: rest.documents.length,
  }));
  const bytes = sold.map(({ label }) => Buffer.from(label.bytes));
  return sql`
  sold AS (
    SELECT n.id, n.fence, n.attempt_id, n.transaction_id, n.tracking_number, n.cost_cents, n.search_text, n.format, n.documents,
           decode(n.sha256, 'hex') AS sha256, file.bytes
    FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) AS n(id uuid, fence int, attempt_id uuid, transaction_id text,
      tracking_number text, cost_cents bigint, search_text text, format text, sha256 text, documents smallint)
    JOIN unnest(${sold.map(({ shipment }) => shipment.id)}::uuid[], ${bytes}::bytea[]) AS file(id, bytes) ON file.id = n.id
    ${onlyGiven(sold)}
  )`;
}

const hashOf = ({ bytes }: SoldFile): string => createHash('sha256').update(bytes).digest('hex');

/** Stores the documents of the labels. Most groups have none and need no part. */
function documentParts(sold: readonly SoldLabel[]): StatementPart[] {
  const files = sold.flatMap(({ shipment, documents }) =>
    documents.map((document, position) => ({ id: shipment.id, position, document })),
  );
  if (files.length === 0) return [];
  const facts = files.map(({ id, position, document }) => ({
    id,
    position,
    kind: document.kind,
    format: document.format,
    sha256: hashOf(document),
  }));
  const bytes = files.map(({ document }) => Buffer.from(document.bytes));
  return [
    sql`
    filed AS (
      INSERT INTO shipment_documents (shipment_id, position, kind, format, bytes, sha256)
      SELECT moved.id, n.position, n.kind, n.format, file.bytes, decode(n.sha256, 'hex')
      FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) AS n(id uuid, position smallint, kind text, format text, sha256 text)
      JOIN unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ position }) => position)}::smallint[], ${bytes}::bytea[])
        AS file(id, position, bytes) ON file.id = n.id AND file.position = n.position
      JOIN moved ON moved.id = n.id
    )`,
  ];
}
