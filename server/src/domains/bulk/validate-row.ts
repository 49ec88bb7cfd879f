import { createHash } from 'node:crypto';
import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { BulkShipment, CheckContext } from '@lading/contract/bulk/row.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { ChangedRow } from './bulk-rows.store.ts';
import { orderRefOf } from './order-ref.ts';
import { type RowKeys, sealCells, sealShipment } from './stored-row.ts';

/** A row with its tax IDs in plain text. */
export interface ValidatedRow extends Omit<ChangedRow, 'cells' | 'shipment'> {
  cells: BulkCells;
  shipment: BulkShipment | null;
}

export const sealRow = <Row extends ValidatedRow>(by: RowKeys, row: Row) => ({
  ...row,
  cells: sealCells(by, row.cells),
  shipment: row.shipment && sealShipment(by, row.shipment),
});

export const checkContext = (
  { clock, timeZone }: Pick<BulkDeps, 'clock' | 'timeZone'>,
  { decimal_comma }: { decimal_comma: boolean },
): CheckContext => ({ today: dateIn(timeZone, clock.now()), decimalComma: decimal_comma });

/** Checks a row's cells. A valid row is queued for the address check; an invalid one waits for the client. */
export function validateRow(
  userId: string,
  context: CheckContext,
  number: number,
  cells: BulkCells,
): ValidatedRow {
  const { problems, shipment } = checkBulkRow(cells, context);
  return {
    number,
    cells,
    problems,
    shipment,
    status: shipment ? 'pending' : 'invalid',
    error: problems[0]?.message ?? null,
    work: shipment ? 'addresses' : null,
    digest: shipment && digestOf(userId, shipment, orderRefOf(cells)),
  };
}

/** Identifies duplicates: same recipient, parcel, ship date and, if given, order. */
function digestOf(userId: string, shipment: BulkShipment, orderRef = ''): string {
  const { receiver: recipient, package: parcel, shippingDate } = shipment;
  const who = [
    recipient.fullName,
    recipient.address,
    recipient.address2,
    recipient.city,
    recipient.zipCode,
  ].map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '));
  return createHash('sha256')
    .update(JSON.stringify([userId, who, recipient.country, parcel, shippingDate, orderRef]))
    .digest('hex');
}
