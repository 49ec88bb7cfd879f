import type { Piece } from './edit-queue.ts';

const DEPTH = 20;

/** The changes that undo the latest edits. */
export function createUndoStack() {
  let steps: readonly Piece[] = [];
  return {
    push(step: Piece) {
      steps = [...steps, step].slice(-DEPTH);
    },
    pop(): Piece | undefined {
      const last = steps.at(-1);
      steps = steps.slice(0, -1);
      return last;
    },
    isEmpty: () => steps.length === 0,
  };
}
