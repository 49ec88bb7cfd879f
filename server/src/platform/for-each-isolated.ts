interface IsolatedOptions<T> {
  /** How many items to work on at a time. */
  concurrency?: number;
  onError: (error: unknown, item: T) => void;
}

/** Runs `work` for each item. Reports an item that fails to `onError` and continues with the others. */
export async function forEachIsolated<T>(
  items: Iterable<T>,
  { concurrency = 1, onError }: IsolatedOptions<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    while (waiting.length > 0) {
      const item = waiting.shift() as T;
      try {
        await work(item);
      } catch (error) {
        onError(error, item);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
