import type { ShipmentDocument } from '@lading/contract/shipments.ts';
import type { LabelFileDeps } from './label-file.ts';
import { labelStatusOf } from './shipments.states.ts';
import type { ShipmentState } from './shipments.tables.ts';
import { selectDocuments } from './stored-documents.store.ts';

/** The kinds of documents to print for a shipment, with their pages. */
export async function listDocuments(
  { db, labelRenderer }: Pick<LabelFileDeps, 'db' | 'labelRenderer'>,
  shipment: {
    id: string;
    state: ShipmentState;
    /** Saves the query for a label without documents, if it is known. */
    label_documents?: number | null;
  },
): Promise<ShipmentDocument[]> {
  const { label_documents: known, state } = shipment;
  if (known === 0 || known === null || labelStatusOf(state) !== 'ready') return [];
  const pages = new Map<ShipmentDocument['kind'], number>();
  for (const document of await selectDocuments(db, [shipment.id]))
    pages.set(document.kind, (pages.get(document.kind) ?? 0) + labelRenderer.pageCount(document));
  return [...pages].map(([kind, count]) => ({ kind, pages: count }));
}
