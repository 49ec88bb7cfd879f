import type { BillingDetailsBody } from '@lading/contract/billing.ts';
import type { DefaultAddress } from '@lading/contract/profile.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';

export interface BuyerFacts {
  user_id: string;
  full_name: string;
  erased: boolean;
  default_address: DefaultAddress | null;
  company: string | null;
  address_lines: string[] | null;
  tax_id: string | null;
  reference: string | null;
}

/** What documents say about these clients, from their billing details and their profiles. */
export async function selectBuyers(db: Handle, userIds: readonly string[]): Promise<BuyerFacts[]> {
  const { rows } = await sql<BuyerFacts>`
    SELECT u.id AS user_id, u.full_name, u.erased_at IS NOT NULL AS erased, p.default_address,
           d.company, d.address_lines, d.tax_id, d.reference
    FROM users u
    LEFT JOIN client_profiles p ON p.user_id = u.id
    LEFT JOIN billing_details d ON d.user_id = u.id
    WHERE u.id = ANY(${userIds}::uuid[]) AND u.role = 'client'`.execute(db);
  return rows;
}

export async function saveDetails(
  trx: Trx,
  userId: string,
  { company, addressLines, taxId, reference }: BillingDetailsBody,
  now: Date,
): Promise<void> {
  const row = {
    company,
    address_lines: JSON.stringify(addressLines),
    tax_id: taxId,
    reference,
    updated_at: now,
  };
  await trx
    .insertInto('billing_details')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

export async function deleteDetailsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('billing_details').where('user_id', '=', userId).execute();
}
