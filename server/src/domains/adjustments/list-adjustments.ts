import type {
  AdminAdjustment,
  AdminAdjustmentAnswer,
  AdminAdjustmentsAnswer,
  AdminAdjustmentsFilter,
  AdminAdjustmentsQuery,
  ClientAdjustment,
  ClientAdjustmentsAnswer,
  ClientAdjustmentsQuery,
  Evidence,
} from '@lading/contract/adjustments.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { MAX_LISTED_LINES } from '@lading/contract/carrier-invoices.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { byActor } from '../audit/audit.events.ts';
import { given, noteView } from '../audit/note-view.ts';
import { recordEvent } from '../audit/record-event.ts';
import {
  countOwnAdjustments,
  exportedAdjustments,
  type ListedAdjustment,
  selectAdjustments,
  selectListedAdjustment,
  selectOfShipment,
  selectOwnAdjustment,
  selectOwnAdjustments,
  sumAdjustments,
} from './adjustment-list.store.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { selectLinesOf } from './carrier-invoices.store.ts';
import { selectEvidence } from './evidence.store.ts';
import { toAdminAdjustment, toClientAdjustment } from './format-adjustment.ts';

/** More than a shipment ever has. */
const MAX_PER_SHIPMENT = 100;

interface ReadDeps {
  db: Handle;
  clock: Clock;
}

/** What a client pays or gets, newest first. */
export async function listOwnAdjustments(
  { db, clock }: ReadDeps,
  { userId }: Actor,
  { page, limit, shipmentId }: ClientAdjustmentsQuery,
): Promise<ClientAdjustmentsAnswer> {
  const shipment = shipmentId || undefined;
  const [rows, count] = await Promise.all([
    selectOwnAdjustments(db, userId, { page, limit, shipmentId: shipment }),
    countOwnAdjustments(db, userId, shipment),
  ]);
  const adjustments = await withEvidence(db, rows, (row, evidence) =>
    toClientAdjustment(row, evidence, clock.now()),
  );
  return { adjustments, pagination: paginationOf(count, page, limit) };
}

export async function showOwnAdjustment(
  { db, clock }: ReadDeps,
  { userId }: { userId: string },
  id: string,
): Promise<ClientAdjustment> {
  const row = await selectOwnAdjustment(db, userId, id);
  if (!row) throw new AppError('ADJUSTMENT_NOT_FOUND');
  const [shown] = await withEvidence(db, [row], (found, evidence) =>
    toClientAdjustment(found, evidence, clock.now()),
  );
  return shown as ClientAdjustment;
}

/** For the client's page of a shipment. */
export const ownAdjustmentsOf = async (
  deps: ReadDeps,
  userId: string,
  shipmentId: string,
): Promise<ClientAdjustment[]> => {
  const { db, clock } = deps;
  const rows = await selectOwnAdjustments(db, userId, { page: 1, limit: MAX_PER_SHIPMENT, shipmentId });
  return withEvidence(db, rows, (row, evidence) => toClientAdjustment(row, evidence, clock.now()));
};

/** For the operator's page of a shipment. */
export const adjustmentsOf = async (
  { db }: Pick<ReadDeps, 'db'>,
  shipmentId: string,
): Promise<AdminAdjustment[]> => withEvidence(db, await selectOfShipment(db, shipmentId), toAdminAdjustment);

async function withEvidence<T>(
  db: Handle,
  rows: readonly ListedAdjustment[],
  format: (row: ListedAdjustment, evidence: readonly Evidence[]) => T,
): Promise<T[]> {
  const disputed = rows.filter((row) => row.dispute_state !== null).map(({ id }) => id);
  const files = disputed.length > 0 ? await selectEvidence(db, disputed) : [];
  const byAdjustment = Map.groupBy(files, ({ adjustment_id: id }) => id);
  return rows.map((row) => format(row, (byAdjustment.get(row.id) ?? []).map(toEvidence)));
}

const toEvidence = (file: Awaited<ReturnType<typeof selectEvidence>>[number]): Evidence => ({
  id: file.id,
  fileName: file.file_name,
  contentType: file.content_type,
  bytes: file.size,
  addedAt: file.created_at.toISOString(),
});

const filterOf = (filter: AdminAdjustmentsFilter) => {
  const { clientId, carrier, reason, outcome, dispute, invoiceId, startDate, endDate } = filter;
  return { clientId, carrier, reason, outcome, dispute, invoiceId, startDate, endDate };
};

/** The adjustments of all clients. */
export async function listAdjustments(
  deps: AdjustmentDeps,
  actor: Actor,
  query: AdminAdjustmentsQuery,
): Promise<AdminAdjustmentsAnswer> {
  const { db } = deps;
  const { page, limit } = query;
  const filter = filterOf(query);
  const [rows, totals] = await Promise.all([selectAdjustments(db, query), sumAdjustments(db, filter)]);
  await noteView(deps, actor, 'VIEW_ADJUSTMENTS', { filters: given(filter), pagination: { page, limit } });
  return {
    data: {
      adjustments: await withEvidence(db, rows, toAdminAdjustment),
      totals: { billed: totals.billed, client: totals.client, openDisputes: totals.open },
      pagination: paginationOf(totals.count, page, limit),
    },
  };
}

export async function showAdjustment(
  { db }: Pick<ReadDeps, 'db'>,
  id: string,
): Promise<AdminAdjustmentAnswer> {
  const row = await selectListedAdjustment(db, id);
  if (!row) throw new AppError('ADJUSTMENT_NOT_FOUND');
  const [adjustment] = await withEvidence(db, [row], toAdminAdjustment);
  const lines = await selectLinesOf(db, id, MAX_LISTED_LINES);
  return {
    adjustment: adjustment as AdminAdjustment,
    lines: lines.map(({ line_no: line, tracking_number: trackingNumber, description, cents }) => ({
      line,
      trackingNumber,
      description,
      amount: cents,
    })),
  };
}

/** Audits the export before sending anything. */
export async function exportAdjustments(
  { db, clock, timeZone, exports }: AdjustmentDeps,
  actor: Actor,
  filters: AdminAdjustmentsFilter,
): Promise<SentFile> {
  const filter = filterOf(filters);
  const content = await exports.start(actor.userId, exportedAdjustments(db, filter, timeZone));
  try {
    await recordEvent(db, clock, actor, {
      type: 'EXPORT_ADJUSTMENTS',
      status: 'success',
      ...byActor(actor),
      details: { filters: given(filter) },
    });
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: exportFileName('adjustments', dateIn(timeZone, clock.now())),
    content,
  };
}
