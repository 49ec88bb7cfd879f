import { BULK_COLUMNS, BULK_LIMITS, type BulkCells, type BulkColumn } from '@lading/contract/bulk/columns.ts';
import type { UploadRow } from '@lading/contract/bulk.ts';
import { parseCountry } from '@lading/contract/countries.ts';
import { normalizeText } from '@lading/contract/normalize-text.ts';
import { unitInHeader } from './column-synonyms.ts';
import type { ColumnMap } from './match-columns.ts';
import type { Shipment } from './merge-orders.ts';

/** Values for rows in which all columns of `when` are empty. */
export interface FillIn {
  when: readonly BulkColumn[];
  cells: BulkCells;
  /** Also completes rows in which the filled columns of `when` have the same values. */
  completes?: boolean;
}

/** The unit column of each measurement. */
const UNIT_OF: readonly (readonly [measure: BulkColumn, unit: BulkColumn])[] = [
  ['package_weight', 'package_mass_unit'],
  ['package_length', 'package_distance_unit'],
];

/** Units that only the header names, such as “Weight (oz)”. */
function headerUnits(header: readonly string[], columns: ColumnMap): FillIn[] {
  return UNIT_OF.flatMap(([measure, unit]) => {
    const place = columns[measure]?.[0];
    const found = place === undefined ? null : unitInHeader(measure, header[place] ?? '');
    // A column that was mapped and removed again has an empty list.
    return found && !columns[unit]?.length ? [{ when: [unit], cells: { [unit]: found } }] : [];
  });
}

/** Item weights have no column for their unit, so a unit in the header is added to the cells. */
function itemUnit(header: readonly string[], columns: ColumnMap): (cell: string) => string {
  const place = columns.item_weight?.[0];
  const unit = place === undefined ? null : unitInHeader('item_weight', header[place] ?? '');
  if (!unit || unit === 'oz') return (cell) => cell;
  const withUnit = (part: string) => (/\d$/.test(part.trim()) ? `${part.trim()} ${unit}` : part.trim());
  return (cell) => cell.split('|').map(withUnit).join(' | ');
}

const isEmpty = (cells: BulkCells, column: BulkColumn) => (cells[column] ?? '').trim() === '';

/** A value that the profile lacks, such as a company, does not make it a different sender. */
const isSame = (written: string, value: string | undefined) =>
  value === undefined || value === '' || comparable(written) === comparable(value);

const comparable = (text: string) => {
  const code = parseCountry(text);
  if (code !== null) return code;
  const digits = text.replaceAll(/\D/g, '');
  return digits.length >= 10 ? digits.slice(-10) : normalizeText(text);
};

function applies({ when, cells: values, completes = false }: FillIn, cells: BulkCells): boolean {
  const given = when.filter((column) => !isEmpty(cells, column));
  return (
    given.length === 0 || (completes && given.every((column) => isSame(cells[column] ?? '', values[column])))
  );
}

function fillRow(cells: BulkCells, fillIns: readonly FillIn[]): BulkColumn[] {
  const filled = new Set<BulkColumn>();
  for (const fillIn of fillIns) {
    if (!applies(fillIn, cells)) continue;
    for (const column of BULK_COLUMNS) {
      const value = fillIn.cells[column];
      if (value === undefined || value === '') continue;
      if (fillIn.completes && !isEmpty(cells, column)) continue;
      cells[column] = value;
      filled.add(column);
    }
  }
  return [...filled];
}

function cellOf(written: readonly string[], places: readonly number[]): string {
  const [first = 0, ...more] = places;
  if (more.length === 0) return written[first] ?? '';
  const parts = places.map((place) => written[place]?.trim() ?? '').filter((part) => part !== '');
  return parts.join(' ').slice(0, BULK_LIMITS.cellLength).toWellFormed();
}

/** Rows in the form of the API: mapped cells, filled-in columns and the original row. */
export function prepareRows(
  header: readonly string[],
  rows: readonly Shipment[],
  columns: ColumnMap,
  fillIns: readonly FillIn[],
): UploadRow[] {
  const all = [...fillIns, ...headerUnits(header, columns)];
  const mapped = BULK_COLUMNS.flatMap((column) => {
    const places = columns[column];
    return places && places.length > 0 ? [{ column, places }] : [];
  });
  const withUnit = itemUnit(header, columns);
  return rows.map(({ line, cells: written, items }, index) => {
    const cells: BulkCells = {};
    for (const { column, places } of mapped) cells[column] = items?.[column] ?? cellOf(written, places);
    if (cells.item_weight) cells.item_weight = withUnit(cells.item_weight);
    const filled = fillRow(cells, all);
    return {
      number: index + 1,
      line,
      cells,
      originalRowData: header.map((_, place) => written[place] ?? ''),
      filled,
    };
  });
}
