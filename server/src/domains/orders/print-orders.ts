import { dateIn } from '@lading/contract/calendar-date.ts';
import type { PrintOrdersBody } from '@lading/contract/orders/ship-orders.ts';
import type { LetterPrinter } from '../../labels/port.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { type LabelFileDeps, slipFile } from '../shipments/label-file.ts';
import { mergedLabels } from '../shipments/merged-labels.ts';
import { selectPrintedOrders, selectPrintedPieces } from './order-papers.store.ts';
import { type SlipOfParcel, slipsOf } from './packing-slips.ts';
import { pickListOf } from './pick-list.ts';
import { MAX_ITEMS, requireFewItems } from './require-few-items.ts';

export interface OrderPaperDeps extends LabelFileDeps {
  letterPrinter: LetterPrinter;
  timeZone: string;
}

/** Packing slips, labels with their slips, or a pick list as one PDF, in the order of the request. */
export async function printOrders(
  deps: OrderPaperDeps,
  { userId }: Pick<Actor, 'userId'>,
  { orderIds, content, paper }: PrintOrdersBody,
): Promise<SentFile> {
  const { db, clock } = deps;
  await requireFewItems(db, userId, orderIds, MAX_ITEMS.print);
  const pieces = await selectPrintedPieces(db, userId, orderIds);
  const ids = [...new Set([...orderIds, ...pieces.map(({ order_id }) => order_id)])];
  const known = new Map((await selectPrintedOrders(db, userId, ids)).map((order) => [order.id, order]));
  const orders = [...new Set(orderIds)].flatMap((id) => known.get(id) ?? []);
  if (orders.length === 0) throw new AppError('ORDER_NOT_FOUND');
  if (content === 'pick_list') {
    const today = dateIn(deps.timeZone, clock.now());
    return {
      contentType: 'application/pdf',
      fileName: `pick-list-${today}.pdf`,
      content: deps.letterPrinter.print(pickListOf(orders, pieces, today)),
    };
  }
  const slips = slipsOf(orders, known, pieces, deps.timeZone);
  return content === 'slips'
    ? slipFile(
        deps,
        slips.map(({ slip }) => slip),
        paper,
      )
    : labelsWithSlips(deps, userId, slips, paper);
}

function labelsWithSlips(
  deps: OrderPaperDeps,
  userId: string,
  slips: readonly SlipOfParcel[],
  paper: PrintOrdersBody['paper'],
): Promise<SentFile> {
  const labeled = slips.flatMap(({ shipmentId, slip }) =>
    shipmentId === null ? [] : [[shipmentId, slip] as const],
  );
  return mergedLabels(
    deps,
    userId,
    labeled.map(([id]) => id),
    { paper, content: 'all', slips: new Map(labeled) },
  );
}
