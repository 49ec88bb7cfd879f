import type { Clock } from '../../platform/clock.ts';
import { type Database, type Handle, transaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { OURSELVES } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type BreakKind, textOf } from './break-kinds.ts';
import { insertBreak, noteSighting, reopenBreak, resolveBreak, selectBreak } from './breaks.store.ts';

interface Deps {
  db: Handle;
  clock: Clock;
  log: Log;
}

/** Kept once per object, for the operator's eyes, until it is mended or settled. Its opening goes into the audit record. */
export async function reportBreak(
  deps: Deps,
  kind: BreakKind,
  objectId: string,
  detail: string,
): Promise<void> {
  deps.log.error({ kind, objectId, detail }, 'something does not add up');
  const report = (trx: Handle) => keepBreak(trx, deps.clock, { kind, objectId, detail });
  await (deps.db.isTransaction ? report(deps.db) : transaction(deps.db as Database, report));
}

interface Sighting {
  kind: BreakKind;
  objectId: string;
  detail: string;
}

async function keepBreak(trx: Handle, clock: Clock, sighting: Sighting): Promise<void> {
  const { kind, objectId, detail } = sighting;
  const now = clock.now();
  const isSettledForGood = textOf(kind).settling === 'for_good';
  const isOpening =
    (await insertBreak(trx, sighting, now)) || (await reopenBreak(trx, sighting, now, isSettledForGood));
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
export const hasBreak = async (db: Handle, kind: BreakKind, objectId: string): Promise<boolean> =>
  (await selectBreak(db, kind, objectId)) !== undefined;

/** What it told of has come to its end. */
export const closeBreak = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  kind: BreakKind,
  objectId: string,
): Promise<void> => resolveBreak(db, { kind, objectId }, clock.now());
