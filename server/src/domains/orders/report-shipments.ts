import { transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import type { Connection, OrderSource, ShippedParcel } from '../../providers/order-sources/port.ts';
import { addLookUps } from './order-look-ups.store.ts';
import {
  finishReport,
  markUncertain,
  postponeReports,
  type ReportEnd,
  type StoredReport,
  selectExternalId,
  selectReportFacts,
} from './order-reports.store.ts';
import type { OrderSourceDeps, StoredSource } from './order-sources.deps.ts';
import { refreshOrders } from './refresh-orders.ts';
import { lockOrders } from './saved-orders.store.ts';
import { shippedParcel } from './shipped-parcel.ts';
import { noteFailure, shortened } from './source-failures.ts';

/** For the client, who must tell the buyer. */
export const CANNOT_WITHDRAW =
  'This store can’t remove a tracking number. Please update the order in the store and tell your buyer.';

export interface Shop {
  source: StoredSource;
  adapter: OrderSource;
  connection: Connection;
}

/** `stop`: the shop did not answer, so the source's other reports wait too. */
type ReportResult = 'done' | 'stop';

/**
 * Reports or withdraws one claimed shipment. Before each call it is stored that the outcome is uncertain. After an
 * unknown outcome the shop is asked first, so that a buyer never gets two emails.
 */
export async function sendReport(
  deps: OrderSourceDeps,
  shop: Shop,
  report: StoredReport,
): Promise<ReportResult> {
  const { db, clock } = deps;
  let wasCalled = false;
  try {
    const parcel = shippedParcel(report, await selectReportFacts(db, report), deps.trackingUrl);
    const found = report.is_uncertain ? await shop.adapter.findReport(shop.connection, parcel) : null;
    if (found && report.state === 'reporting') {
      await end(deps, report, { state: 'reported', reference: found.reference, reportedAt: clock.now() });
      return 'done';
    }
    if (!(await markUncertain(db, report, clock.now(), deps.timings.reportLeaseMs))) return 'done';
    failpoint('report-marked');
    wasCalled = true;
    const outcome =
      report.state === 'reporting'
        ? await callReport(deps, shop, parcel)
        : await callWithdraw(shop, report, parcel, found?.reference ?? null);
    failpoint('report-sent');
    await end(deps, report, outcome);
    failpoint('report-recorded');
    return 'done';
  } catch (error) {
    const isUncertain = report.is_uncertain || (wasCalled && !(error instanceof NotSentError));
    return postpone(deps, shop, report, error, isUncertain);
  }
}

async function callReport(
  { clock }: OrderSourceDeps,
  { adapter, connection }: Shop,
  parcel: ShippedParcel,
): Promise<ReportEnd> {
  const outcome = await adapter.report(connection, parcel);
  return outcome.kind === 'reported'
    ? { state: 'reported', reference: outcome.reference, reportedAt: clock.now() }
    : { state: 'refused', message: shortened(outcome.message) };
}

async function callWithdraw(
  { adapter, connection }: Shop,
  report: StoredReport,
  parcel: ShippedParcel,
  found: string | null,
): Promise<ReportEnd> {
  const reference = found ?? report.reference;
  // The report never arrived.
  if (reference === null) return { state: 'withdrawn' };
  const outcome = await adapter.withdraw(connection, { parcel, reference });
  if (outcome.kind === 'withdrawn') return { state: 'withdrawn', reference };
  if (outcome.kind === 'unsupported') return { state: 'not_withdrawn', reference, message: CANNOT_WITHDRAW };
  // An earlier call without an answer has already withdrawn it.
  if (report.is_uncertain && found === null) return { state: 'withdrawn', reference };
  return { state: 'not_withdrawn', reference, message: shortened(outcome.message) };
}

/** Stores the outcome, and lets the inbox show it. */
async function end(deps: OrderSourceDeps, report: StoredReport, outcome: ReportEnd): Promise<void> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    // Orders before reports, as everywhere.
    await lockOrders(trx, report.user_id, [report.order_id]);
    if (!(await finishReport(trx, report, outcome, clock.now()))) return;
    await refreshOrders(deps, trx, report.user_id, [report.order_id]);
    // The order is open in the shop again.
    if (outcome.state === 'withdrawn')
      await addLookUps(trx, report.source_id, [await selectExternalId(trx, report.order_id)], clock.now());
  });
}

async function postpone(
  deps: OrderSourceDeps,
  { source }: Shop,
  report: StoredReport,
  error: unknown,
  isUncertain: boolean,
): Promise<ReportResult> {
  const failure = await noteFailure(deps, source, error, report.tries - 1);
  await postponeReports(deps.db, [report], {
    now: deps.clock.now(),
    waitMs: failure.isRefused ? 0 : failure.waitMs,
    isUncertain,
    message: failure.error.message,
  });
  return 'stop';
}
