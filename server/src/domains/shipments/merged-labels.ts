import type { LabelFileQuery, LabelPaper, PdfContents } from '@lading/contract/shipments.ts';
import type { MissingPart, PrinterDpi, StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { markDownloaded, selectLabelStates } from './history.store.ts';
import { type LabelFileDeps, readyLabels, sheetOf } from './label-file.ts';
import { isAvailableAs } from './label-formats.ts';
import { type PackingSlips, type PrintedPart, readParts } from './label-parts.ts';
import { labelStatusOf } from './shipments.states.ts';

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
  const { labelRenderer } = deps;
  const printout = new Printout(deps, await storedParts(deps, userId, found, content, slips));
  return {
    contentType: 'application/pdf',
    fileName: `${content === 'documents' ? 'documents' : 'labels'}-${found.length}.pdf`,
    content: labelRenderer.pdf(
      filesOf(deps, printout, content !== 'documents'),
      sheetOf(paper, 2),
      ({ text }) => labelRenderer.missingPage(printout.leaveOut(`${text} ${SEPARATELY}`)),
    ),
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
  const printout = new Printout(deps, await storedParts(deps, userId, found, 'label'));
  return {
    contentType: 'x-application/zpl',
    fileName: `labels-${found.length}.zpl`,
    content: zplOf(deps, printout, dpi === '300' ? 300 : 203),
  };
}

const SEPARATELY = 'Download it separately.';

/** The files of a PDF, with a page in place of each that is damaged. */
async function* filesOf(
  { labelRenderer }: LabelFileDeps,
  printout: Printout,
  hasLabels: boolean,
): AsyncGenerator<StoredLabel> {
  for await (const { file } of printout.parts())
    yield file instanceof AppError ? labelRenderer.missingPage(printout.leaveOut(file.message)) : file;
  if (hasLabels) await printout.markDownloaded();
}

async function* zplOf({ labelRenderer }: LabelFileDeps, printout: Printout, dpi: PrinterDpi) {
  for await (const { file } of printout.parts()) {
    const made =
      file instanceof AppError
        ? ({ outcome: 'refused', text: file.message } as const)
        : labelRenderer.zpl(file, dpi);
    const zpl =
      made.outcome === 'rendered'
        ? made.content
        : labelRenderer.missingZpl(printout.leaveOut(made.text), dpi);
    yield Buffer.from(`${zpl}\n`);
  }
  await printout.markDownloaded();
}

/** Keeps track of the labels that a file contains, so that only those count as downloaded. */
class Printout {
  readonly #deps: LabelFileDeps;
  readonly #parts: AsyncIterable<PrintedPart>;
  readonly #printed = new Set<string>();
  readonly #incomplete = new Set<string>();
  #current: PrintedPart | undefined;

  constructor(deps: LabelFileDeps, parts: AsyncIterable<PrintedPart>) {
    this.#deps = deps;
    this.#parts = parts;
  }

  async *parts(): AsyncGenerator<PrintedPart> {
    for await (const part of this.#parts) {
      this.#current = part;
      this.#printed.add(part.row.id);
      yield part;
    }
  }

  /** The current part is missing from the file. Returns what to print in its place. */
  leaveOut(text: string): MissingPart {
    if (!this.#current) throw new Error('No part of the file was read');
    const { row, what } = this.#current;
    const { log } = this.#deps;
    log.error(
      { event: 'labels.render_failed', id: row.id, what, text },
      'A file was sent without one of its labels or documents',
    );
    this.#incomplete.add(row.id);
    return { what, trackingNumber: row.tracking_number ?? row.id, text };
  }

  async markDownloaded() {
    const ids = [...this.#printed].filter((id) => !this.#incomplete.has(id));
    if (ids.length > 0) await markDownloaded(this.#deps.db, ids, this.#deps.clock.now());
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
async function storedParts(
  deps: LabelFileDeps,
  userId: string,
  ids: readonly string[],
  content: PdfContents,
  slips?: PackingSlips,
): Promise<AsyncIterable<PrintedPart>> {
  const pageFrom = async (from: number) =>
    readParts(deps, await readyLabels(deps, userId, ids.slice(from, from + LABELS_PER_PAGE)), content, slips);
  const first = await pageFrom(0);
  const damaged = first.map(({ file }) => file).find((file) => file instanceof AppError);
  const isAll = ids.length <= LABELS_PER_PAGE && first.every(({ file }) => file instanceof AppError);
  if (damaged && isAll) throw damaged;
  return (async function* () {
    yield* first;
    for (let from = LABELS_PER_PAGE; from < ids.length; from += LABELS_PER_PAGE) yield* await pageFrom(from);
  })();
}
