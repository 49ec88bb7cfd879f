import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { EditRowsBody } from '@lading/contract/bulk.ts';

export type RowEdit = EditRowsBody['edits'][number];

/** One change, small enough for one call. */
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
const overlay = (below: BulkCells | undefined, above: BulkCells | undefined) =>
  below && above ? { ...below, ...above } : (above ?? below);
const numbersIn = (layers: readonly Layer[]) =>
  new Set(layers.flatMap(({ cells, removed }) => [...cells.keys(), ...removed.keys()]));

function mergeLayers(...layers: readonly Layer[]): Layer {
  const result = emptyLayer();
  for (const { cells, removed } of layers) {
    for (const [number, changed] of cells) {
      result.cells.set(number, overlay(result.cells.get(number), changed) ?? changed);
    }
    for (const [number, value] of removed) result.removed.set(number, value);
  }
  return result;
}

function takeCells(from: Layer, to: Layer, limit: number): Piece | null {
  const edits = [...from.cells].slice(0, limit).map(([number, cells]) => ({ number, cells }));
  for (const { number, cells } of edits) {
    from.cells.delete(number);
    to.cells.set(number, cells);
  }
  return edits.length > 0 ? { kind: 'cells', edits } : null;
}

/** One piece either removes rows or restores them. */
function takeRemovals(from: Layer, to: Layer, limit: number): Piece | null {
  const [removed] = from.removed.values();
  if (removed === undefined) return null;
  const same = [...from.removed].flatMap(([number, value]) => (value === removed ? number : []));
  const numbers = same.slice(0, limit);
  for (const number of numbers) {
    from.removed.delete(number);
    to.removed.set(number, removed);
  }
  return { kind: 'removal', numbers, removed };
}

/**
 * Changes on their way to the server: waiting, in flight, then accepted. They stay on the screen until an
 * event of the batch confirms them. For each cell, only the latest change counts.
 */
export interface EditQueue {
  edit: (edits: readonly RowEdit[]) => void;
  remove: (numbers: readonly number[], removed: boolean) => void;
  /** The unconfirmed changes of a row. */
  cellsOf: (number: number) => BulkCells | undefined;
  removedOf: (number: number) => boolean | undefined;
  /** Moves the next piece from waiting to in flight. */
  take: (limit: number) => Piece | null;
  /** The server accepted the piece; its events include it from this version on. */
  accept: (version: number) => void;
  /** Drops changes that events up to this version include; returns the numbers of the rows affected. */
  confirm: (version: number, numbers?: readonly number[]) => number[];
  /** The call failed: the piece waits again, and newer changes override it. */
  requeue: () => void;
  /** The server rejected the piece, and a retry cannot help. */
  drop: () => void;
  /** The number of rows with changes that the server may not have. */
  size: () => number;
  kept: () => KeptEdits;
}

export function createEditQueue(): EditQueue {
  let waiting = emptyLayer();
  let inFlight = emptyLayer();
  let accepted: (Layer & { version: number })[] = [];

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
      for (const { cells } of accepted) found = overlay(found, cells.get(number));
      return overlay(overlay(found, inFlight.cells.get(number)), waiting.cells.get(number));
    },
    removedOf(number) {
      const latest = accepted.findLast(({ removed }) => removed.has(number))?.removed.get(number);
      return waiting.removed.get(number) ?? inFlight.removed.get(number) ?? latest;
    },

    take: (limit) => takeCells(waiting, inFlight, limit) ?? takeRemovals(waiting, inFlight, limit),

    accept(version) {
      accepted.push({ ...inFlight, version });
      inFlight = emptyLayer();
    },

    confirm(version, numbers) {
      const covered = accepted.filter((layer) => layer.version <= version);
      const known = numbersIn(covered);
      const confirmed = numbers ? numbers.filter((number) => known.has(number)) : [...known];
      for (const { cells, removed } of covered) {
        for (const number of confirmed) {
          cells.delete(number);
          removed.delete(number);
        }
      }
      accepted = accepted.filter(({ cells, removed }) => cells.size + removed.size > 0);
      return confirmed;
    },

    requeue() {
      waiting = mergeLayers(inFlight, waiting);
      inFlight = emptyLayer();
    },
    drop() {
      inFlight = emptyLayer();
    },

    size: () => numbersIn([inFlight, waiting]).size,
    kept() {
      const { cells, removed } = mergeLayers(inFlight, waiting);
      return { cells: [...cells], removed: [...removed] };
    },
  };
}
