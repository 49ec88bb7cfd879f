import { describe, expect, it } from 'vitest';
import { moveBy } from './grid-moves.ts';

const size = { rows: 100, columns: 10, page: 12 };
const plain = (key: string) => ({ key, ctrlKey: false, metaKey: false });

describe('keys in the grid', () => {
  it.each([
    ['ArrowDown', { index: 6, column: 4 }],
    ['ArrowUp', { index: 4, column: 4 }],
    ['ArrowRight', { index: 5, column: 5 }],
    ['ArrowLeft', { index: 5, column: 3 }],
    ['PageDown', { index: 17, column: 4 }],
    ['PageUp', { index: 0, column: 4 }],
    ['Home', { index: 5, column: 0 }],
    ['End', { index: 5, column: 9 }],
  ])('%s moves one step or to the end', (key, to) => {
    expect(moveBy(plain(key), { index: 5, column: 4 }, size)).toEqual(to);
  });

  it('jump to the edges with Control or Command', () => {
    expect(moveBy({ ...plain('End'), ctrlKey: true }, { index: 5, column: 4 }, size)).toEqual({
      index: 99,
      column: 9,
    });
    expect(moveBy({ ...plain('Home'), metaKey: true }, { index: 5, column: 4 }, size)).toEqual({
      index: 0,
      column: 0,
    });
    expect(moveBy({ ...plain('ArrowDown'), ctrlKey: true }, { index: 5, column: 4 }, size)?.index).toBe(99);
  });

  it('stop at the edges, and other keys do nothing', () => {
    expect(moveBy(plain('ArrowUp'), { index: 0, column: 0 }, size)).toEqual({ index: 0, column: 0 });
    expect(moveBy(plain('ArrowDown'), { index: 99, column: 0 }, size)).toEqual({ index: 99, column: 0 });
    expect(moveBy(plain('a'), { index: 5, column: 4 }, size)).toBeNull();
  });
});
