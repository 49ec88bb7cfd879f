import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { EditRowsBody } from '@lading/contract/bulk.ts';

export type RowEdit = EditRowsBody['edits'][number];

/** What one call carries. */
export type Piece =
  | { kind: 'cells'; edits: RowEdit[] }
  | { kind: 'removal'; numbers: number[]; removed: boolean };

export interface KeptEdits {
  cells: [number, BulkCells][];
  removed: [number, boolean][];
}

interface Layer {
  cells: Map<number, BulkCells>;
  removed: Map<number, boolean>;
}
const emptyLayer = (): Layer => ({ cells: new Map(), removed: new Map() });
const over = (under: BulkCells | undefined, upper: BulkCells | undefined) =>
  under && upper ? { ...under, ...upper } : (upper ?? under);
const numbersIn = (layers: readonly Layer[]) =>
  new Set(layers.flatMap(({ cells, removed }) => [...cells.keys(), ...removed.keys()]));

/**
 * Changes on their way to the server: they wait, are under way, are answered, and are in force on the screen until the news have
 * brought them back. Of two changes of the same cell only the later counts.
 */
export interface EditQueue {
  edit: (edits: readonly RowEdit[]) => void;
  remove: (numbers: readonly number[], removed: boolean) => void;
  /** What is in force for a row beyond what the news have said. */
  cellsOf: (number: number) => BulkCells | undefined;
  removedOf: (number: number) => boolean | undefined;
  /** The next piece, which is then under way. */
  take: (limit: number) => Piece | null;
  /** The piece reached the server, whose news will bring it with this version at the latest. */
  answered: (version: number) => void;
  /** News of this version have come, of some rows or of all; gives the numbers of rows whose changes they hold. */
  confirm: (version: number, numbers?: readonly number[]) => number[];
  /** The piece was lost: it waits again, under what was changed since. */
  comeBack: () => void;
  /** The server will never take it. */
  drop: () => void;
  /** Rows with changes that the server may not have. */
  size: () => number;
  kept: () => KeptEdits;
}

export function createEditQueue(): EditQueue {
  let waiting = emptyLayer();
  let underWay = emptyLayer();
  let done: (Layer & { version: number })[] = [];

  const merged = (layers: readonly Layer[]): Layer => {
    const result = emptyLayer();
    for (const { cells, removed } of layers) {
      for (const [number, changed] of cells) {
        result.cells.set(number, over(result.cells.get(number), changed) ?? changed);
      }
      for (const [number, value] of removed) result.removed.set(number, value);
    }
    return result;
  };

  return {
    edit(edits) {
      for (const { number, cells } of edits) {
        waiting.cells.set(number, { ...waiting.cells.get(number), ...cells });
      }
    },
    remove(numbers, removed) {
      for (const number of numbers) waiting.removed.set(number, removed);
    },

    cellsOf(number) {
      let found: BulkCells | undefined;
      for (const { cells } of done) found = over(found, cells.get(number));
      return over(over(found, underWay.cells.get(number)), waiting.cells.get(number));
    },
    removedOf(number) {
      const told = done.findLast(({ removed }) => removed.has(number))?.removed.get(number);
      return waiting.removed.get(number) ?? underWay.removed.get(number) ?? told;
    },

    take(limit) {
      if (waiting.cells.size > 0) {
        const edits = [...waiting.cells].slice(0, limit).map(([number, cells]) => ({ number, cells }));
        for (const { number, cells } of edits) {
          waiting.cells.delete(number);
          underWay.cells.set(number, cells);
        }
        return { kind: 'cells', edits };
      }
      const [first] = waiting.removed.values();
      if (first === undefined) return null;
      const numbers = [...waiting.removed].flatMap(([number, value]) => (value === first ? number : []));
      const taken = numbers.slice(0, limit);
      for (const number of taken) {
        waiting.removed.delete(number);
        underWay.removed.set(number, first);
      }
      return { kind: 'removal', numbers: taken, removed: first };
    },

    answered(version) {
      done.push({ ...underWay, version });
      underWay = emptyLayer();
    },

    confirm(version, numbers) {
      const covered = done.filter((layer) => layer.version <= version);
      const known = numbersIn(covered);
      const confirmed = numbers ? numbers.filter((number) => known.has(number)) : [...known];
      for (const { cells, removed } of covered) {
        for (const number of confirmed) {
          cells.delete(number);
          removed.delete(number);
        }
      }
      done = done.filter(({ cells, removed }) => cells.size + removed.size > 0);
      return confirmed;
    },

    comeBack() {
      waiting = merged([underWay, waiting]);
      underWay = emptyLayer();
    },
    drop() {
      underWay = emptyLayer();
    },

    size: () => numbersIn([underWay, waiting]).size,
    kept() {
      const { cells, removed } = merged([underWay, waiting]);
      return { cells: [...cells], removed: [...removed] };
    },
  };
}
