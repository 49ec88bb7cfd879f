import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import { BULK } from '@lading/contract/messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import { quoteRates } from '../shipments/quote-rates.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { RatedRow } from './bulk-rows.store.ts';
import type { ClaimedRow } from './bulk-work.store.ts';
import { contextOf, judgeRow } from './judge-row.ts';

/** A carrier that does not answer is asked this often before the row is left with the reason. */
const TRIES = 3;

/** Prices for one row, with the cheapest chosen; null when the row is to be tried again. */
export async function rateRow(deps: BulkDeps, row: ClaimedRow): Promise<RatedRow | null> {
  const { shipment } = row;
  if (!shipment) throw new Error(`row ${row.number} of batch ${row.batch_id} has nothing to price`);
  try {
    const { rates, messages } = await quoteRates(deps, { userId: row.user_id }, shipment);
    return rates.length > 0 ? withRates(row, rates, messages) : withoutRates(row, BULK.noRates, messages);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'DATE_PASSED') return judgedAgain(deps, row);
    if (error.status >= 500 && row.tries < TRIES) return null;
    return withoutRates(row, BULK.ratesFailed(error.message), []);
  }
}

function withRates(row: ClaimedRow, rates: Rate[], messages: RatedRow['messages']): RatedRow {
  const choice = chooseAgain(row, rates);
  return {
    ...outcome(row, []),
    status: choice ? 'rate_selected' : 'rates_loaded',
    rates,
    messages,
    offered: rates.map(({ objectId }) => objectId),
    selected: choice?.objectId ?? null,
    chosen: choice ?? null,
    chosen_by: choice ? (row.chosen_by ?? 'rule') : null,
    cents: choice ? centsOf(choice.amount) : null,
  };
}

/** The service chosen before, where there was one; by hand only that will do. Else the first, which is the cheapest. */
function chooseAgain({ chosen, chosen_by }: ClaimedRow, rates: readonly Rate[]): Rate | undefined {
  const same =
    chosen && rates.find(({ carrier, service }) => carrier === chosen.carrier && service === chosen.service);
  return same || chosen_by === 'hand' ? (same ?? undefined) : rates[0];
}

function withoutRates(row: ClaimedRow, message: string, messages: RatedRow['messages']): RatedRow {
  // Weight and size decide more often than anything else whether a carrier takes a parcel.
  const problem: BulkProblem = { column: 'package_weight', kind: 'rates', message };
  return { ...outcome(row, [problem]), messages };
}

/** The day is over since the row was judged: it says so in its own words. */
function judgedAgain(deps: BulkDeps, row: ClaimedRow): RatedRow {
  const { problems, shipment } = judgeRow(row.user_id, contextOf(deps, row), row.number, row.cells);
  return { ...outcome(row, problems), shipment };
}

const outcome = (row: ClaimedRow, problems: BulkProblem[]): RatedRow => ({
  number: row.number,
  cells_version: row.cells_version,
  status: 'invalid',
  problems,
  error: problems[0]?.message ?? null,
  shipment: row.shipment,
  rates: [],
  messages: [],
  offered: [],
  selected: null,
  chosen: null,
  chosen_by: null,
  cents: null,
});
