import { readItems } from '@lading/contract/bulk/item-cells.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeItems, mergeOrders } from './merge-orders.ts';

const COLUMNS = {
  order_ref: [0],
  receiver_fullname: [1],
  receiver_address: [2],
  receiver_zipcode: [3],
  receiver_phone: [4],
};
const rows = (...texts: string[]) =>
  texts.map((text, index) => ({ line: index + 2, cells: text.split(',') }));
const merge = (...texts: string[]) => {
  const { rows: merged, leftOut } = mergeOrders(rows(...texts), { columns: COLUMNS });
  return { merged: merged.map(({ line, cells }) => `${line}: ${cells.join(',')}`), leftOut };
};

describe('rows of one order', () => {
  it('become one shipment, even if they are not adjacent', () => {
    expect(merge('1,Ada,Elm St,97205', '2,Kim,Oak St,02139', '1,,,', '1,Ada,Elm St,97205')).toEqual({
      merged: ['2: 1,Ada,Elm St,97205', '3: 2,Kim,Oak St,02139'],
      leftOut: [],
    });
  });

  it('complete each other without overwriting', () => {
    expect(
      merge('1,Ada,Elm St,97205,', '1,Ada,Elm St,97205,5035550142', '1,Ada,Elm St,97205,9').merged,
    ).toEqual(['2: 1,Ada,Elm St,97205,5035550142']);
  });

  it('stay separate when their addresses differ', () => {
    expect(merge('1,Ada,Elm St,97205', '1,Ada,Oak St,02139').merged).toHaveLength(2);
  });

  it('are never merged without an order number', () => {
    expect(merge(',Ada,Elm St,97205', ',Ada,Elm St,97205').merged).toHaveLength(2);
  });

  it('are skipped, with their line, when they have no address', () => {
    expect(merge('1,Ada,Elm St,97205', '2,,,', 'total,,,').leftOut).toEqual([3, 4]);
  });
});

const ITEMS = { ...COLUMNS, package_weight: [4], item_sku: [5], item_quantity: [6] };
const itemsIn = (shipments: ReturnType<typeof mergeItems>['rows']) =>
  shipments.map(({ items, cells }) =>
    readItems(items ?? { item_sku: cells[5] ?? '', item_quantity: cells[6] ?? '' }).map(
      ({ item_sku, item_quantity }) => `${item_quantity} ${item_sku}`,
    ),
  );
const mergedItems = (...texts: string[]) => itemsIn(mergeItems(rows(...texts), ITEMS).rows);

describe('one row per item', () => {
  it('becomes one shipment per order, even if the rows are not next to each other', () => {
    expect(
      mergedItems(
        '1,Ada,Elm St,97205,2,A,1',
        '2,Kim,Oak St,02139,3,C,1',
        '1,,,,,B,2',
        '1,Ada,Elm St,97205,2,A,5',
      ),
    ).toEqual([['1 A', '2 B', '5 A'], ['1 C']]);
  });

  it('stays separate if anything else differs, or without an order number', () => {
    expect(mergedItems('1,Ada,Elm St,97205,2,A,1', '1,Ada,Elm St,97205,3,B,1')).toEqual([['1 A'], ['1 B']]);
    expect(mergedItems(',Ada,Elm St,97205,2,A,1', ',Ada,Elm St,97205,2,B,1')).toEqual([['1 A'], ['1 B']]);
  });

  it('keeps two parcels of one order that list no items', () => {
    expect(mergedItems('1,Ada,Elm St,97205,2,,', '1,Ada,Elm St,97205,2,,')).toEqual([[], []]);
  });

  it('keeps a row whose order has no address, so that it can be fixed', () => {
    expect(mergedItems('1,,,,,A,1', '2,Kim,Oak St,02139,3,B,1')).toEqual([['1 A'], ['1 B']]);
  });

  it('accepts several items in one row', () => {
    expect(mergedItems('1,Ada,Elm St,97205,2,A|B,1|2', '1,,,,,C,3')).toEqual([['1 A', '2 B', '3 C']]);
  });

  it('leaves files without items as they are', () => {
    const same = rows('1,Ada,Elm St,97205', '1,Ada,Elm St,97205');
    expect(mergeItems(same, COLUMNS).rows).toEqual(same);
  });

  const aRow = fc.tuple(
    fc.constantFrom('', '1', '2', '3'),
    fc.constantFrom('Ada,Elm St,97205,2', 'Kim,Oak St,02139,3', ',,,'),
    fc.constantFrom('A', 'B', 'C'),
  );

  it.each([
    ['our own files', (texts: string[]) => mergeItems(rows(...texts), ITEMS)],
    ['exports', (texts: string[]) => mergeOrders(rows(...texts), { columns: ITEMS })],
  ])('never loses or duplicates an item: %s', (_, mergeTexts) => {
    fc.assert(
      fc.property(fc.array(aRow, { minLength: 1, maxLength: 20 }), (given) => {
        // The quantity identifies the row.
        const texts = given.map(([order, rest, sku], index) => `${order},${rest},${sku},${index + 1}`);
        const { rows: shipments, leftOut } = mergeTexts(texts);
        const kept = given.flatMap(([, , sku], index) =>
          leftOut.includes(index + 2) ? [] : [`${index + 1} ${sku}`],
        );
        expect(itemsIn(shipments).flat().toSorted()).toEqual(kept.toSorted());
      }),
    );
  });
});

describe('the items of an export', () => {
  it('leave out digital goods and prices in other currencies', () => {
    const columns = { ...COLUMNS, item_sku: [5], item_value: [6] };
    const { rows: shipments } = mergeOrders(
      rows(
        '1,Ada,Elm St,97205,,A,9,USD,true',
        '1,,,,,GIFT-CARD,25,,false',
        '2,Kim,Oak St,02139,,B,8,CAD,true',
        '2,,,,,C,7,,true',
      ),
      { columns, currency: 7, requiresShipping: 8 },
    );
    expect(shipments.map(({ items }) => items)).toEqual([
      { item_sku: 'A', item_value: '9' },
      { item_sku: 'B | C', item_value: '' },
    ]);
  });
});
