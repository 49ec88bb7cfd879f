import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import type {
  BulkRow,
  BulkRowDetail,
  BulkTransaction,
  RowsAnswer,
  RowUpdate,
} from '@lading/contract/bulk.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { groupRefusals } from '@lading/contract/rate-refusals.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { labelFormatsOf } from '../shipments/label-formats.ts';
import { writtenParcelOf } from '../shipments/shipment-request.ts';
import { labelStatusOf } from '../shipments/shipments.states.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { type ShownRow, selectShownRows, selectWholeRow } from './bulk-row-views.store.ts';
import { findBatch } from './find-batch.ts';
import { maskedCells, maskedOriginal } from './stored-row.ts';
import { checkContext } from './validate-row.ts';

type ShowDeps = Pick<BulkDeps, 'trackingUrl'>;

export const rowId = (number: number) => `csv_ship_${number}`;

export async function showRows(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<RowsAnswer> {
  const batch = await findBatch(deps, actor, id);
  const rows = await selectShownRows(deps.db, id, after, limit);
  // The version is read before the rows, so that a change in between is sent again instead of being missed.
  return { rows: rows.map((row) => toRow(deps, row)), version: batch.version };
}

function toRow(deps: ShowDeps, row: ShownRow): BulkRow {
  return {
    id: rowId(row.number),
    line: row.line,
    cells: maskedCells(row.cells),
    originalRowData: maskedOriginal(row.cells, row.original),
    filled: row.filled,
    ...stateOf(deps, row),
  };
}

/**
 * A row's update for a listener that has seen `seen`, possibly in part. Cells are sent only if they changed.
 */
export function toUpdate(deps: ShowDeps, row: ShownRow, seen: number): RowUpdate {
  const state = stateOf(deps, row);
  return row.cells_version >= seen ? { ...state, cells: maskedCells(row.cells) } : state;
}

function stateOf(deps: ShowDeps, row: ShownRow): Omit<RowUpdate, 'cells'> {
  // A row that was rated without its service keeps the choice for the next rating.
  const chosen = row.selected === null ? null : row.chosen;
  return {
    number: row.number,
    status: row.status,
    removed: row.removed,
    isValid: row.status !== 'invalid',
    error: row.error,
    problems: row.problems,
    ...(row.refused.length > 0 ? { refusals: groupRefusals(row.refused) } : {}),
    work: row.work,
    paid: row.payment_id !== null,
    selectedRateId: row.selected,
    rate: chosen && {
      carrier: chosen.carrier,
      serviceName: chosen.serviceName,
      amount: chosen.amount,
      retailAmount: chosen.retailAmount,
      estimatedDays: chosen.estimatedDays,
      deliveryDate: chosen.deliveryDate,
      expiresAt: chosen.expiresAt,
      chosenBy: row.chosen_by ?? 'rule',
    },
    rateCount: row.rate_count,
    // A rate that a person chose needs no explanation.
    ...(row.wish && { wish: { ...row.wish, unmet: chosen ? null : row.unmet } }),
    transaction: transactionOf(deps, row),
    duplicate: row.duplicate,
  };
}

export function transactionOf({ trackingUrl }: ShowDeps, row: ShownRow): BulkTransaction | null {
  const { state } = row;
  if (!row.shipment_id || !state || row.total_cents === null || row.carrier === null) return null;
  return {
    transactionId: row.shipment_id,
    trackingNumber: row.tracking_number,
    labelStatus: labelStatusOf(state),
    ...labelFormatsOf({ ...row, state }),
    carrier: row.carrier,
    serviceName: row.service_name ?? '',
    cost: dollarsOf(row.total_cents),
    trackingUrl: row.tracking_number && trackingUrl(row.carrier, row.tracking_number),
  };
}

/** One row in full, with its rates and how its cells were read. */
export async function showRow(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  number: number,
): Promise<{ row: BulkRowDetail }> {
  const batch = await findBatch(deps, actor, id);
  const row = await selectWholeRow(deps.db, id, number);
  if (!row) throw new AppError('NOT_FOUND');
  const { shipment } = row;
  return {
    row: {
      ...toRow(deps, row),
      repairs: checkBulkRow(maskedCells(row.cells), checkContext(deps, batch)).repairs,
      from: shipment?.sender ?? null,
      to: shipment?.receiver ?? null,
      package: shipment && writtenParcelOf(shipment.package),
      shippingDate: shipment?.shippingDate ?? null,
      rates: row.rates,
      messages: row.messages,
      senderValidation: row.validations?.sender ?? null,
      recipientValidation: row.validations?.receiver ?? null,
    },
  };
}
