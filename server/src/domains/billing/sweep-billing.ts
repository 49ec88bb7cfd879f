import { hours, later } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { closeIncident, reportIncident } from '../reconciliation/report-incident.ts';
import type { IssueDeps } from './billing.deps.ts';
import { monthAfter } from './billing-months.ts';
import { finishMonth, type StoredSettings, selectSettings } from './billing-settings.store.ts';
import { issueDocuments } from './issue-documents.ts';
import { issueReceipts } from './issue-receipts.ts';
import { selectClientsToBill, selectPeriod } from './month-facts.store.ts';

const PAGE_SIZE = 50;

/** A month is closed when nothing that happened in it can still be committed. */
const CLOSED_AFTER_MS = hours(1);

/**
 * Clients whose documents this process could not issue, with the month. They get no later month before that one, and
 * the others do not wait for them. A restarted process finds them again.
 */
const failed = new Map<string, string>();

/** Issues receipts, and a page of the documents of closed months, oldest month first. */
export async function sweepBilling(deps: IssueDeps): Promise<void> {
  const settings = await selectSettings(deps.db);
  if (!settings.next_month) return;
  await issueReceipts(deps);
  for (const [userId, month] of [...failed].slice(0, PAGE_SIZE)) await issue(deps, settings, userId, month);
  await issueMonths(deps, settings, settings.next_month);
}

async function issueMonths(deps: IssueDeps, settings: StoredSettings, first: string): Promise<void> {
  const { db } = deps;
  let left = PAGE_SIZE;
  let allDone = true;
  for (let month = first; ; month = monthAfter(month)) {
    const period = await selectPeriod(db, month, monthAfter(month));
    if (!isClosed(deps, period)) return;
    const clients = await selectClientsToBill(db, {
      month,
      ...period,
      except: [...failed.keys()],
      limit: left,
    });
    for (const userId of clients) await issue(deps, settings, userId, month);
    left -= clients.length;
    // Only a complete month may be followed by the next one.
    if (left === 0) return;
    allDone &&= (await selectClientsToBill(db, { month, ...period, except: [], limit: 1 })).length === 0;
    if (allDone) await finishMonth(db, month, monthAfter(month));
  }
}

async function issue(
  deps: IssueDeps,
  settings: StoredSettings,
  userId: string,
  month: string,
): Promise<void> {
  const { db, clock, log } = deps;
  try {
    await issueDocuments(deps, settings, userId, month);
    if (failed.delete(userId))
      await transaction(db, (trx) => closeIncident(trx, clock, 'billing_failed', userId));
  } catch (err) {
    // At the end, so that all of them are tried in turn.
    failed.delete(userId);
    failed.set(userId, month);
    log.error(
      { event: 'billing.issue_failed', err, userId, month },
      "Could not issue a client's billing documents; will retry",
    );
    await reportIncident(deps, 'billing_failed', userId, `documents for ${month.slice(0, 7)}`);
  }
}

export const isClosed = ({ clock }: Pick<IssueDeps, 'clock'>, { until }: { until: Date }): boolean =>
  later(until, CLOSED_AFTER_MS) <= clock.now();
