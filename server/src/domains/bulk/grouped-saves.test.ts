import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GroupedSaves } from './grouped-saves.ts';

const LONG_MS = 60_000;

function savesWith(pauseMs: number, save: (items: number[]) => Promise<void> = async () => {}) {
  const saved: number[][] = [];
  const saves = new GroupedSaves<number>(pauseMs, async (items) => {
    saved.push(items);
    await save(items);
  });
  return { saves, saved };
}

describe('grouped saves', () => {
  it('save the first items at once, and the others together after the pause', async () => {
    const { saves, saved } = savesWith(20);
    saves.add([1, 2]);
    saves.add([3]);
    saves.add([4]);
    expect(saved).toEqual([[1, 2]]);
    await expect
      .poll(() => saved)
      .toEqual([
        [1, 2],
        [3, 4],
      ]);
  });

  it('do not wait once no more items arrive', async () => {
    const { saves, saved } = savesWith(LONG_MS);
    saves.add([1]);
    saves.add([2]);
    await saves.finish();
    expect(saved).toEqual([[1], [2]]);
  });

  it('wait again after they have finished', async () => {
    const { saves, saved } = savesWith(LONG_MS);
    await saves.finish();
    saves.add([1]);
    await sleep(0);
    saves.add([2]);
    await sleep(20);
    expect(saved).toEqual([[1]]);
    await saves.finish();
    expect(saved).toEqual([[1], [2]]);
  });

  it('finish only after a save that is still running', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { saves } = savesWith(0, () => promise);
    saves.add([1]);
    let isFinished = false;
    const finished = saves.finish().then(() => {
      isFinished = true;
    });
    await sleep(10);
    expect(isFinished).toBe(false);
    resolve();
    await finished;
  });
});
