import { beforeEach, describe, expect, it } from 'vitest';
import { createEditQueue, type EditQueue } from './edit-queue.ts';

let queue: EditQueue;
beforeEach(() => {
  queue = createEditQueue();
});

describe('the edit queue', () => {
  it('returns rows in the order of their first change, with the last value of each cell', () => {
    queue.edit([{ number: 7, cells: { receiver_city: 'Austn' } }]);
    queue.edit([{ number: 2, cells: { receiver_city: 'Boston' } }]);
    queue.edit([{ number: 7, cells: { receiver_city: 'Austin', receiver_state: 'TX' } }]);
    expect(queue.take(500)).toEqual({
      kind: 'cells',
      edits: [
        { number: 7, cells: { receiver_city: 'Austin', receiver_state: 'TX' } },
        { number: 2, cells: { receiver_city: 'Boston' } },
      ],
    });
  });

  it('splits edits that do not fit in one call', () => {
    queue.edit([1, 2, 3].map((number) => ({ number, cells: { order_ref: 'x' } })));
    expect(queue.take(2)).toMatchObject({ edits: [{ number: 1 }, { number: 2 }] });
    queue.accept(4);
    expect(queue.take(2)).toMatchObject({ edits: [{ number: 3 }] });
    queue.accept(5);
    expect(queue.take(2)).toBeNull();
  });

  it('keeps an edit until an event confirms it, and keeps a newer edit longer', () => {
    queue.edit([{ number: 1, cells: { receiver_city: 'Austin', receiver_state: 'TX' } }]);
    queue.take(500);
    queue.edit([{ number: 1, cells: { receiver_city: 'Dallas' } }]);
    expect(queue.cellsOf(1)).toEqual({ receiver_city: 'Dallas', receiver_state: 'TX' });
    queue.accept(9);
    expect(queue.confirm(8, [1])).toEqual([]);
    expect(queue.cellsOf(1)).toEqual({ receiver_city: 'Dallas', receiver_state: 'TX' });
    expect(queue.confirm(9, [1, 2])).toEqual([1]);
    expect(queue.cellsOf(1)).toEqual({ receiver_city: 'Dallas' });
  });

  it('drops every accepted edit once the batch reaches its version', () => {
    queue.edit([1, 2].map((number) => ({ number, cells: { order_ref: 'x' } })));
    queue.take(500);
    queue.remove([3], true);
    queue.accept(9);
    expect(queue.confirm(9)).toEqual([1, 2]);
    expect(queue.cellsOf(1)).toBeUndefined();
    expect(queue.removedOf(3)).toBe(true);
  });

  it('requeues a failed piece together with newer changes', () => {
    queue.edit([{ number: 1, cells: { receiver_city: 'Austin', receiver_state: 'TX' } }]);
    queue.take(500);
    queue.edit([{ number: 1, cells: { receiver_city: 'Dallas' } }]);
    queue.requeue();
    expect(queue.take(500)).toEqual({
      kind: 'cells',
      edits: [{ number: 1, cells: { receiver_city: 'Dallas', receiver_state: 'TX' } }],
    });
  });

  it('drops a piece that the server rejected', () => {
    queue.edit([{ number: 1, cells: { receiver_city: 'Austin' } }]);
    queue.take(500);
    queue.drop();
    expect(queue.cellsOf(1)).toBeUndefined();
    expect(queue.size()).toBe(0);
  });

  it('sends removals and restores separately, with the last choice for each row', () => {
    queue.remove([1, 2, 3], true);
    queue.remove([2], false);
    expect(queue.take(500)).toEqual({ kind: 'removal', numbers: [1, 3], removed: true });
    expect(queue.removedOf(1)).toBe(true);
    queue.accept(2);
    expect(queue.take(500)).toEqual({ kind: 'removal', numbers: [2], removed: false });
  });

  it('stores every change that the server may not have, for a reload', () => {
    queue.edit([{ number: 9, cells: { receiver_city: 'Salem' } }]);
    queue.take(500);
    queue.accept(2);
    queue.edit([{ number: 1, cells: { receiver_city: 'Austin' } }]);
    queue.take(500);
    queue.edit([{ number: 2, cells: { receiver_city: 'Boston' } }]);
    queue.remove([3], true);
    expect(queue.kept()).toEqual({
      cells: [
        [1, { receiver_city: 'Austin' }],
        [2, { receiver_city: 'Boston' }],
      ],
      removed: [[3, true]],
    });
    expect(queue.size()).toBe(3);
  });
});
