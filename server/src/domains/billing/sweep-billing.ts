import { hours, later } from '../../platform/clock.ts';
import { openIncidentsOf, reportIncident } from '../reconciliation/report-incident.ts';
import type { IssueDeps } from './billing.deps.ts';
import { monthAfter } from './billing-months.ts';
import { finishMonth, type StoredSettings, selectSettings } from './billing-settings.store.ts';
import { issueDocuments } from './issue-documents.ts';
import { issueReceipts } from './issue-receipts.ts';
import { selectClientsToBill, selectPeriod } from './month-facts.store.ts';

const PAGE_SIZE = 50;

/** A month is closed when nothing that happened in it can still be committed. */
const CLOSED_AFTER_MS = hours(1);

/** Issues receipts, and a page of the documents of closed months, oldest month first. */
export async function sweepBilling(deps: IssueDeps): Promise<void> {
  const settings = await selectSettings(deps.db);
  if (!settings.next_month) return;
  await issueReceipts(deps);
  await issueMonths(deps, settings, settings.next_month);
}

/**
 * A client whose documents fail gets no documents for later months until that month succeeds. Clients with an open
 * incident come last, so that the others do not wait for them.
 */
async function issueMonths(deps: IssueDeps, settings: StoredSettings, first: string): Promise<void> {
  const { db } = deps;
  const failing = (await openIncidentsOf(db, 'billing_failed')).slice(0, PAGE_SIZE);
  const failed = new Set<string>();
  let left = PAGE_SIZE;
  let allDone = true;
  for (let month = first; ; month = monthAfter(month)) {
    const period = await selectPeriod(db, month, monthAfter(month));
    if (!isClosed(deps, period)) return;
    const scope = { month, ...period };
    const clients = await selectClientsToBill(db, scope, { except: [...failing, ...failed], limit: left });
    const retried = await selectClientsToBill(db, scope, {
      only: failing.filter((userId) => !failed.has(userId)),
      limit: PAGE_SIZE,
    });
    for (const userId of [...clients, ...retried])
      if (!(await issue(deps, settings, userId, month))) failed.add(userId);
    left -= clients.length;
    // Only a complete month may be followed by the next one.
    if (left === 0) return;
    allDone &&= (await selectClientsToBill(db, scope, { limit: 1 })).length === 0;
    if (allDone) await finishMonth(db, month, monthAfter(month));
  }
}

/** False if the documents could not be issued. */
async function issue(
  deps: IssueDeps,
  settings: StoredSettings,
  userId: string,
  month: string,
): Promise<boolean> {
  try {
    await issueDocuments(deps, settings, userId, month);
    return true;
  } catch (err) {
    deps.log.error(
      { event: 'billing.issue_failed', err, userId, month },
      "Could not issue a client's billing documents; will retry",
    );
    await reportIncident(deps, 'billing_failed', userId, `documents for ${month.slice(0, 7)}`);
    return false;
  }
}

export const isClosed = ({ clock }: Pick<IssueDeps, 'clock'>, { until }: { until: Date }): boolean =>
  later(until, CLOSED_AFTER_MS) <= clock.now();
