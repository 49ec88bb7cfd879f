import type { RowEdit } from './edit-queue.ts';

const DEPTH = 20;

/** What takes one step back. */
export type Inverse =
  | { kind: 'cells'; edits: RowEdit[] }
  | { kind: 'removal'; numbers: number[]; removed: boolean };

export function createUndoStack() {
  let steps: readonly Inverse[] = [];
  return {
    push(step: Inverse) {
      steps = [...steps, step].slice(-DEPTH);
    },
    pop(): Inverse | undefined {
      const last = steps.at(-1);
      steps = steps.slice(0, -1);
      return last;
    },
    isEmpty: () => steps.length === 0,
  };
}
