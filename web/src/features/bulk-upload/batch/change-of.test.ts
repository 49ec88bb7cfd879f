import { describe, expect, it } from 'vitest';
import { changeOf } from './change-of.ts';

const edited = (cells: Record<string, string>) => changeOf({ number: 1, cells }, {}, undefined)?.after.cells;

describe('the change of an edit', () => {
  it('keeps as much text as the column may hold', () => {
    const long = 'x'.repeat(12_001);
    expect(edited({ item_description: long })?.item_description).toHaveLength(12_000);
    expect(edited({ receiver_city: long })?.receiver_city).toHaveLength(1_000);
  });

  it('drops characters that cannot be stored', () => {
    expect(edited({ receiver_city: 'Aus\0tin\ud800' })).toEqual({ receiver_city: 'Austin' });
  });
});
