/** Does so many at a time, and answers in the order of the items. The first failure is the answer, and nothing more is begun after it. */
export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      const at = next;
      next += 1;
      try {
        results[at] = await work(items[at] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}
