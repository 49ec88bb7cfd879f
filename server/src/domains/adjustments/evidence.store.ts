import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow } from '../../platform/db/schema.ts';

export const selectEvidence = (db: Handle, adjustmentIds: readonly string[]) =>
  db
    .selectFrom('adjustment_evidence')
    .select(['id', 'adjustment_id', 'file_name', 'content_type', 'created_at', 'sha256'])
    .select(sql<number>`octet_length(bytes)`.as('size'))
    .where(sql<boolean>`adjustment_id = ANY(${adjustmentIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function insertEvidence(trx: Trx, file: NewRow<'adjustment_evidence'>): Promise<void> {
  await trx.insertInto('adjustment_evidence').values(file).execute();
}

export const selectEvidenceFile = (db: Handle, adjustmentId: string, id: string) =>
  db
    .selectFrom('adjustment_evidence')
    .select(['user_id', 'file_name', 'content_type', 'bytes'])
    .where('adjustment_id', '=', adjustmentId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function deleteEvidenceOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('adjustment_evidence').where('user_id', '=', userId).execute();
}
