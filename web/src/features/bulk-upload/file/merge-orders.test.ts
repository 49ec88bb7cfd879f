import { describe, expect, it } from 'vitest';
import { mergeOrders } from './merge-orders.ts';

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
  const { rows: merged, leftOut } = mergeOrders(rows(...texts), COLUMNS);
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
