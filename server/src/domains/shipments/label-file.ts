import { buffer } from 'node:stream/consumers';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { LabelFileQuery, LabelPaper, PdfContents } from '@lading/contract/shipments.ts';
import type { LabelRenderer, LabelSheet, PackingSlip, SkippedLabel, StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';
import type { AttachedFile } from '../../providers/mail/port.ts';
import { markDownloaded, selectLabels } from './history.store.ts';
import { openDocuments } from './intact-documents.ts';
import { readIntactLabel, replaceDamaged } from './intact-labels.ts';
import type { LabelReader } from './label-access.ts';
import { LINK_LIFE_SECONDS } from './label-links.ts';
import type { LabelRow } from './read-labels.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { labelStatusOf } from './shipments.states.ts';

export interface LabelFileDeps
  extends Pick<ShipmentDeps, 'db' | 'clock' | 'log' | 'labelProvider' | 'timings'> {
  labelRenderer: LabelRenderer;
  /** Null when all labels are in the database. */
  labelStorage: LabelStorage | null;
}

/** A link to the file in external storage, valid for a minute. */
interface LabelAddress {
  address: string;
}

export const sheetOf = (paper: LabelPaper, perPage: 1 | 2): LabelSheet =>
  paper === '4x6' ? { paper } : { paper, perPage };

/** Returns a label in the requested format, or a link to it. */
export async function labelFile(
  deps: LabelFileDeps,
  reader: LabelReader,
  id: string,
  query: LabelFileQuery,
): Promise<SentFile | LabelAddress> {
  const row = await readyLabel(deps, reader.ownerId, id);
  const file = (await addressOf(deps, reader, row, query)) ?? (await fileOf(deps, row, query));
  // A preview is not a download, and neither is an admin's access.
  const isPreview = query.format === 'png' || query.media === 'screen';
  const hasLabel = query.format !== 'pdf' || query.content !== 'documents';
  if (reader.isOwner && !isPreview && hasLabel) await markDownloaded(deps.db, [id], deps.clock.now());
  return file;
}

async function readyLabel(deps: LabelFileDeps, userId: string, id: string) {
  const [row] = await readyLabels(deps, userId, [id]);
  if (!row) throw new AppError('LABEL_NOT_FOUND');
  return row;
}

type FoundRow = Awaited<ReturnType<typeof readyLabel>>;

const nameOf = (row: { id: string; tracking_number: string | null }, content: PdfContents = 'label') =>
  `${content === 'documents' ? 'documents' : 'label'}-${(row.tracking_number ?? row.id).replace(/[^\w.-]/g, '_')}`;

/** The link to external storage, if the request used a link and the stored file has the requested format. */
async function addressOf(
  { labelStorage }: LabelFileDeps,
  { byLink }: LabelReader,
  row: FoundRow,
  query: LabelFileQuery,
): Promise<LabelAddress | null> {
  const { format, bytes, stored_as } = row;
  const isPlain = query.paper === '4x6' && query.content === 'label';
  const isAsStored = format === 'pdf' && query.format === 'pdf' && isPlain;
  if (!byLink || !isAsStored || !labelStorage || bytes !== null || stored_as === null) return null;
  const link = { seconds: LINK_LIFE_SECONDS, fileName: `${nameOf(row)}.pdf` };
  return { address: await labelStorage.link(stored_as, link) };
}

/** Bytes without a hash may be damaged unnoticed; then the renderer cannot read them. */
async function readableFile<T>(
  deps: LabelFileDeps,
  row: LabelRow & { id: string },
  render: (label: StoredLabel) => Promise<T>,
): Promise<T> {
  try {
    return await render(await readIntactLabel(deps, row));
  } catch (error) {
    if (error instanceof AppError) throw error;
    deps.log.error(
      { event: 'labels.render_failed', err: error, id: row.id },
      'A label could not be rendered',
    );
    return render(await replaceDamaged(deps, row)).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : new AppError('LABEL_DAMAGED', { cause });
    });
  }
}

async function fileOf(deps: LabelFileDeps, row: FoundRow, query: LabelFileQuery): Promise<SentFile> {
  const { format, paper, content } = query;
  if (format !== 'pdf') return readableFile(deps, row, (label) => rendered(deps, label, query, nameOf(row)));
  return {
    contentType: 'application/pdf',
    fileName: `${nameOf(row, content)}.pdf`,
    content: await pdfOf(deps, row, paper, content),
  };
}

