import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { once } from '../../platform/once.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import type {
  Connection,
  FoundReport,
  OrderSource,
  ShippedParcel,
} from '../../providers/order-sources/port.ts';
import { addLookUps } from './order-look-ups.store.ts';
import {
  finishReports,
  keepClaim,
  markUncertain,
  postponeReport,
  type ReportEnd,
  type ReportFacts,
  returnReports,
  type StoredReport,
  selectReportFacts,
} from './order-reports.store.ts';
import type { OrderSourceDeps, StoredSource } from './order-sources.deps.ts';
import { refreshOrders } from './refresh-orders.ts';
import { lockAndCount } from './saved-orders.store.ts';
import { shippedParcel } from './shipped-parcel.ts';
import { noteFailure, shortened } from './source-failures.ts';

/** For the client, who must tell the buyer. */
export const CANNOT_WITHDRAW =
  'This store can’t remove a tracking number. Please update the order in the store and tell your buyer.';

/** For the client, who decides whether the order is shipped again. */
export const STILL_SHIPPED =
  'The tracking number was removed, but the store still says that the order is shipped. Please update the order in the store and tell your buyer.';

/** For the client, who can see in the store what we cannot. */
export const UNPROVEN =
  'The store did not confirm this number. Please check the order there, and send the number again if it is missing.';

/** Most stores limit the pace, but one call at a time would take minutes for the orders of a day. */
const CALLS_PER_STORE = 4;

/** An order can take megabytes, and several stores are called at the same time. */
const ORDERS_IN_MEMORY = 10;

/** One lost answer concerns one parcel. After several failures, the store is probably down. */
const MAX_FAILURES = 3;

export interface ConnectedStore {
  source: StoredSource;
  adapter: OrderSource;
  connection: Connection;
}

interface EndedReport {
  report: StoredReport;
  externalId: string;
  end: ReportEnd;
}
interface FailedReport {
  report: StoredReport;
  error: unknown;
  isUncertain: boolean;
  /** Whether the number still has to be sent again for the client. */
  sendsUnproven: boolean;
  /** The reference that the store has for it, if it was asked. */
  found: string | null;
}

/** No further calls to the store now. */
interface Stop {
  /** How long the store asks us to wait. */
  askedMs: number;
}

/**
 * Reports or withdraws claimed shipments of one store, at most one per order. Before any call, marks the outcomes as
 * uncertain. After an unknown outcome the store is asked first, so that a buyer never gets two emails. Makes no further call
 * if the store must be left alone, or when the claims may end during another call. Returns a `Stop` after any failure.
 */
export async function sendReports(
  deps: OrderSourceDeps,
  store: ConnectedStore,
  reports: readonly StoredReport[],
): Promise<Stop | null> {
  const { db, clock, timings } = deps;
  const latestCall = performance.now() + timings.reportLeaseMs / 2;
  const marked = await markUncertain(db, reports, clock.now(), timings.reportLeaseMs);
  failpoint('report-marked');
  const claimed = reports.filter(({ id }) => marked.has(id));
  const untried = new Set(claimed);
  const ended: EndedReport[] = [];
  const failed: FailedReport[] = [];
  const mustStop = () => mustPause(deps, failed) || deps.isDraining() || performance.now() > latestCall;
  for (let from = 0; from < claimed.length && !mustStop(); from += ORDERS_IN_MEMORY) {
    const group = claimed.slice(from, from + ORDERS_IN_MEMORY);
    const factsOfGroup = once(() => selectReportFacts(db, group));
    await inParallel(group, CALLS_PER_STORE, async (report) => {
      if (mustStop()) return;
      untried.delete(report);
      const sent = await sendReport(deps, store, report, factsOfGroup);
      if ('end' in sent) ended.push(sent);
      else failed.push(sent);
    });
  }
  failed.push(...(await recordEnds(deps, store, ended)));
  failpoint('report-recorded');
  const waits: number[] = [];
  for (const each of failed) waits.push(await postpone(deps, store, each));
  await returnReports(db, [...untried], { now: clock.now(), waitMs: timings.orderRetryMs });
  return failed.length > 0 || untried.size > 0 ? { askedMs: Math.max(0, ...waits) } : null;
}

/** Whether the store refuses our calls, asks us to wait, cannot be reached, or fails repeatedly. */
const mustPause = ({ orderSources }: OrderSourceDeps, failed: readonly FailedReport[]): boolean =>
  failed.length >= MAX_FAILURES ||
  failed.some(({ error }) => {
    const problem = orderSources.problemOf(error);
    const asksToWait = problem?.kind === 'unavailable' && problem.retryAfterMs !== null;
    return problem?.kind === 'refused' || asksToWait || error instanceof NotSentError;
  });

