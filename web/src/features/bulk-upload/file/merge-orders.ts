import {
  type BulkCells,
  type BulkColumn,
  ITEM_COLUMNS,
  isItemColumn,
} from '@lading/contract/bulk/columns.ts';
import {
  type ItemCells,
  isEmptyItem,
  NO_ITEM,
  readItems,
  writeItems,
} from '@lading/contract/bulk/item-cells.ts';
import type { TextRecord } from '@lading/contract/read-records.ts';
import type { ColumnMap, Match } from './match-columns.ts';

/** A row of the file, with the items of all rows that were merged into it. */
export interface Shipment extends TextRecord {
  /** Replaces the item cells of the row. */
  items?: BulkCells;
}

interface Orders {
  rows: Shipment[];
  /** Lines without an address: totals at the end of a report, or orders without shipping. */
  leftOut: number[];
}

type Export = Pick<Extract<Match, { kind: 'export' }>, 'columns'> &
  Partial<Pick<Extract<Match, { kind: 'export' }>, 'currency' | 'requiresShipping'>>;

const cellOf = (row: TextRecord, place: number) => row.cells[place]?.trim() ?? '';
const joined = (row: TextRecord, places: readonly number[] = []) =>
  places
    .map((place) => cellOf(row, place))
    .filter((part) => part !== '')
    .join(' ');

const placesOf = (columns: ColumnMap, wanted: readonly BulkColumn[]) =>
  wanted.flatMap((column) => columns[column] ?? []);

const agreeOn = (places: readonly number[]) => (one: TextRecord, other: TextRecord) =>
  places.every((place) => {
    const [a, b] = [cellOf(one, place), cellOf(other, place)];
    return a === '' || b === '' || a === b;
  });

/**
 * Exports have one row per item. The rows of one order become one shipment: the first row with an address, completed
 * from the others, with the items of all. Rows of one order with different addresses stay separate.
 */
export function mergeOrders(rows: readonly TextRecord[], { columns, ...about }: Export): Orders {
  const addressPlaces = placesOf(columns, ['receiver_fullname', 'receiver_address', 'receiver_zipcode']);
  const hasAddress = (row: TextRecord) => addressPlaces.some((place) => cellOf(row, place) !== '');
  const merge = new Merge(columns, agreeOn(addressPlaces));
  for (const row of rows.filter(hasAddress)) merge.start(row);
  const isGoods = (row: TextRecord) =>
    typeof about.requiresShipping !== 'number' || cellOf(row, about.requiresShipping) !== 'false';
  const isInDollars = (row: TextRecord) =>
    typeof about.currency !== 'number' || /^(?:usd)?$/i.test(cellOf(row, about.currency));
  const leftOut: number[] = [];
  for (const row of rows) {
    const shipment = merge.shipmentOf(row);
    if (!shipment) leftOut.push(row.line);
    else if (isGoods(row))
      shipment.items.push({
        ...itemOf(row, columns),
        ...(isInDollars(shipment.first) ? {} : { item_value: '' }),
      });
  }
  return { rows: merge.shipments(true), leftOut };
}

/**
 * Our own template, and files like it, may have one row per item too: rows with the same order number whose other
 * cells are empty or equal add their items to the first row. Without an order and an item column, every row is a
 * shipment.
 */
export function mergeItems(rows: readonly TextRecord[], columns: ColumnMap): Orders {
  if (!columns.order_ref || !ITEM_COLUMNS.some((column) => columns[column]))
    return { rows: [...rows], leftOut: [] };
  const others = (Object.keys(columns) as BulkColumn[]).filter(
    (column) => column !== 'order_ref' && !isItemColumn(column),
  );
  const merge = new Merge(columns, agreeOn(placesOf(columns, others)));
  for (const row of rows) {
    const items = readItems(itemOf(row, columns));
    // A row without items is its own parcel, as in files without item columns.
    const shipment = merge.start(row, items.length > 0);
    shipment.items.push(...items);
  }
  return { rows: merge.shipments(false), leftOut: [] };
}

function itemOf(row: TextRecord, columns: ColumnMap): ItemCells {
  const item = { ...NO_ITEM };
  for (const column of ITEM_COLUMNS) item[column] = joined(row, columns[column]);
  return item;
}

interface Merged {
  row: TextRecord;
  /** As written, before it was completed. */
  first: TextRecord;
  items: ItemCells[];
  rows: number;
}

/** The shipments of a file while its rows are merged. */
class Merge {
  private readonly merged: Merged[] = [];
  private readonly byOrder = new Map<string, Merged[]>();
  private readonly byRow = new Map<TextRecord, Merged>();
  private readonly columns: ColumnMap;
  private readonly agree: (one: TextRecord, other: TextRecord) => boolean;
  private readonly completed: readonly number[];

  constructor(columns: ColumnMap, agree: (one: TextRecord, other: TextRecord) => boolean) {
    this.columns = columns;
    this.agree = agree;
    const kept = (Object.keys(columns) as BulkColumn[]).filter((column) => !isItemColumn(column));
    this.completed = placesOf(columns, kept);
  }

  private orderOf(row: TextRecord): string {
    return joined(row, this.columns.order_ref);
  }

  /** Adds the row to a shipment of its order, or starts a new shipment. */
  start(row: TextRecord, mayJoin = true): Merged {
    const order = this.orderOf(row);
    const before = order === '' ? [] : (this.byOrder.get(order) ?? []);
    const same = mayJoin ? before.find((shipment) => this.agree(shipment.row, row)) : undefined;
    if (same) {
      for (const place of this.completed)
        if (cellOf(same.row, place) === '' && cellOf(row, place) !== '')
          same.row.cells[place] = row.cells[place] ?? '';
      same.rows += 1;
      this.byRow.set(row, same);
      return same;
    }
    const shipment = { row: { line: row.line, cells: [...row.cells] }, first: row, items: [], rows: 1 };
    this.merged.push(shipment);
    this.byRow.set(row, shipment);
    if (order !== '') this.byOrder.set(order, [...before, shipment]);
    return shipment;
  }

  /** A row that did not start or join a shipment is part of the first shipment of its order. */
  shipmentOf(row: TextRecord): Merged | undefined {
    return this.byRow.get(row) ?? this.byOrder.get(this.orderOf(row))?.[0];
  }

  /** With `always`, the item cells of single rows are also rewritten; otherwise they stay as written. */
  shipments(always: boolean): Shipment[] {
    return this.merged.map(({ row, items, rows }) => {
      const kept = items.filter((item) => !isEmptyItem(item));
      return always || rows > 1 ? { ...row, items: this.mapped(writeItems(kept)) } : row;
    });
  }

  private mapped(items: ItemCells): BulkCells {
    const cells: BulkCells = {};
    for (const column of ITEM_COLUMNS) if (this.columns[column]) cells[column] = items[column];
    return cells;
  }
}
