import { ago, type Clock, days, minutes } from '../../platform/clock.ts';
import { type Database, transaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { IncidentKind } from './incident-kinds.ts';
import {
  resolveIncident,
  resolveUnseenInvariants,
  selectInvariantsSeen,
  selectOpenObjects,
} from './incidents.store.ts';
import { findViolations, type Violation } from './invariants.store.ts';
import { reportIncident } from './report-incident.ts';
import { sharedCheck } from './shared-check.ts';

/** Much longer than a payment needs to become a label or a refund. */
const STUCK_AFTER_MS = minutes(45);
const RECENT_MS = days(2);

/** Long enough for two checks of recent data. */
const JUST_SEEN_MS = minutes(15);

/** Of one invariant. Enough to see what is wrong; the rest follows when these are resolved. */
const MAX_REPORTED = 100;

interface Deps {
  db: Database;
  clock: Clock;
  log: Log;
}

/**
 * Opens an incident for every violation in recent data or in the whole database, and resolves the incidents
 * whose violation is gone. A check of recent data looks only at incidents that it saw before.
 */
export async function checkInvariants(deps: Deps, extent: 'recent' | 'whole'): Promise<number> {
  const { db, clock } = deps;
  const startedAt = clock.now();
  const since = extent === 'whole' ? null : ago(clock, RECENT_MS);
  const violations = await findViolations(db, { now: startedAt, maxInProgressMs: STUCK_AFTER_MS, since });
  for (const { invariant, objectId, detail } of await reportable(db, violations))
    await reportIncident(deps, kindOf(invariant), objectId, `${invariant}: ${detail}`);
  if (extent === 'whole') await resolveUnseenInvariants(db, startedAt);
  else await resolveGone(deps, startedAt);
  return violations.length;
}

/** Of each invariant, the violations that have an open incident, and others up to the limit. */
async function reportable(db: Database, violations: readonly Violation[]): Promise<Violation[]> {
  const reported: Violation[] = [];
  for (const [invariant, found] of Map.groupBy(violations, (violation) => violation.invariant)) {
    const open = new Set(found.length > MAX_REPORTED ? await selectOpenObjects(db, kindOf(invariant)) : []);
    const known = found.filter(({ objectId }) => open.has(objectId));
    const others = found.filter(({ objectId }) => !open.has(objectId));
    reported.push(...known, ...others.slice(0, Math.max(0, MAX_REPORTED - known.length)));
  }
  return reported;
}

const kindOf = (invariant: string): IncidentKind => `invariant_${invariant.split(' ')[0]}`;
const isInvariant = (kind: string) => kind.startsWith('invariant_');
const invariantOf = (kind: string) => kind.replace('invariant_', '');

/** An incident that this check did not see again may have left the recent period, so it is checked alone. */
async function resolveGone(deps: Deps, startedAt: Date): Promise<void> {
  const { db, clock } = deps;
  const seen = await selectInvariantsSeen(db, { from: ago(clock, JUST_SEEN_MS), before: startedAt });
  if (seen.length === 0) return;
  const present = await presentIn(deps, new Set(seen.map(({ kind }) => invariantOf(kind))));
  for (const { kind, object_id: objectId } of seen)
    if (!present.has(`${kind} ${objectId}`))
      await transaction(db, (trx) => resolveIncident(trx, { kind, objectId }, startedAt));
}

type CheckDeps = Pick<Deps, 'db' | 'clock'>;

interface OpenIncident {
  kind: string;
  objectId: string;
}

/** True if the incident is about an invariant that holds again for its object. */
export async function isFixed(deps: CheckDeps, { kind, objectId }: OpenIncident): Promise<boolean> {
  if (!isInvariant(kind)) return false;
  return !(await presentIn(deps, new Set([invariantOf(kind)]))).has(`${kind} ${objectId}`);
}

interface SeenIncident extends OpenIncident {
  lastSeen: Date;
}

/** Returns a test for incidents whose invariant held again within the last minute, after they were last seen. */
export async function findFixed(
  deps: CheckDeps,
  incidents: readonly SeenIncident[],
): Promise<(incident: SeenIncident) => boolean> {
  const checks = new Map<string, Awaited<ReturnType<typeof sharedCheck>>>();
  for (const kind of new Set(incidents.map((incident) => incident.kind).filter(isInvariant)))
    checks.set(kind, await sharedCheck(deps, kind, () => presentIn(deps, new Set([invariantOf(kind)]))));
  return ({ kind, objectId, lastSeen }) => {
    const check = checks.get(kind);
    return check !== undefined && lastSeen <= check.startedAt && !check.found.has(`${kind} ${objectId}`);
  };
}

async function presentIn({ db, clock }: CheckDeps, invariants: ReadonlySet<string>): Promise<Set<string>> {
  const scope = { now: clock.now(), maxInProgressMs: STUCK_AFTER_MS, since: null };
  const found = await findViolations(db, scope, invariants);
  return new Set(found.map(({ invariant, objectId }) => `${kindOf(invariant)} ${objectId}`));
}
