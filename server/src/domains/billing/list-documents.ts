import type {
  AdminBillingDocument,
  AdminBillingDocumentsAnswer,
  AdminBillingDocumentsQuery,
  BillingDocument,
  BillingDocumentsAnswer,
  BillingDocumentsQuery,
} from '@lading/contract/billing.ts';
import { billingRegisterFileName } from '@lading/contract/constants.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../platform/actor.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { byActor } from '../audit/audit.events.ts';
import { given, noteView } from '../audit/note-view.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { BillingDeps } from './billing.deps.ts';
import {
  countDocuments,
  exportedRegister,
  type ListedDocument,
  selectDocuments,
  selectYears,
  selectYearsOf,
} from './document-list.store.ts';

/** The client's own documents. */
export async function listOwnDocuments(
  { db }: Pick<BillingDeps, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { page, limit, kind, year }: BillingDocumentsQuery,
): Promise<BillingDocumentsAnswer> {
  const filter = { kind, year, clientId: userId };
  const [rows, count, years] = await Promise.all([
    selectDocuments(db, filter, { page, limit }),
    countDocuments(db, filter),
    selectYearsOf(db, userId),
  ]);
  return { documents: rows.map(toDocument), years, pagination: paginationOf(count, page, limit) };
}

export async function listDocuments(
  deps: Pick<BillingDeps, 'db' | 'clock'>,
  admin: Actor,
  { page, limit, ...filter }: AdminBillingDocumentsQuery,
): Promise<AdminBillingDocumentsAnswer> {
  const { db } = deps;
  const [rows, count, years] = await Promise.all([
    selectDocuments(db, filter, { page, limit }),
    countDocuments(db, filter),
    selectYears(db),
  ]);
  await noteView(deps, admin, 'VIEW_BILLING_DOCUMENTS', {
    filters: given(filter),
    pagination: { page, limit },
  });
  return { documents: rows.map(toAdminDocument), years, pagination: paginationOf(count, page, limit) };
}

export const toDocument = (row: ListedDocument): BillingDocument => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  issuedAt: row.issued_at.toISOString(),
  periodStart: row.period_start,
  periodEnd: row.period_end,
  dueOn: row.due_on,
  total: row.total_cents,
  tax: row.tax_cents,
  due: row.due_cents,
  corrects: row.corrects && row.corrected_number ? { id: row.corrects, number: row.corrected_number } : null,
  refunded: row.refunded_cents,
  paymentId: row.payment_id,
});

const toAdminDocument = (row: ListedDocument): AdminBillingDocument => ({
  ...toDocument(row),
  clientId: row.user_id,
  clientName: row.client_name,
});

/** Audits the export before sending anything. */
export async function exportRegister(
  { db, clock, exports }: BillingDeps,
  admin: Actor,
  { year }: { year: string },
): Promise<SentFile> {
  const content = await exports.start(admin.userId, exportedRegister(db, Number(year)));
  try {
    await recordEvent(db, clock, admin, {
      type: 'EXPORT_BILLING_REGISTER',
      status: 'success',
      ...byActor(admin),
      details: { year },
    });
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: billingRegisterFileName(year),
    content,
  };
}
