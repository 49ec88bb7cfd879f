/**
 * Runs `work` for each page of a list. `select` returns the rows after the last row of the page before, so that rows that
 * `work` leaves as they are do not come again.
 */
export async function forEachPage<T>(
  select: (after: T | null) => Promise<readonly T[]>,
  work: (page: readonly T[]) => Promise<void>,
): Promise<void> {
  let after: T | null = null;
  for (;;) {
    const page: readonly T[] = await select(after);
    if (page.length === 0) return;
    await work(page);
    after = page.at(-1) ?? null;
  }
}
