import { type Incident, type IncidentsAnswer, MAX_LISTED_INCIDENTS } from '@lading/contract/incidents.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { ago, type Clock, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { findFixed } from './check-invariants.ts';
import { canBeSettled, type IncidentKind, textOf } from './incident-kinds.ts';
import {
  countOpenIncidents,
  type Stalled,
  selectOpenIncidents,
  selectShipmentsOfObjects,
  selectStalledRefunds,
  selectUnknownPurchases,
} from './incidents.store.ts';

/** Most label providers answer the second time we ask. */
const UNKNOWN_AFTER_MS = minutes(2);
export const REFUND_STALLED_AFTER_MS = minutes(15);

/** Open incidents, unconfirmed purchases and stalled refunds, newest first. */
export async function listIncidents(deps: { db: Database; clock: Clock }): Promise<IncidentsAnswer> {
  const { db, clock } = deps;
  const now = clock.now();
  const [openTotal, open, unknown, refunds] = await Promise.all([
    countOpenIncidents(db),
    selectOpenIncidents(db),
    selectUnknownPurchases(db, ago(clock, UNKNOWN_AFTER_MS)),
    selectStalledRefunds(db, ago(clock, REFUND_STALLED_AFTER_MS)),
  ]);
  const isFixed = await findFixed(
    deps,
    open.map((row) => ({ kind: row.kind, objectId: row.object_id, lastSeen: row.last_seen_at })),
  );
  const shipments = await selectShipmentsOfObjects(db, open.map((row) => row.object_id).filter(isId));
  const incidents = [
    ...open.map((row) =>
      toIncident(row.kind, {
        objectId: row.object_id,
        shipmentId: shipments.get(row.object_id) ?? null,
        detail: row.detail,
        firstSeen: row.first_seen_at,
        lastSeen: row.last_seen_at,
        isFixed: isFixed({ kind: row.kind, objectId: row.object_id, lastSeen: row.last_seen_at }),
      }),
    ),
    ...unknown.map((row) => stalled('purchase_unknown', row, now)),
    ...refunds.map((row) => stalled('refund_open', row, now)),
  ];
  incidents.sort((a, b) => b.firstSeen.localeCompare(a.firstSeen));
  const total = openTotal + (unknown[0]?.total ?? 0) + (refunds[0]?.total ?? 0);
  return { data: { incidents: incidents.slice(0, MAX_LISTED_INCIDENTS), total } };
}

const stalled = (kind: IncidentKind, row: Stalled, now: Date): Incident =>
  toIncident(kind, {
    objectId: row.object_id,
    shipmentId: row.shipment_id,
    detail: `${formatMoney(row.cents)}, ${row.state.replace('_', ' ')}`,
    firstSeen: row.since,
    lastSeen: now,
    isFixed: false,
  });

interface Facts extends Pick<Incident, 'objectId' | 'shipmentId' | 'detail'> {
  firstSeen: Date;
  lastSeen: Date;
  isFixed: boolean;
}

function toIncident(kind: string, { isFixed, ...facts }: Facts): Incident {
  const { title, doing } = textOf(kind);
  return {
    ...facts,
    kind,
    title,
    doing,
    canBeSettled: canBeSettled(kind) || isFixed,
    firstSeen: facts.firstSeen.toISOString(),
    lastSeen: facts.lastSeen.toISOString(),
  };
}
