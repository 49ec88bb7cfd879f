import { BULK_COLUMNS, type BulkCells, type BulkColumn } from './columns.ts';
import type { BulkProblem, BulkRepair, ProblemKind, RepairKind } from './row.ts';

const POSITIONS: ReadonlyMap<BulkColumn, number> = new Map(
  BULK_COLUMNS.map((column, position) => [column, position]),
);
const position = (column: BulkColumn) => POSITIONS.get(column) ?? BULK_COLUMNS.length;
const inColumnOrder = (a: { column: BulkColumn }, b: { column: BulkColumn }) =>
  position(a.column) - position(b.column);

/**
 * The findings of a row check. Values change only through `repair`, so that every change is reported. A
 * column has at most one repair, from the written to the final value, and at most one problem, the first one
 * found.
 */
export class RowFindings {
  readonly values: BulkCells = {};
  readonly #cells: BulkCells;
  readonly #repairs = new Map<BulkColumn, BulkRepair>();
  readonly #problems = new Map<BulkColumn, BulkProblem>();

  constructor(cells: BulkCells) {
    this.#cells = cells;
    for (const column of BULK_COLUMNS) {
      const text = cells[column];
      if (text !== undefined) this.values[column] = text.trim();
    }
  }

  /** Empty if the file lacks the column. */
  value(column: BulkColumn): string {
    return this.values[column] ?? '';
  }

  repair(column: BulkColumn, kind: RepairKind, to: string): void {
    if (to === this.value(column)) return;
    this.values[column] = to;
    this.#repairs.set(column, { column, kind, from: (this.#cells[column] ?? '').trim(), to });
  }

  problem(column: BulkColumn, kind: ProblemKind, message: string, fix?: BulkProblem['fix']): void {
    if (this.#problems.has(column)) return;
    this.#problems.set(column, { column, kind, message, ...(fix && { fix }) });
  }

  hasProblem(column: BulkColumn): boolean {
    return this.#problems.has(column);
  }

  get repairs(): BulkRepair[] {
    return [...this.#repairs.values()].sort(inColumnOrder);
  }

  get problems(): BulkProblem[] {
    return [...this.#problems.values()].sort(inColumnOrder);
  }
}
