import type { LabelFileQuery } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import type {
  LabelRenderer,
  LabelSheet,
  LeftOutLabel,
  PrinterDpi,
  StoredLabel,
} from '../../providers/carriers/port.ts';
import { markDownloaded, selectLabelStates, selectLabels } from './history.store.ts';
import type { LabelReader } from './reader-of-label.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { labelStatusOf } from './shipments.states.ts';

export interface LabelFileDeps extends Pick<ShipmentDeps, 'db' | 'clock' | 'log'> {
  labelRenderer: LabelRenderer;
}

export type LabelFile = SentFile;

const sheetOf = (paper: LabelFileQuery['paper'], perPage: 1 | 2): LabelSheet =>
  paper === '4x6' ? { paper } : { paper, perPage };

/** One label in the form that a printer or a screen wants. */
export async function labelFile(
  deps: LabelFileDeps,
  { ownerId, isOwner }: LabelReader,
  id: string,
  query: LabelFileQuery,
): Promise<LabelFile> {
  const [label] = await labelsOf(deps, ownerId, [id]);
  if (!label) throw new AppError('LABEL_NOT_FOUND');
  // Looking at the picture on a screen is not a download, and an operator's look is not the owner's.
  if (isOwner && query.format !== 'png') await markDownloaded(deps.db, [id], deps.clock.now());
  const name = `label-${label.trackingNumber}`;
  const { labelRenderer } = deps;
  const dpi = query.dpi === '300' ? 300 : 203;
  if (query.format === 'pdf')
    return {
      contentType: 'application/pdf',
      fileName: `${name}.pdf`,
      content: labelRenderer.pdf([label.stored], sheetOf(query.paper, 1), tell(deps)),
    };
  const rendering =
    query.format === 'png'
      ? { contentType: 'image/png', fileName: `${name}.png`, made: labelRenderer.png(label.stored, dpi) }
      : {
          contentType: 'x-application/zpl',
          fileName: `${name}.zpl`,
          made: labelRenderer.zpl(label.stored, dpi),
        };
  const made = rendering.made;
  if (made.outcome === 'refused') throw new AppError('BAD_REQUEST', { message: made.text });
  return { contentType: rendering.contentType, fileName: rendering.fileName, content: made.content };
}

/** Several labels in the order asked for, as one file. */
export async function mergedLabels(
  deps: LabelFileDeps,
  userId: string,
  ids: readonly string[],
  paper: LabelFileQuery['paper'],
): Promise<LabelFile> {
  const found = await findLabels(deps.db, userId, ids);
  if (found.length === 0) throw new AppError('LABEL_NOT_FOUND');
  await markDownloaded(deps.db, found, deps.clock.now());
  return {
    contentType: 'application/pdf',
    fileName: `labels-${found.length}.pdf`,
    content: deps.labelRenderer.pdf(storedLabels(deps, userId, found), sheetOf(paper, 2), tell(deps)),
  };
}

/** Several labels in a printer's own language, one after the other. */
export async function mergedZpl(
  deps: LabelFileDeps,
  userId: string,
  ids: readonly string[],
  dpi: LabelFileQuery['dpi'],
): Promise<LabelFile> {
  const found = await findLabels(deps.db, userId, ids);
  if (found.length === 0) throw new AppError('LABEL_NOT_FOUND');
  await markDownloaded(deps.db, found, deps.clock.now());
  return {
    contentType: 'x-application/zpl',
    fileName: `labels-${found.length}.zpl`,
    content: zplOf(deps, storedLabels(deps, userId, found), dpi === '300' ? 300 : 203),
  };
}

async function* zplOf(deps: LabelFileDeps, labels: AsyncIterable<StoredLabel>, dpi: PrinterDpi) {
  let index = 0;
  for await (const label of labels) {
    const made = deps.labelRenderer.zpl(label, dpi);
    if (made.outcome === 'rendered') yield Buffer.from(`${made.content}\n`);
    else tell(deps)({ index, text: made.text });
    index += 1;
  }
}

/** Those of the ids that have a label to print, in their order. */
async function findLabels(db: Handle, userId: string, ids: readonly string[]): Promise<string[]> {
  const states = new Map((await selectLabelStates(db, userId, ids)).map(({ id, state }) => [id, state]));
  return ids.filter((id) => {
    const state = states.get(id);
    // A voided label must not be printed.
    return state !== undefined && labelStatusOf(state) === 'ready';
  });
}

/** Some at a time, so that memory does not grow with their number. */
const LABELS_AT_ONCE = 200;

async function* storedLabels(
  deps: LabelFileDeps,
  userId: string,
  ids: readonly string[],
): AsyncGenerator<StoredLabel> {
  for (let from = 0; from < ids.length; from += LABELS_AT_ONCE) {
    const labels = await labelsOf(deps, userId, ids.slice(from, from + LABELS_AT_ONCE));
    for (const { stored } of labels) yield stored;
  }
}

const tell =
  ({ log }: LabelFileDeps) =>
  (label: LeftOutLabel) =>
    log.error({ label }, 'a label could not be put on its page');

async function labelsOf(deps: LabelFileDeps, userId: string, ids: readonly string[]) {
  const rows = await selectLabels(deps.db, userId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    // A voided label must not be printed.
    if (!row || labelStatusOf(row.state) !== 'ready') return [];
    const stored: StoredLabel = { format: row.format, bytes: row.bytes };
    return [{ id, trackingNumber: row.tracking_number ?? id, stored }];
  });
}
