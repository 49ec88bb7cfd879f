import { setImmediate as otherWork } from 'node:timers/promises';

const SLICE_MS = 10;

/**
 * Like `map`, for work that can take seconds: other requests run after each slice of time. With `withinMs`, the items that
 * are not reached in that time are left out.
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  { withinMs = Number.POSITIVE_INFINITY }: { withinMs?: number } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const end = performance.now() + withinMs;
  let sliceEnd = performance.now() + SLICE_MS;
  for (const item of items) {
    results.push(map(item));
    const now = performance.now();
    if (now >= end) break;
    if (now < sliceEnd) continue;
    await otherWork();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return results;
}
