import { describe, expect, it } from 'vitest';
import { forEachIsolated } from './for-each-isolated.ts';

describe('forEachIsolated', () => {
  it('reports an item that fails and continues with the others', async () => {
    const done: number[] = [];
    const failed: unknown[] = [];
    await forEachIsolated(
      [1, 2, 3],
      { onError: (error, item) => failed.push([error, item]) },
      async (item) => {
        if (item === 2) throw 'no';
        done.push(item);
      },
    );
    expect(done).toEqual([1, 3]);
    expect(failed).toEqual([['no', 2]]);
  });

  it('works on no more items at a time than the concurrency allows', async () => {
    let running = 0;
    let most = 0;
    await forEachIsolated([1, 2, 3, 4, 5], { concurrency: 2, onError: () => {} }, async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    });
    expect(most).toBe(2);
  });
});
