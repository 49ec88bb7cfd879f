import type { PdfContents } from '@lading/contract/shipments.ts';
import type { StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { type DocumentedRow, openDocuments } from './intact-documents.ts';
import { type IdentifiedRow, type IntactDeps, readIntactLabel } from './intact-labels.ts';

const PARALLEL = 8;

type PrintedRow = IdentifiedRow & DocumentedRow;

/** By shipment. */
export type PackingSlips = ReadonlyMap<string, readonly StoredLabel[]>;
const NO_SLIPS: PackingSlips = new Map();

/**
 * What a PDF of these shipments contains, in order: each label, then its documents and its packing slip. A shipment of
 * which a part is damaged and cannot be replaced is left out, so that no parcel is sent without its documents.
 */
export async function readParts(
  deps: IntactDeps,
  rows: readonly PrintedRow[],
  content: PdfContents,
  slips: PackingSlips = NO_SLIPS,
): Promise<StoredLabel[]> {
  const documents = await openDocuments(deps, content === 'label' ? [] : rows);
  const parts = await inParallel(rows, PARALLEL, (row) =>
    partsOf(deps, row, content, documents).then(
      (own) => [...own, ...(slips.get(row.id) ?? [])],
      (error: unknown) => {
        if (error instanceof AppError && DAMAGED.has(error.code)) return error;
        throw error;
      },
    ),
  );
  const intact = parts.flatMap((part) => (part instanceof AppError ? [] : part));
  const damaged = parts.find((part) => part instanceof AppError);
  if (intact.length === 0 && damaged) throw damaged;
  return intact;
}

const DAMAGED: ReadonlySet<string> = new Set(['LABEL_DAMAGED', 'DOCUMENTS_DAMAGED']);

async function partsOf(
  deps: IntactDeps,
  row: PrintedRow,
  content: PdfContents,
  documents: Awaited<ReturnType<typeof openDocuments>>,
): Promise<StoredLabel[]> {
  const label = content === 'documents' ? [] : [await readIntactLabel(deps, row)];
  return content === 'label' ? label : [...label, ...(await documents.of(row))];
}
