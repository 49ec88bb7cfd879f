import type { LabelFileQuery } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LabelRenderer, LabelSheet, LeftOutLabel, StoredLabel } from '../../providers/carriers/port.ts';
import { markDownloaded, selectLabels } from './history.store.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { labelStatusOf } from './shipments.states.ts';

export interface LabelFileDeps extends Pick<ShipmentDeps, 'db' | 'clock' | 'log'> {
  labelRenderer: LabelRenderer;
}

export interface LabelFile {
  contentType: string;
  fileName: string;
  content: AsyncIterable<Uint8Array> | Uint8Array | string;
}

const sheetOf = (paper: LabelFileQuery['paper'], perPage: 1 | 2): LabelSheet =>
  paper === '4x6' ? { paper } : { paper, perPage };

/** One label in the form that a printer or a screen wants. */
export async function labelFile(
  deps: LabelFileDeps,
  userId: string,
  id: string,
  query: LabelFileQuery,
): Promise<LabelFile> {
  const [label] = await labelsOf(deps, userId, [id]);
  if (!label) throw new AppError('LABEL_NOT_FOUND');
  // Looking at the picture on a screen is not a download.
  if (query.format !== 'png') await markDownloaded(deps.db, [id], deps.clock.now());
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
  const labels = await labelsOf(deps, userId, ids);
  if (labels.length === 0) throw new AppError('LABEL_NOT_FOUND');
  await markDownloaded(
    deps.db,
    labels.map(({ id }) => id),
    deps.clock.now(),
  );
  return {
    contentType: 'application/pdf',
    fileName: `labels-${labels.length}.pdf`,
    content: deps.labelRenderer.pdf(
      labels.map(({ stored }) => stored),
      sheetOf(paper, 2),
      tell(deps),
    ),
  };
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
