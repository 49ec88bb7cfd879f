import { createHash } from 'node:crypto';
import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { BulkShipment, CheckContext } from '@lading/contract/bulk/row.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { EditedRow } from './bulk-rows.store.ts';

export const contextOf = (
  { clock, timeZone }: Pick<BulkDeps, 'clock' | 'timeZone'>,
  { decimal_comma }: { decimal_comma: boolean },
): CheckContext => ({ today: dateIn(timeZone, clock.now()), decimalComma: decimal_comma });

/** A row as it stands after its cells were judged: on its way to the address check, or to be mended. */
export function judgeRow(userId: string, context: CheckContext, number: number, cells: BulkCells): EditedRow {
  const { problems, shipment } = checkBulkRow(cells, context);
  return {
    number,
    cells,
    problems,
    shipment,
    status: shipment ? 'pending' : 'invalid',
    error: problems[0]?.message ?? null,
    work: shipment ? 'addresses' : null,
    digest: shipment && digestOf(userId, shipment, cells.order_ref),
  };
}

/** The same parcel to the same person on the same day, and for the same order where the file names one. */
function digestOf(userId: string, shipment: BulkShipment, orderRef = ''): string {
  const { receiver, package: parcel, shippingDate } = shipment;
  const who = [receiver.fullName, receiver.address, receiver.address2, receiver.city, receiver.zipCode].map(
    (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '),
  );
  return createHash('sha256')
    .update(JSON.stringify([userId, who, receiver.country, parcel, shippingDate, orderRef]))
    .digest('hex');
}
