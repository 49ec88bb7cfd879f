import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import { BULK } from '@lading/contract/messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import { chooseRate, type UnmetChoice } from '@lading/contract/orders/service-choice.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import { quoteRates } from '../shipments/quote-rates.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { ChosenBy } from './bulk.tables.ts';
import type { ClaimedRow } from './bulk-row-work.store.ts';
import type { RateResult } from './bulk-rows.store.ts';
import { orderRefOf } from './order-ref.ts';
import { openCells, openShipment, type RowKeys, sealShipment } from './stored-row.ts';
import { checkContext, validateRow } from './validate-row.ts';

/** Tries while the label provider is unreachable, before the row reports the error. */
const MAX_TRIES = 3;

/** Gets rates for one row and selects one. Returns null when the row must be retried. */
export async function rateRow(deps: BulkDeps, row: ClaimedRow): Promise<RateResult | null> {
  const { shipment: stored } = row;
  if (!stored) throw new Error(`row ${row.number} of batch ${row.batch_id} has no shipment to rate`);
  const shipment = await withRowKeys(deps, row, (by) => openShipment(by, stored));
  if (!shipment) return revalidated(deps, row);
  try {
    const { rates, messages } = await quoteRates(
      deps,
      { userId: row.user_id },
      shipment,
      orderRefOf(row.cells),
    );
    return rates.length > 0 ? withRates(row, rates, messages) : withoutRates(row, BULK.noRates, messages);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'DATE_PASSED') return revalidated(deps, row);
    if (error.status >= 500 && row.tries < MAX_TRIES) return null;
    return withoutRates(row, BULK.ratesFailed(error.message), []);
  }
}

function withRates(row: ClaimedRow, rates: Rate[], messages: RateResult['messages']): RateResult {
  const { rate: choice, chosenBy, unmet } = selectRate(row, rates);
  const { chosen, chosen_by } = choice ? { chosen: choice, chosen_by: chosenBy } : handChoiceOf(row);
  return {
    ...outcome(row, []),
    status: choice ? 'rate_selected' : 'rates_loaded',
    rates,
    messages,
    offered: rates.map(({ objectId }) => objectId),
    selected: choice?.objectId ?? null,
    chosen,
    chosen_by,
    unmet,
    cents: choice ? centsOf(choice.amount) : null,
  };
}

/**
 * Keeps the previously chosen service if it is offered again; a service chosen by hand is never replaced. If no rate fits the
 * wish, the client must choose.
 */
function selectRate({ chosen, chosen_by, wish }: ClaimedRow, rates: readonly Rate[]): Selection {
  const same =
    chosen && rates.find(({ carrier, service }) => carrier === chosen.carrier && service === chosen.service);
  // A wish is checked again: the price may have changed.
  if (wish && (chosen_by === null || chosen_by === 'wish' || (chosen_by === 'rule' && !same)))
    return { unmet: null, ...chooseRate(rates, wish), chosenBy: 'wish' };
  if (same || chosen_by === 'hand')
    return { rate: same ?? undefined, chosenBy: chosen_by ?? 'rule', unmet: null };
  return { rate: rates[0], chosenBy: 'rule', unmet: null };
}

interface Selection {
  rate?: Rate | undefined;
  chosenBy: ChosenBy;
  unmet: UnmetChoice | null;
}

function withoutRates(row: ClaimedRow, message: string, messages: RateResult['messages']): RateResult {
  // Weight and size are the most common reasons for a refusal, so the weight cell shows the problem.
  const problem: BulkProblem = { column: 'package_weight', kind: 'rates', message };
  return { ...outcome(row, [problem]), messages };
}

/** The ship date passed, or a key was deleted, after the row was validated: validating it again reports that. */
function revalidated(deps: BulkDeps, row: ClaimedRow): Promise<RateResult> {
  return withRowKeys(deps, row, (by) => {
    const cells = openCells(by, row.cells);
    const { problems, shipment } = validateRow(row.user_id, checkContext(deps, row), row.number, cells);
    return { ...outcome(row, problems), shipment: shipment && sealShipment(by, shipment) };
  });
}

const withRowKeys = <T>({ taxIdSecrets }: BulkDeps, row: ClaimedRow, run: (by: RowKeys) => T): Promise<T> =>
  taxIdSecrets.withKeys(async (keys) => run({ keys, userId: row.user_id }));

/** Kept without a selected rate, so that the next rating looks for the same service again. */
const handChoiceOf = ({ chosen, chosen_by }: ClaimedRow): Pick<RateResult, 'chosen' | 'chosen_by'> =>
  chosen_by === 'hand' ? { chosen, chosen_by } : { chosen: null, chosen_by: null };

const outcome = (row: ClaimedRow, problems: BulkProblem[]): RateResult => ({
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
  ...handChoiceOf(row),
  unmet: null,
  cents: null,
});
