import type { Canvas } from '../layout/canvas.ts';

/** Something that is not divided between pages. */
export interface Block {
  height: number;
  draw(canvas: Canvas, y: number): void;
  /** Drawn above the block when it starts a table or a page. */
  head?: Head;
}

interface Head {
  height: number;
  draw(canvas: Canvas, y: number, isContinued: boolean): void;
}

export type Placed = (canvas: Canvas) => void;

/** Puts blocks on pages, from top to bottom. A block higher than a page gets its own. */
export function placeBlocks(
  blocks: readonly Block[],
  { first, next, bottom }: { first: number; next: number; bottom: number },
): Placed[][] {
  const pages: Placed[][] = [[]];
  const started = new Set<Head>();
  let [y, current] = [first, undefined as Head | undefined];
  for (const block of blocks) {
    const { head, height } = block;
    const needed = height + (head && head !== current ? head.height : 0);
    const isEmpty = pages.at(-1)?.length === 0;
    if (y + needed > bottom && !isEmpty) {
      pages.push([]);
      [y, current] = [next, undefined];
    }
    if (head && head !== current) {
      const [at, isContinued] = [y, started.has(head)];
      pages.at(-1)?.push((canvas) => head.draw(canvas, at, isContinued));
      started.add(head);
      y += head.height;
    }
    current = head;
    const at = y;
    pages.at(-1)?.push((canvas) => block.draw(canvas, at));
    y += height;
  }
  return pages;
}
