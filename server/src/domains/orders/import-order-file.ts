import { MAX_ORDERS_IN_FILE, type OrderFileAnswer } from '@lading/contract/orders/import-orders.ts';
import type { TextRecord } from '@lading/contract/read-records.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { decodeCsv, delimiterOf } from '../../platform/csv-records.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { isCsv, readUploadedCsv, unreadableFile } from '../../platform/uploaded-csv.ts';
import type { ShopOrder } from '../../providers/order-sources/port.ts';
import { findOrderColumns } from './order-columns.ts';
import { selectFileOrders } from './order-list.store.ts';
import type { StoreOrdersDeps } from './orders.deps.ts';
import { ownSource } from './own-sources.store.ts';
import { readFileOrder } from './read-order-file.ts';
import { type SavedOrders, saveOrders } from './save-orders.ts';
import type { EditDeps } from './update-orders.ts';

const MAX_PROBLEMS = 1_000;
/** Small, because orders can have hundreds of lines, and other requests wait while a group is prepared. */
const ORDERS_PER_SAVE = 50;

/** Saves the orders of a CSV file. Several lines with one order number are one order. Orders with a problem are left out. */
export async function importOrderFile(
  deps: EditDeps & StoreOrdersDeps,
  { userId }: Pick<Actor, 'userId'>,
  file: { contentType: string | undefined; bytes: Buffer | undefined; isPreview: boolean },
): Promise<OrderFileAnswer> {
  if (!isCsv(file.contentType))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'Please send a CSV file.' });
  const { orders, problems, leftOut, ignored } = readFile(
    decodeCsv(file.bytes ?? Buffer.alloc(0)),
    deps.clock.now(),
  );
  const saved = await transaction(deps.db, async (trx) => {
    if (orders.length === 0) return { added: 0, changed: 0, unchanged: 0 };
    if (file.isPreview) return preview(trx, userId, orders);
    const source = await ownSource(trx, userId, 'file', deps.clock.now());
    const counts = { added: 0, changed: 0, unchanged: 0 };
    for (let from = 0; from < orders.length; from += ORDERS_PER_SAVE) {
      const some = await saveOrders(deps, trx, source, orders.slice(from, from + ORDERS_PER_SAVE));
      for (const key of ['added', 'changed', 'unchanged'] as const) counts[key] += some[key];
    }
    return counts;
  });
  return {
    orders: orders.length,
    ...saved,
    leftOut,
    problems: problems.slice(0, MAX_PROBLEMS),
    ignoredColumns: ignored,
  };
}

/** What an import would do. An order that is known counts as changed. */
async function preview(trx: Trx, userId: string, orders: readonly ShopOrder[]): Promise<SavedOrders> {
  const ids = orders.map(({ externalId }) => externalId);
  const changed = (await selectFileOrders(trx, userId, ids)).length;
  return { added: orders.length - changed, changed, unchanged: 0 };
}

function readFile(text: string, now: Date) {
  const [header, ...lines] = readUploadedCsv(text);
  const { columns, ignored } = findOrderColumns(header?.cells ?? []);
  const { number } = columns;
  if (!number || !columns.street1)
    throw unreadableFile(
      'The first line must name the columns. An order number and an address are required.',
    );
  if (lines.length === 0) throw unreadableFile('The file has no orders.');
  const numberOf = ({ cells }: TextRecord) => cells[number.index]?.trim() ?? '';
  const groups = Map.groupBy(lines, numberOf);
  if (groups.size > MAX_ORDERS_IN_FILE)
    throw unreadableFile(
      `A file can have up to ${MAX_ORDERS_IN_FILE.toLocaleString('en-US')} orders. Please split it.`,
    );
  const problems: OrderFileAnswer['problems'] = [];
  const orders: ShopOrder[] = [];
  const context = { columns, decimalComma: delimiterOf(text) === ';', now };
  for (const [written, own] of groups) {
    if (written === '') {
      for (const { line } of own)
        problems.push({ line, column: number.title, message: 'The order number is missing.' });
      continue;
    }
    const read = readFileOrder(own, context);
    if ('order' in read) orders.push(read.order);
    else problems.push(...read.problems);
  }
  return { orders, problems, leftOut: groups.size - orders.length, ignored };
}
