import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ITEM_COLUMNS } from './columns.ts';
import { type ItemCells, isEmptyItem, NO_ITEM, readItems, writeItems } from './item-cells.ts';

const aText = fc
  .string({ unit: fc.constantFrom(...'abc 019./-'), maxLength: 12 })
  .map((text) => text.replaceAll(/\s+/g, ' ').trim());
const anItem: fc.Arbitrary<ItemCells> = fc
  .tuple(...ITEM_COLUMNS.map(() => aText))
  .map((texts) => ({ ...NO_ITEM, ...Object.fromEntries(ITEM_COLUMNS.map((name, at) => [name, texts[at]])) }));

describe('the items of a row', () => {
  it('are read as they were written: none is lost, duplicated or moved', () => {
    fc.assert(
      fc.property(fc.array(anItem, { maxLength: 20 }), (items) => {
        const kept = items.filter((item) => !isEmptyItem(item));
        expect(readItems(writeItems(items))).toEqual(kept);
      }),
    );
  });

  it('stay apart if a value contains the separator', () => {
    const items = [
      { ...NO_ITEM, item_description: 'Mug | Blue', item_sku: 'A' },
      { ...NO_ITEM, item_sku: 'B' },
    ];
    expect(writeItems(items)).toMatchObject({ item_description: 'Mug / Blue | ', item_sku: 'A | B' });
    expect(readItems(writeItems(items))).toHaveLength(2);
  });

  it('share a single origin, but no other value', () => {
    expect(readItems({ item_sku: 'A|B', item_origin: 'US', item_hs: '610910' })).toEqual([
      { ...NO_ITEM, item_sku: 'A', item_origin: 'US', item_hs: '610910' },
      { ...NO_ITEM, item_sku: 'B', item_origin: 'US' },
    ]);
  });
});
