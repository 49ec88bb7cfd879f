import type { Batch, BulkRow } from '@lading/contract/bulk.ts';

/** A spreadsheet would run these as formulas. Signed numbers only look like formulas. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const csvLine = (cells: readonly string[]) => cells.map(csvCell).join(',');

/** The rejected rows as CSV, in their original columns plus their problems. */
export function rejectedRows({ columns }: Pick<Batch, 'columns'>, rows: readonly BulkRow[]): string {
  const lines = rows.map(({ originalRowData, problems, error }) =>
    csvLine([
      ...columns.map((_, index) => originalRowData[index] ?? ''),
      problems.length > 0 ? problems.map(({ message }) => message).join('; ') : (error ?? ''),
    ]),
  );
  return `${[csvLine([...columns, 'error']), ...lines].join('\r\n')}\r\n`;
}

/** `orders.csv` → `orders-rejected.csv` */
export const rejectedName = (fileName: string): string => `${fileName.replace(/\.[^.]*$/, '')}-rejected.csv`;

export const rejectedFile = (batch: Batch, rows: readonly BulkRow[]): Blob =>
  new Blob([rejectedRows(batch, rows)], { type: 'text/csv;charset=utf-8' });
