import { buffer } from 'node:stream/consumers';
import type { LabelFileQuery, LabelPaper, PdfContents } from '@lading/contract/shipments.ts';
import type { LabelRenderer, LabelSheet, PrinterDpi, SkippedLabel, StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';
import type { AttachedFile } from '../../providers/mail/port.ts';
import { markDownloaded, selectLabelStates, selectLabels } from './history.store.ts';
import { openDocuments } from './intact-documents.ts';
import { readIntactLabel, replaceDamaged } from './intact-labels.ts';
import type { LabelReader } from './label-access.ts';
import { isAvailableAs } from './label-formats.ts';
import { LINK_LIFE_SECONDS } from './label-links.ts';
import { type PackingSlips, readParts } from './label-parts.ts';
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

const sheetOf = (paper: LabelPaper, perPage: 1 | 2): LabelSheet =>
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
  const pdf = await buffer(labelRenderer.pdf(parts, sheetOf(paper, 1), (part) => skipped.push(part)));
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
  slips: readonly StoredLabel[],
  paper: LabelPaper,
): SentFile => ({
  contentType: 'application/pdf',
  fileName: `packing-slips-${slips.length}.pdf`,
  content: deps.labelRenderer.pdf(slips, sheetOf(paper, 2), reportSkipped(deps)),
});

/** A test page for the printer's settings. */
export const testLabel = (
  { labelRenderer }: Pick<LabelFileDeps, 'labelRenderer'>,
  paper: LabelPaper,
): SentFile => ({
  contentType: 'application/pdf',
  fileName: 'test-label.pdf',
  content: labelRenderer.testPdf(sheetOf(paper, 1)),
});

interface MergedContent {
  paper: LabelPaper;
  content: PdfContents;
  slips?: PackingSlips;
}

/**
 * Several labels, their documents, or each label with its documents and packing slip as one PDF, in the requested
 * order.
 */
export async function mergedLabels(
  deps: LabelFileDeps,
  userId: string,
  ids: readonly string[],
  { paper, content, slips }: MergedContent,
): Promise<SentFile> {
  const ready = await findLabels(deps.db, userId, ids);
  const found = idsOf(content === 'documents' ? ready.filter(({ documents }) => documents > 0) : ready);
  if (found.length === 0) throw new AppError('DOCUMENTS_NOT_FOUND');
  const labels = await storedLabels(deps, userId, found, content, slips);
  if (content !== 'documents') await markDownloaded(deps.db, found, deps.clock.now());
  return {
    contentType: 'application/pdf',
    fileName: `${content === 'documents' ? 'documents' : 'labels'}-${found.length}.pdf`,
    content: deps.labelRenderer.pdf(labels, sheetOf(paper, 2), reportSkipped(deps)),
  };
}

/** Several labels as one ZPL file, without those that exist only as PDF. */
export async function mergedZpl(
  deps: LabelFileDeps,
  userId: string,
  ids: readonly string[],
  dpi: LabelFileQuery['dpi'],
): Promise<SentFile> {
  const ready = await findLabels(deps.db, userId, ids);
  const found = idsOf(ready.filter(({ format }) => isAvailableAs(format, 'zpl')));
  if (found.length === 0)
    throw new AppError('BAD_REQUEST', {
      message: 'These labels are only available as PDF.',
    });
  const labels = await storedLabels(deps, userId, found, 'label');
  await markDownloaded(deps.db, found, deps.clock.now());
  return {
    contentType: 'x-application/zpl',
    fileName: `labels-${found.length}.zpl`,
    content: zplOf(deps, labels, dpi === '300' ? 300 : 203),
  };
}

async function* zplOf(deps: LabelFileDeps, labels: AsyncIterable<StoredLabel>, dpi: PrinterDpi) {
  let index = 0;
  for await (const label of labels) {
    const made = deps.labelRenderer.zpl(label, dpi);
    if (made.outcome === 'rendered') yield Buffer.from(`${made.content}\n`);
    else reportSkipped(deps)({ index, text: made.text });
    index += 1;
  }
}

interface FoundLabel {
  id: string;
  format: StoredLabel['format'];
  documents: number;
}
const idsOf = (labels: readonly FoundLabel[]) => labels.map(({ id }) => id);

/** The IDs that have a printable label, in the given order. */
async function findLabels(db: Handle, userId: string, ids: readonly string[]): Promise<FoundLabel[]> {
  const rows = new Map((await selectLabelStates(db, userId, ids)).map((row) => [row.id, row]));
  const found = ids.flatMap((id): FoundLabel[] => {
    const row = rows.get(id);
    // A voided label must not be printed.
    if (!row || row.label_format === null || labelStatusOf(row.state) !== 'ready') return [];
    return [{ id, format: row.label_format, documents: row.label_documents ?? 0 }];
  });
  if (found.length === 0) throw new AppError('LABEL_NOT_FOUND');
  return found;
}

/** Limits memory use for a large file: about one megabyte, or a few with scanned labels of a carrier. */
const LABELS_PER_PAGE = 25;

/**
 * Reads the first page before the response starts, so that unreachable storage causes an error, not half a
 * file.
 */
async function storedLabels(
  deps: LabelFileDeps,
  userId: string,
  ids: readonly string[],
  content: PdfContents,
  slips?: PackingSlips,
): Promise<AsyncIterable<StoredLabel>> {
  const pageFrom = async (from: number) =>
    readParts(deps, await readyLabels(deps, userId, ids.slice(from, from + LABELS_PER_PAGE)), content, slips);
  const first = await pageFrom(0);
  return (async function* () {
    yield* first;
    for (let from = LABELS_PER_PAGE; from < ids.length; from += LABELS_PER_PAGE) yield* await pageFrom(from);
  })();
}

const reportSkipped =
  ({ log }: Pick<LabelFileDeps, 'log'>) =>
  (label: SkippedLabel) =>
    log.error({ event: 'labels.render_failed', label }, 'A label could not be rendered');

/** The printable labels with their contents, in the order of the IDs. */
async function readyLabels(deps: LabelFileDeps, userId: string, ids: readonly string[]) {
  const rows = await selectLabels(deps.db, userId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    // A voided label must not be printed.
    return row && labelStatusOf(row.state) === 'ready' ? [row] : [];
  });
}
