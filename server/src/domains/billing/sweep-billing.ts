import { hours, later } from '../../platform/clock.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import type { IssueDeps } from './billing.deps.ts';
import { monthAfter } from './billing-months.ts';
import { finishMonth, type StoredSettings, selectSettings } from './billing-settings.store.ts';
import { issueDocuments } from './issue-documents.ts';
import { issueReceipts } from './issue-receipts.ts';
import { selectClientsToBill, selectPeriod } from './month-facts.store.ts';

const PAGE_SIZE = 50;

/** A month is closed when nothing that happened in it can still be committed. */
const CLOSED_AFTER_MS = hours(1);

/** Issues receipts, and the documents of the oldest closed month that is not complete, a page of clients at a time. */
export async function sweepBilling(deps: IssueDeps): Promise<void> {
  const settings = await selectSettings(deps.db);
  if (!settings.next_month) return;
  await issueReceipts(deps);
  await issueNextMonth(deps, settings, settings.next_month);
}

async function issueNextMonth(deps: IssueDeps, settings: StoredSettings, month: string): Promise<void> {
  const { db, log } = deps;
  const period = await selectPeriod(db, month, monthAfter(month));
  if (!isClosed(deps, period)) return;
  const clients = await selectClientsToBill(db, { month, ...period, limit: PAGE_SIZE });
  if (clients.length === 0) return finishMonth(db, month, monthAfter(month));
  await forEachIsolated(
    clients,
    {
      onError: (err, userId) =>
        log.error(
          { event: 'billing.issue_failed', err, userId, month },
          "Could not issue a client's billing documents; will retry",
        ),
    },
    (userId) => issueDocuments(deps, settings, userId, month),
  );
}

export const isClosed = ({ clock }: Pick<IssueDeps, 'clock'>, { until }: { until: Date }): boolean =>
  later(until, CLOSED_AFTER_MS) <= clock.now();
