import type { ColumnMap } from './match-columns.ts';
import type { TextRecord } from './read-records.ts';

interface Orders {
  rows: TextRecord[];
  /** Lines without an address: totals at the end of a report, or orders without shipping. */
  leftOut: number[];
}

const cellOf = (row: TextRecord, place: number) => row.cells[place]?.trim() ?? '';

/**
 * Exports have one row per item. The rows of one order become one shipment: the first row with an address,
 * completed from the others. Rows of one order with different addresses stay separate.
 */
export function mergeOrders(rows: readonly TextRecord[], columns: ColumnMap): Orders {
  const orderPlaces = columns.order_ref ?? [];
  const addressPlaces = [columns.receiver_fullname, columns.receiver_address, columns.receiver_zipcode]
    .flat()
    .filter((place) => place !== undefined);
  const wanted = Object.values(columns).flat();
  const orderOf = (row: TextRecord) => orderPlaces.map((place) => cellOf(row, place)).join(' ');
  const hasAddress = (row: TextRecord) => addressPlaces.some((place) => cellOf(row, place) !== '');
  const agree = (one: TextRecord, other: TextRecord) =>
    addressPlaces.every((place) => {
      const [a, b] = [cellOf(one, place), cellOf(other, place)];
      return a === '' || b === '' || a === b;
    });

  const shipments = new Map<string, TextRecord[]>();
  const merged: TextRecord[] = [];
  for (const row of rows.filter(hasAddress)) {
    const order = orderOf(row);
    const before = order === '' ? undefined : shipments.get(order);
    const same = before?.find((shipment) => agree(shipment, row));
    if (same) {
      complete(same, row, wanted);
      continue;
    }
    const shipment = { line: row.line, cells: [...row.cells] };
    merged.push(shipment);
    if (order !== '') shipments.set(order, [...(before ?? []), shipment]);
  }
  const leftOut = rows.filter((row) => !hasAddress(row) && !shipments.has(orderOf(row)));
  return { rows: merged, leftOut: leftOut.map(({ line }) => line) };
}

function complete(shipment: TextRecord, row: TextRecord, places: readonly number[]): void {
  for (const place of places)
    if (cellOf(shipment, place) === '' && cellOf(row, place) !== '')
      shipment.cells[place] = row.cells[place] ?? '';
}
