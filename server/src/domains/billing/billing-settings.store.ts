import type { BillingSettingsBody } from '@lading/contract/billing.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { dayStart } from '../../platform/db/operator-days.ts';
import type { Row } from '../../platform/db/schema.ts';

export type StoredSettings = Row<'billing_settings'>;

export const selectSettings = (db: Handle): Promise<StoredSettings> =>
  db.selectFrom('billing_settings').selectAll().executeTakeFirstOrThrow();

/** Until the transaction ends, no other change can read them. */
export const lockSettings = (trx: Trx): Promise<StoredSettings> =>
  trx.selectFrom('billing_settings').selectAll().forUpdate().executeTakeFirstOrThrow();

export async function updateSettings(trx: Trx, settings: BillingSettingsBody, now: Date): Promise<void> {
  await trx
    .updateTable('billing_settings')
    .set({
      legal_name: settings.legalName,
      address_lines: JSON.stringify(settings.addressLines),
      tax_id: settings.taxId,
      contact_email: settings.contactEmail,
      number_prefix: settings.numberPrefix,
      payment_instructions: settings.paymentInstructions,
      tax_lines: JSON.stringify(settings.taxLines),
      no_tax_reason: settings.noTaxReason,
      updated_at: now,
    })
    .execute();
}

export async function startBilling(trx: Trx, month: string): Promise<void> {
  await trx
    .updateTable('billing_settings')
    .set({ starts_on: month, next_month: month, receipts_until: dayStart(month) })
    .where('starts_on', 'is', null)
    .execute();
}

/** All documents of the month are issued. */
export async function finishMonth(db: Handle, month: string, next: string): Promise<void> {
  await db
    .updateTable('billing_settings')
    .set({ next_month: next })
    .where('next_month', '=', month)
    .execute();
}

export async function moveReceiptsUntil(trx: Trx, until: Date): Promise<void> {
  await trx
    .updateTable('billing_settings')
    .set({ receipts_until: sql<Date>`greatest(receipts_until, ${until}::timestamptz)` })
    .execute();
}
