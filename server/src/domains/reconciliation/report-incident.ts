import type { Clock } from '../../platform/clock.ts';
import { type Database, type Handle, transaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { OURSELVES } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type IncidentKind, textOf } from './incident-kinds.ts';
import {
  insertIncident,
  noteSighting,
  reopenIncident,
  resolveIncident,
  selectIncident,
} from './incidents.store.ts';

interface Deps {
  db: Handle;
  clock: Clock;
  log: Log;
}

/** Kept once per object, for the operator's eyes, until it is mended or settled. Its opening goes into the audit record. */
export async function reportIncident(
  deps: Deps,
  kind: IncidentKind,
  objectId: string,
  detail: string,
): Promise<void> {
  deps.log.error({ kind, objectId, detail }, 'something does not add up');
  const report = (trx: Handle) => keepIncident(trx, deps.clock, { kind, objectId, detail });
  await (deps.db.isTransaction ? report(deps.db) : transaction(deps.db as Database, report));
}

interface Sighting {
  kind: IncidentKind;
  objectId: string;
  detail: string;
}

async function keepIncident(trx: Handle, clock: Clock, sighting: Sighting): Promise<void> {
  const { kind, objectId, detail } = sighting;
  const now = clock.now();
  const isSettledForGood = textOf(kind).settling === 'for_good';
  const isOpening =
    (await insertIncident(trx, sighting, now)) ||
    (await reopenIncident(trx, sighting, now, isSettledForGood));
  if (!isOpening) return noteSighting(trx, sighting, now);
  await recordEvent(trx, clock, OURSELVES, {
    type: 'MONEY_INCIDENT',
    status: 'error',
    userId: null,
    userRole: null,
    details: { kind, objectId, error: detail },
  });
}

/** Whether it was ever reported. */
export const hasIncident = async (db: Handle, kind: IncidentKind, objectId: string): Promise<boolean> =>
  (await selectIncident(db, kind, objectId)) !== undefined;

/** What it told of has come to its end. */
export const closeIncident = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  kind: IncidentKind,
  objectId: string,
): Promise<void> => resolveIncident(db, { kind, objectId }, clock.now());
