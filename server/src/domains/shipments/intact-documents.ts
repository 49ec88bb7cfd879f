import { createHash } from 'node:crypto';
import type { StoredDocument } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { fetchFilesAgain, type IntactDeps } from './intact-labels.ts';
import { type DocumentRow, selectDocuments } from './stored-documents.store.ts';

/** A label and how many documents were bought with it. */
export interface DocumentedRow {
  id: string;
  documents: number;
}

/** Reads the documents of several shipments with one statement, or none. `of` returns those of one shipment. */
export async function openDocuments(deps: IntactDeps, rows: readonly DocumentedRow[]) {
  const ids = rows.flatMap(({ id, documents }) => (documents > 0 ? [id] : []));
  const stored = ids.length > 0 ? await selectDocuments(deps.db, ids) : [];
  const byShipment = Map.groupBy(stored, ({ shipment_id }) => shipment_id);
  return {
    of: (row: DocumentedRow): Promise<StoredDocument[]> =>
      intactDocuments(deps, row, byShipment.get(row.id) ?? []),
  };
}

/** Missing or damaged documents are replaced by the provider's copies. */
async function intactDocuments(
  deps: IntactDeps,
  row: DocumentedRow,
  stored: DocumentRow[],
): Promise<StoredDocument[]> {
  if (stored.length === row.documents && stored.every(({ bytes, sha256 }) => hashOf(bytes).equals(sha256)))
    return stored;
  const hashes = new Map(stored.map(({ position, sha256 }) => [position, sha256]));
  const copies = (await fetchFilesAgain(deps, row.id))?.documents ?? [];
  const isSame = ({ bytes }: StoredDocument, position: number) =>
    bytes.length > 0 && (hashes.get(position)?.equals(hashOf(bytes)) ?? true);
  const isUsable = copies.length === row.documents && copies.every(isSame);
  await reportIncident(
    deps,
    'document_damaged',
    row.id,
    isUsable ? 'replaced by the copies of the label provider' : 'the label provider has no copy',
  );
  if (!isUsable) throw new AppError('DOCUMENTS_DAMAGED');
  return copies;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
