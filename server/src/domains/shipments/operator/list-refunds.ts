import type {
  AdminRefund,
  AdminRefundsAnswer,
  AdminRefundsFilter,
  AdminRefundsQuery,
} from '@lading/contract/admin-refunds.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { SentFile } from '../../../platform/http/send-file.ts';
import { byActor } from '../../audit/audit.events.ts';
import { given, noteView } from '../../audit/note-view.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { OperatorDeps } from './operator.deps.ts';
import {
  exportedRefunds,
  type ListedRefund,
  selectAdmins,
  selectRefunds,
  sumRefunds,
} from './refund-list.store.ts';

const filterOf = ({ kind, adminId, clientId, startDate, endDate }: AdminRefundsFilter) => ({
  kind,
  adminId,
  clientId,
  startDate,
  endDate,
});

/** Every refund: who made it, when, why, how much, and for which client and shipment. */
export async function listRefunds(
  deps: OperatorDeps,
  actor: Actor,
  query: AdminRefundsQuery,
): Promise<AdminRefundsAnswer> {
  const { db } = deps;
  const { page, limit } = query;
  const filter = filterOf(query);
  const [rows, totals, admins] = await Promise.all([
    selectRefunds(db, query),
    sumRefunds(db, filter),
    selectAdmins(db),
  ]);
  await noteView(deps, actor, 'VIEW_REFUNDS', { filters: given(filter), pagination: { page, limit } });
  return {
    data: {
      refunds: rows.map(toAdminRefund),
      totals: { amount: dollarsOf(totals.cents), byAdmins: dollarsOf(totals.admin_cents) },
      admins,
      pagination: paginationOf(totals.count, page, limit),
    },
  };
}

const toAdminRefund = (row: ListedRefund): AdminRefund => ({
  refundId: row.id,
  createdAt: row.created_at.toISOString(),
  amount: dollarsOf(row.cents),
  kind: row.kind,
  state: row.state,
  reason: row.reason,
  detail: row.detail,
  requestedBy: row.requested_by,
  clientId: row.client_id,
  clientName: row.client_name,
  shipmentId: row.shipment_id,
  trackingNumber: row.tracking_number,
});

/** Audits the export before sending anything. */
export async function exportRefunds(
  { db, clock, timeZone, exports }: OperatorDeps,
  actor: Actor,
  filters: AdminRefundsFilter,
): Promise<SentFile> {
  const filter = filterOf(filters);
  const content = await exports.start(actor.userId, exportedRefunds(db, filter, timeZone));
  try {
    await recordEvent(db, clock, actor, {
      type: 'EXPORT_REFUNDS',
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
    fileName: exportFileName('refunds', dateIn(timeZone, clock.now())),
    content,
  };
}
