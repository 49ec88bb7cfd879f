import { setImmediate as otherWork } from 'node:timers/promises';
import type { PdfContents } from '@lading/contract/shipments.ts';
import type { LabelRenderer, PackingSlip, StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { type DocumentedRow, openDocuments } from './intact-documents.ts';
import { type IdentifiedRow, type IntactDeps, readIntactLabel } from './intact-labels.ts';

const PARALLEL = 8;

type PrintedRow = IdentifiedRow & DocumentedRow & { tracking_number: string | null };

/** By shipment. */
export type PackingSlips = ReadonlyMap<string, PackingSlip>;
const NO_SLIPS: PackingSlips = new Map();

/** A part of a printed file: a label, a document or a packing slip. */
export interface PrintedPart {
  row: PrintedRow;
  what: 'label' | 'document';
  /** An error if the part is damaged and cannot be replaced. */
  file: StoredLabel | AppError;
}

/**
 * What a PDF of these shipments contains, in order: each label, then its documents and its packing slip. A shipment of
 * which a part is damaged has only the error, so that no parcel is sent without its documents.
 */
export async function readParts(
  deps: IntactDeps & { labelRenderer: LabelRenderer },
  rows: readonly PrintedRow[],
  content: PdfContents,
  slips: PackingSlips = NO_SLIPS,
): Promise<PrintedPart[]> {
  const documents = await openDocuments(deps, content === 'label' ? [] : rows);
  const parts = await inParallel(rows, PARALLEL, (row) =>
    partsOf(deps, row, content, documents).then(
      async (own) => [...own, ...(await slipOf(deps, row, slips))],
      (error: unknown): PrintedPart[] => {
        if (!(error instanceof AppError && DAMAGED.has(error.code))) throw error;
        return [{ row, what: content === 'documents' ? 'document' : 'label', file: error }];
      },
    ),
  );
  return parts.flat();
}

/** A slip can have hundreds of items, so other requests run before each. */
async function slipOf(
  { labelRenderer }: { labelRenderer: LabelRenderer },
  row: PrintedRow,
  slips: PackingSlips,
): Promise<PrintedPart[]> {
  const slip = slips.get(row.id);
  if (!slip) return [];
  await otherWork();
  return [documentOf(row, labelRenderer.packingSlip(slip))];
}

const DAMAGED: ReadonlySet<string> = new Set(['LABEL_DAMAGED', 'DOCUMENTS_DAMAGED']);

const documentOf = (row: PrintedRow, file: StoredLabel): PrintedPart => ({ row, what: 'document', file });

async function partsOf(
  deps: IntactDeps,
  row: PrintedRow,
  content: PdfContents,
  documents: Awaited<ReturnType<typeof openDocuments>>,
): Promise<PrintedPart[]> {
  const label: PrintedPart[] =
    content === 'documents' ? [] : [{ row, what: 'label', file: await readIntactLabel(deps, row) }];
  if (content === 'label') return label;
  return [...label, ...(await documents.of(row)).map((file) => documentOf(row, file))];
}
