import { columnName } from './column-names.ts';
import type { BulkColumn } from './columns.ts';
import type { BulkProblem } from './row.ts';

/** Rows with the same kind of problem in the same column, shown and often fixed together. */
export interface ProblemGroup {
  /** Stable for a kind and column while rows change. */
  key: string;
  column: BulkColumn;
  kind: string;
  /** Without the count: `Missing sender ZIP`. */
  label: string;
  numbers: number[];
}

const invalid = (column: string) => `Invalid ${column}`;

const LABELS: Readonly<Partial<Record<string, (column: string) => string>>> = {
  missing: (column) => `Missing ${column}`,
  date_format: (column) => `Unreadable ${column}`,
  date_past: () => 'Shipping date in the past',
  number: invalid,
  phone: invalid,
  email: invalid,
  text: invalid,
  country: (column) => `Unknown ${column}`,
  unit: (column) => `Unknown ${column}`,
  declaration: () => 'Customs data missing',
  customs_missing: (column) => `Missing ${column}`,
  customs: invalid,
  address: (column) => `${column.startsWith('sender') ? 'Sender' : 'Recipient'} address not verified`,
  address_check: (column) => `${column.startsWith('sender') ? 'Sender' : 'Recipient'} address not checked`,
  rates: () => 'No rates',
};

/** A problem in a few words: `Missing sender ZIP`. */
export const problemLabel = ({ kind, column }: Pick<BulkProblem, 'kind' | 'column'>): string =>
  (LABELS[kind] ?? invalid)(columnName(column));

/** Groups the rows, largest group first; rows keep their order. */
export function problemGroups(
  rows: Iterable<{ readonly number: number; readonly problems: readonly BulkProblem[] }>,
): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const { number, problems } of rows) {
    for (const { kind, column } of problems) {
      const key = `${kind}:${column}`;
      const group = groups.get(key);
      if (!group)
        groups.set(key, { key, column, kind, label: problemLabel({ kind, column }), numbers: [number] });
      // Count a row once, even if its cell has two problems of one kind.
      else if (group.numbers.at(-1) !== number) group.numbers.push(number);
    }
  }
  return [...groups.values()].sort((a, b) => b.numbers.length - a.numbers.length);
}