async function sendReport(
  deps: OrderSourceDeps,
  store: ConnectedStore,
  report: StoredReport,
  factsOfGroup: () => Promise<Map<string, ReportFacts>>,
): Promise<EndedReport | FailedReport> {
  let wasCalled = false;
  let found: FoundReport | null = null;
  try {
    const facts = (await factsOfGroup()).get(report.id);
    if (!facts) throw new Error('The parcel of a report has no shipment');
    const { external_id: externalId } = facts;
    const parcel = shippedParcel(report, facts, deps.trackingUrl);
    if (report.is_uncertain) {
      found = await store.adapter.findReport(store.connection, parcel);
      await requireClaim(deps, report);
    }
    if (found && !needsCall(found, report) && report.state === 'reporting')
      return { report, externalId, end: found.isUnproven ? unproven(found) : reported(deps, found) };
    wasCalled = true;
    const end =
      report.state === 'reporting'
        ? await callReport(deps, store, parcel, found ?? undefined)
        : await callWithdraw(store, report, parcel, found?.reference ?? null);
    failpoint('report-sent');
    return { report, externalId, end };
  } catch (error) {
    const mayHaveArrived = wasCalled && !(error instanceof NotSentError);
    return {
      report,
      error,
      isUncertain: report.is_uncertain || mayHaveArrived,
      sendsUnproven: report.sends_unproven && !mayHaveArrived,
      found: found?.reference ?? null,
    };
  }
}

/** Searching a store may take longer than the lease. */
async function requireClaim({ db, clock, timings }: OrderSourceDeps, report: StoredReport): Promise<void> {
  if (!(await keepClaim(db, report, clock.now(), timings.reportLeaseMs)))
    throw new Error('Another process has taken over the report');
}

/** Whether the store needs a call although it has the number, or may have it. */
const needsCall = ({ isPartial, isUnproven }: FoundReport, report: StoredReport): boolean =>
  isPartial === true || (isUnproven === true && report.sends_unproven);

const reported = ({ clock }: OrderSourceDeps, { reference }: { reference: string }): ReportEnd => ({
  state: 'reported',
  reference,
  reportedAt: clock.now(),
});

/** With the reference, so that a void tells the client about a number that the store may have. */
const unproven = ({ reference }: FoundReport): ReportEnd => ({
  state: 'refused',
  reference,
  message: UNPROVEN,
});

async function callReport(
  deps: OrderSourceDeps,
  { adapter, connection }: ConnectedStore,
  parcel: ShippedParcel,
  begun: FoundReport | undefined,
): Promise<ReportEnd> {
  const outcome = await adapter.report(connection, parcel, begun);
  if (outcome.kind === 'reported') return reported(deps, outcome);
  // An earlier try may have recorded a part.
  const { message, reference = begun?.reference } = outcome;
  return { state: 'refused', message: shortened(message), ...(reference && { reference }) };
}

async function callWithdraw(
  { adapter, connection }: ConnectedStore,
  report: StoredReport,
  parcel: ShippedParcel,
  found: string | null,
): Promise<ReportEnd> {
  const reference = found ?? report.reference;
  // The report never arrived.
  if (reference === null) return { state: 'withdrawn' };
  const outcome = await adapter.withdraw(connection, { parcel, reference });
  // Without a reference, because the store no longer has the number.
  if (outcome.kind === 'withdrawn' && outcome.isStillShipped)
    return { state: 'not_withdrawn', message: STILL_SHIPPED };
  if (outcome.kind === 'withdrawn') return { state: 'withdrawn', reference };
  if (outcome.kind === 'unsupported') return { state: 'not_withdrawn', reference, message: CANNOT_WITHDRAW };
  // An earlier call without an answer has already withdrawn it.
  if (report.is_uncertain && found === null) return { state: 'withdrawn', reference };
  return { state: 'not_withdrawn', reference, message: shortened(outcome.message) };
}

/** Saves the outcomes together. If that fails, the store is asked about all of them. */
async function recordEnds(
  deps: OrderSourceDeps,
  { source }: ConnectedStore,
  ended: readonly EndedReport[],
): Promise<FailedReport[]> {
  if (ended.length === 0) return [];
  try {
    await transaction(deps.db, (trx) => record(deps, trx, source, ended));
    return [];
  } catch (error) {
    return ended.map(({ report }) => ({
      report,
      error,
      isUncertain: true,
      sendsUnproven: false,
      found: null,
    }));
  }
}

async function record(
  deps: OrderSourceDeps,
  trx: Trx,
  { id, user_id }: StoredSource,
  ended: readonly EndedReport[],
): Promise<void> {
  const now = deps.clock.now();
  const inState = (some: readonly EndedReport[], state: ReportEnd['state']) =>
    some.filter(({ end }) => end.state === state);
  // Of all outcomes, the inbox shows only these. Orders are locked before reports, as everywhere.
  const shown = [...inState(ended, 'refused'), ...inState(ended, 'not_withdrawn')];
  const orderIds = shown.map(({ report }) => report.order_id);
  if (orderIds.length > 0) await lockAndCount(trx, user_id, orderIds);
  const finished = await finishReports(trx, ended, now);
  await refreshOrders(deps, trx, user_id, orderIds);
  // The store shows these orders as open again.
  const kept = ended.filter(({ report }) => finished.has(report.id));
  await addLookUps(
    trx,
    id,
    inState(kept, 'withdrawn').map(({ externalId }) => externalId),
    now,
  );
}

/** Returns how long the store asks us to wait. */
async function postpone(
  deps: OrderSourceDeps,
  { source }: ConnectedStore,
  { report, error, isUncertain, sendsUnproven, found }: FailedReport,
): Promise<number> {
  const failure = await noteFailure(deps, source, error, report.tries - 1);
  await postponeReport(deps.db, report, {
    now: deps.clock.now(),
    waitMs: failure.isRefused ? 0 : failure.waitMs,
    isUncertain,
    sendsUnproven,
    reference: found,
    message: failure.error.message,
  });
  return failure.askedMs;
}
