import { days, hours, later } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Movement, Page } from '../../providers/payments/port.ts';
import { askProcessor } from './ask-processor.ts';
import type { ProcessorDeps } from './processor-balance.deps.ts';
import {
  advanceRun,
  finishRun,
  type ReadState,
  type RunPosition,
  selectReads,
  startRun,
} from './reads.store.ts';
import { storeMovements } from './store-movements.ts';

/** Movements may appear late in the provider's list. Once a day, a run reads far back. */
const OVERLAP_MS = hours(2);
const DEEP_OVERLAP_MS = days(7);
const DEEP_EVERY_MS = days(1);
const MAX_PAGES = 20;
/** Longer than an outage of the provider usually takes. */
const STUCK_AFTER_MS = days(1);

/**
 * Reads the provider's list since the last complete run, newest first. Each page is stored with the position in one
 * transaction, so that a killed run continues where it was. True when the whole list was read.
 */
export async function readMovements(deps: ProcessorDeps, maxPages = MAX_PAGES): Promise<boolean> {
  let run = await openRun(deps);
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { since, at } = run;
    const page = await askProcessor(deps, (balance) => balance.movements({ since, after: at.after })).catch(
      async (error: unknown) => {
        await restartStuckRun(deps, run);
        throw error;
      },
    );
    failpoint('movements-read');
    const isOurs = await storePage(deps, at, page);
    failpoint('movements-stored');
    // Another process has taken over.
    if (!isOurs) return false;
    if (page.next === null) return true;
    run = { since, at: { ...at, after: page.next } };
  }
  return false;
}

interface Run {
  since: Date;
  at: RunPosition;
}

/** After a change of the account, the provider does not know the position, and every later read would fail too. */
async function restartStuckRun(
  { db, clock, paymentProvider }: ProcessorDeps,
  { since, at }: Run,
): Promise<void> {
  const now = clock.now();
  if (at.after === null || later(at.startedAt, STUCK_AFTER_MS) > now) return;
  await startRun(db, paymentProvider.name, { since, startedAt: now, isDeep: false });
}

/** Continues the run in progress, or starts one. */
async function openRun(deps: ProcessorDeps): Promise<Run> {
  const { db, clock, paymentProvider } = deps;
  const provider = paymentProvider.name;
  const now = clock.now();
  const state = await selectReads(db, provider);
  const { run_since: since, run_started_at: startedAt, run_after: after } = state;
  if (since && startedAt) return { since, at: { startedAt, after } };
  const isDeep = isDeepReadDue(state, now);
  const from = later(state.read_until, -(isDeep ? DEEP_OVERLAP_MS : OVERLAP_MS));
  await startRun(db, provider, { since: from, startedAt: now, isDeep });
  return { since: from, at: { startedAt: now, after: null } };
}

const isDeepReadDue = ({ deep_read_at: last }: ReadState, now: Date) =>
  last === null || now.getTime() - last.getTime() >= DEEP_EVERY_MS;

/** False, with nothing stored, when the run is no longer at this position. */
function storePage(deps: ProcessorDeps, at: RunPosition, page: Page<Movement>): Promise<boolean> {
  const { db, clock, paymentProvider } = deps;
  const provider = paymentProvider.name;
  return transaction(db, async (trx) => {
    const isOurs =
      page.next === null
        ? await finishRun(trx, provider, at, clock.now())
        : await advanceRun(trx, provider, at, page.next);
    if (isOurs) await storeMovements(trx, clock, provider, page.items);
    return isOurs;
  });
}
