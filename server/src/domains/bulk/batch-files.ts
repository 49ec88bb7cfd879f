import { BULK } from '@lading/contract/messages.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { PdfContents } from '@lading/contract/shipments.ts';
import type { Actor } from '../../platform/actor.ts';
import { csvLine } from '../../platform/csv.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { mergedLabels, mergedZpl } from '../shipments/merged-labels.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { selectLabeledShipmentIds, selectShownRows } from './bulk-row-views.store.ts';
import { findBatch } from './find-batch.ts';
import { orderRefOf } from './order-ref.ts';
import { rowId } from './show-rows.ts';

interface FileRequest {
  file: 'labels.pdf' | 'labels.zpl' | 'results.csv';
  paper: '4x6' | 'letter' | 'a4';
  content: PdfContents;
  dpi: '203' | '300';
}

/** All labels of a batch in row order, optionally with their documents, or its results as CSV. */
export async function batchFile(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { file, paper, content, dpi }: FileRequest,
): Promise<SentFile> {
  await findBatch(deps, actor, id);
  if (file === 'results.csv')
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: 'results.csv',
      content: resultLines(deps, id),
    };
  const ids = await selectLabeledShipmentIds(deps.db, id);
  return file === 'labels.pdf'
    ? mergedLabels(deps, actor.userId, ids, { paper, content })
    : mergedZpl(deps, actor.userId, ids, dpi);
}

const { columns } = BULK;
const HEADER = [
  columns.shipmentId,
  columns.status,
  columns.tracking,
  columns.cost,
  'Carrier',
  'Service',
  'Recipient',
  'City',
  'State',
  'ZIP',
  'Order',
  'Line in file',
  'Error',
];
const PAGE_SIZE = 500;

async function* resultLines({ db }: BulkDeps, id: string): AsyncGenerator<string> {
  yield csvLine(HEADER);
  for (let after = 0; ; ) {
    const rows = await selectShownRows(db, id, after, PAGE_SIZE);
    for (const {
      number,
      status,
      removed,
      cells,
      tracking_number,
      total_cents,
      carrier,
      service_name,
      line,
      error,
    } of rows) {
      if (removed) continue;
      yield csvLine([
        rowId(number),
        status,
        tracking_number,
        total_cents === null || status !== 'label_generated' ? null : dollarsOf(total_cents).toFixed(2),
        carrier,
        service_name,
        cells.receiver_fullname ?? null,
        cells.receiver_city ?? null,
        cells.receiver_state ?? null,
        cells.receiver_zipcode ?? null,
        orderRefOf(cells) ?? null,
        line,
        error,
      ]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.number;
  }
}