async function rendered(
  { labelRenderer }: LabelFileDeps,
  label: StoredLabel,
  query: LabelFileQuery,
  name: string,
): Promise<SentFile> {
  const dpi = query.dpi === '300' ? 300 : 203;
  const rendering =
    query.format === 'png'
      ? { contentType: 'image/png', fileName: `${name}.png`, made: labelRenderer.png(label, dpi) }
      : { contentType: 'x-application/zpl', fileName: `${name}.zpl`, made: labelRenderer.zpl(label, dpi) };
  const made = rendering.made;
  if (made.outcome === 'refused') throw new AppError('BAD_REQUEST', { message: made.text });
  return { contentType: rendering.contentType, fileName: rendering.fileName, content: made.content };
}

async function pdfOf(
  deps: LabelFileDeps,
  row: FoundRow,
  paper: LabelPaper,
  content: PdfContents,
): Promise<Buffer> {
  const documents = content === 'label' ? [] : await (await openDocuments(deps, [row])).of(row);
  if (content !== 'documents')
    return readableFile(deps, row, (label) => mergedPdf(deps, [label, ...documents], paper));
  if (documents.length === 0) throw new AppError('DOCUMENTS_NOT_FOUND');
  return mergedPdf(deps, documents, paper);
}

/** As a whole, because a label that cannot be placed must cause an error, not a file without pages. */
async function mergedPdf(
  { labelRenderer }: LabelFileDeps,
  parts: readonly StoredLabel[],
  paper: LabelPaper,
): Promise<Buffer> {
  const skipped: SkippedLabel[] = [];
  const keepSkipped = (part: SkippedLabel) => {
    skipped.push(part);
    return null;
  };
  const pdf = await buffer(labelRenderer.pdf(parts, sheetOf(paper, 1), keepSkipped));
  const [first] = skipped;
  if (!first) return pdf;
  const [only] = parts;
  // A carrier's PDF in a form that we cannot merge still prints as it is.
  if (parts.length === 1 && only?.format === 'pdf' && paper === '4x6') return Buffer.from(only.bytes);
  if (parts.length > 1 && parts[first.index]?.format === 'pdf') throw new AppError('DOCUMENTS_NOT_MERGED');
  throw new Error(first.text);
}

/** With all documents, because the person who gets the email has no other way to get them. */
export async function labelToAttach(
  deps: LabelFileDeps,
  userId: string,
  id: string,
  paper: LabelPaper,
): Promise<AttachedFile> {
  const row = await readyLabel(deps, userId, id);
  const content = await pdfOf(deps, row, paper, 'all');
  return { name: `${nameOf(row)}.pdf`, contentType: 'application/pdf', content };
}

/** Packing slips alone, placed on sheets like labels. */
export const slipFile = (
  deps: Pick<LabelFileDeps, 'labelRenderer' | 'log'>,
  slips: readonly PackingSlip[],
  paper: LabelPaper,
): SentFile => ({
  contentType: 'application/pdf',
  fileName: `packing-slips-${slips.length}.pdf`,
  content: deps.labelRenderer.pdf(drawn(deps, slips), sheetOf(paper, 2), reportSkipped(deps)),
});

/** One by one, because a slip can have hundreds of items: other requests run in between. */
async function* drawn(
  { labelRenderer }: Pick<LabelFileDeps, 'labelRenderer'>,
  slips: readonly PackingSlip[],
): AsyncGenerator<StoredLabel> {
  for (const slip of slips) {
    yield labelRenderer.packingSlip(slip);
    await otherWork();
  }
}

/** A test page for the printer's settings. */
export const testLabel = (
  { labelRenderer }: Pick<LabelFileDeps, 'labelRenderer'>,
  paper: LabelPaper,
): SentFile => ({
  contentType: 'application/pdf',
  fileName: 'test-label.pdf',
  content: labelRenderer.testPdf(sheetOf(paper, 1)),
});

const reportSkipped =
  ({ log }: Pick<LabelFileDeps, 'log'>) =>
  (label: SkippedLabel) => {
    log.error({ event: 'labels.render_failed', label }, 'A packing slip could not be rendered');
    return null;
  };

/** The printable labels with their contents, in the order of the IDs. */
export async function readyLabels(deps: LabelFileDeps, userId: string, ids: readonly string[]) {
  const rows = await selectLabels(deps.db, userId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    // A voided label must not be printed.
    return row && labelStatusOf(row.state) === 'ready' ? [row] : [];
  });
}
