import { columnTitle } from '@lading/contract/bulk/column-names.ts';
import {
  ADDED_COLUMNS,
  BULK_COLUMNS,
  type BulkCells,
  type BulkColumn,
} from '@lading/contract/bulk/columns.ts';
import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { destinationText } from '../rates/shipment-text.ts';

export interface GridColumn {
  key: string;
  title: string;
  /** Pixels. */
  width: number;
  /** The file column that this cell edits; null for combined and computed cells. */
  column: BulkColumn | null;
  /** The file columns whose problems are shown here. */
  parts: readonly BulkColumn[];
  text: (row: BulkRow) => string;
}

/** The first columns stay in view while the others scroll. */
export const STICKY_COLUMNS = 2;

const cellColumn = (column: BulkColumn, title: string, width: number): GridColumn => ({
  key: column,
  title,
  width,
  column,
  parts: [column],
  text: ({ cells }) => cells[column] ?? '',
});

const joinedColumn = (
  key: string,
  title: string,
  width: number,
  parts: readonly BulkColumn[],
  join: (cells: BulkCells) => string,
): GridColumn => ({ key, title, width, column: null, parts, text: ({ cells }) => join(cells) });

const ofRow = (key: string, title: string, width: number, text: GridColumn['text']): GridColumn => ({
  key,
  title,
  width,
  column: null,
  parts: [],
  text,
});

const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');

const dimensionsOf = (cells: BulkCells) => {
  const sides = [cells.package_length, cells.package_width, cells.package_height];
  if (sides.every((side) => !side || Number(side) === 0)) return 'Envelope';
  return sides.some(Boolean)
    ? words(sides.map((side) => side || '?').join(' × '), cells.package_distance_unit)
    : '';
};

const WIDE: ReadonlySet<BulkColumn> = new Set<BulkColumn>([
  'sender_address',
  'receiver_address',
  'sender_email',
  'receiver_email',
]);
const OVERVIEW: ReadonlySet<BulkColumn> = new Set<BulkColumn>([
  'receiver_fullname',
  'package_weight',
  'shipping_date',
]);

const ADDED: ReadonlySet<BulkColumn> = new Set(ADDED_COLUMNS);

/** Whether a row has customs data or extras, or lacks them. */
export const usesAdded = ({ cells, problems }: BulkRow): boolean =>
  ADDED_COLUMNS.some((column) => (cells[column] ?? '') !== '') ||
  problems.some(({ column }) => ADDED.has(column));

const rank = (column: BulkColumn) =>
  column.startsWith('receiver_') ? 0 : column.startsWith('sender_') ? 2 : 1;

export const GRID_COLUMNS: readonly GridColumn[] = [
  ofRow('row', 'Row', 64, ({ number }) => String(number)),
  ofRow('status', 'Status', 320, ({ status }) => status),
  cellColumn('receiver_fullname', 'Recipient', 176),
  joinedColumn(
    'destination',
    'Destination',
    208,
    [
      'receiver_address',
      'receiver_address2',
      'receiver_city',
      'receiver_state',
      'receiver_zipcode',
      'receiver_country',
    ],
    destinationText,
  ),
  {
    ...cellColumn('package_weight', 'Weight', 96),
    text: ({ cells }) => words(cells.package_weight, cells.package_mass_unit),
  },
  joinedColumn(
    'dimensions',
    'Dimensions',
    136,
    ['package_length', 'package_width', 'package_height', 'package_distance_unit'],
    dimensionsOf,
  ),
  cellColumn('shipping_date', 'Date', 120),
  ...BULK_COLUMNS.filter((column) => !OVERVIEW.has(column) && !ADDED.has(column))
    // The sender is usually the same in every row, so it comes last.
    .sort((a, b) => rank(a) - rank(b))
    .map((column) => cellColumn(column, columnTitle(column), WIDE.has(column) ? 224 : 152)),
  // Last, so that hiding them does not move the other columns.
  ...ADDED_COLUMNS.map((column) =>
    cellColumn(column, columnTitle(column), column === 'item_description' ? 224 : 152),
  ),
];

const PLAIN_COUNT = GRID_COLUMNS.length - ADDED_COLUMNS.length;

/** The number of columns to show: those for customs and extras only if a row uses or needs them. */
export const columnCount = (usesAdded: boolean): number => (usesAdded ? GRID_COLUMNS.length : PLAIN_COUNT);

/** The position of a file column in the grid. */
export const positionOf = (column: BulkColumn): number =>
  GRID_COLUMNS.findIndex((candidate) => candidate.column === column);

export const problemAt = (row: BulkRow, { parts }: GridColumn): BulkProblem | undefined =>
  row.problems.find(({ column }) => parts.includes(column));

/** The cell to edit: itself, or for a combined cell the part with the problem, else the first part. */
export function editPosition(row: BulkRow, position: number): number | null {
  const column = GRID_COLUMNS[position];
  const [first] = column?.parts ?? [];
  if (!column || !first) return null;
  return positionOf(column.column ?? problemAt(row, column)?.column ?? first);
}
