import { type Incident, type IncidentsAnswer, MAX_LISTED_INCIDENTS } from '@lading/contract/incidents.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { countOpenIncidents } from './check-books.ts';
import { canBeSettled, type IncidentKind, textOf } from './incident-kinds.ts';
import {
  type Lingering,
  selectLingeringRefunds,
  selectOpenIncidents,
  selectShipmentsBehind,
  selectUnknownPurchases,
} from './incidents.store.ts';

/** Most carriers answer the second question; what is unknown for longer is worth a look. */
const UNKNOWN_AFTER_MS = minutes(2);
const REFUND_LONG_AFTER_MS = minutes(15);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What does not add up and is not mended yet, and what is unknown or on its way for too long; newest first. */
export async function listIncidents({ db, clock }: { db: Database; clock: Clock }): Promise<IncidentsAnswer> {
  const now = clock.now();
  const [openTotal, open, unknown, refunds] = await Promise.all([
    countOpenIncidents(db),
    selectOpenIncidents(db),
    selectUnknownPurchases(db, later(now, -UNKNOWN_AFTER_MS)),
    selectLingeringRefunds(db, later(now, -REFUND_LONG_AFTER_MS)),
  ]);
  const shipments = await selectShipmentsBehind(
    db,
    open.map((row) => row.object_id).filter((id) => UUID.test(id)),
  );
  const incidents = [
    ...open.map((row) =>
      toIncident(row.kind, {
        objectId: row.object_id,
        shipmentId: shipments.get(row.object_id) ?? null,
        detail: row.detail,
        firstSeen: row.first_seen_at,
        lastSeen: row.last_seen_at,
      }),
    ),
    ...unknown.map((row) => lingering('purchase_unknown', row, now)),
    ...refunds.map((row) => lingering('refund_open', row, now)),
  ];
  // Stable: what was first seen at the same moment stays in the order of its query.
  incidents.sort((a, b) => b.firstSeen.localeCompare(a.firstSeen));
  const total = openTotal + (unknown[0]?.total ?? 0) + (refunds[0]?.total ?? 0);
  return { data: { incidents: incidents.slice(0, MAX_LISTED_INCIDENTS), total } };
}

const lingering = (kind: IncidentKind, row: Lingering, now: Date): Incident =>
  toIncident(kind, {
    objectId: row.object_id,
    shipmentId: row.shipment_id,
    detail: `$${(row.cents / 100).toFixed(2)}, ${row.state.replace('_', ' ')}`,
    firstSeen: row.since,
    lastSeen: now,
  });

interface Facts extends Pick<Incident, 'objectId' | 'shipmentId' | 'detail'> {
  firstSeen: Date;
  lastSeen: Date;
}

function toIncident(kind: string, facts: Facts): Incident {
  const { title, doing } = textOf(kind);
  return {
    ...facts,
    kind,
    title,
    doing,
    canBeSettled: canBeSettled(kind),
    firstSeen: facts.firstSeen.toISOString(),
    lastSeen: facts.lastSeen.toISOString(),
  };
}
