import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Documents of these shipments, in the order in which they are printed. */
export const selectDocuments = (db: Handle, shipmentIds: readonly string[]) =>
  db
    .selectFrom('shipment_documents')
    .select(['shipment_id', 'position', 'kind', 'format', 'bytes', 'sha256'])
    .where(sql<boolean>`shipment_id = ANY(${shipmentIds}::uuid[])`)
    .orderBy('shipment_id')
    .orderBy('position')
    .execute();

export type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];
