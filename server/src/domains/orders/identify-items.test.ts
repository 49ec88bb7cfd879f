import { describe, expect, it } from 'vitest';
import { anItem } from '../../../test/shop-orders.ts';
import type { ShopItem } from '../../providers/order-sources/port.ts';
import { identifyItems } from './identify-items.ts';

const line = (sku: string, title: string, position: number): ShopItem =>
  anItem({ externalId: String(position), sku, title, hasNoId: true });
const ids = (items: readonly ShopItem[], before: readonly ShopItem[] = []) =>
  identifyItems(
    items,
    before.map((item) => ({ ...item, needed: item.quantity })),
  ).map(({ externalId }) => externalId);

const [MUG, TEA] = [line('MUG', 'Mug', 1), line('TEA', 'Tea', 2)];

describe('a line without an ID', () => {
  it.each<[string, ShopItem[], ShopItem[], string[]]>([
    ['gets its position in a new order', [MUG, TEA], [], ['1', '2']],
    ['keeps its ID if it is the only one left', [line('TEA', 'Tea', 1)], [MUG, TEA], ['2']],
    [
      'keeps its ID in another order of the lines',
      [line('TEA', 'Tea', 1), line('MUG', 'Mug', 2)],
      [MUG, TEA],
      ['2', '1'],
    ],
    ['keeps its ID if only its title changed', [line('MUG', 'Large mug', 1)], [MUG], ['1']],
    [
      'keeps its ID if the stored line has no variant yet',
      [{ ...line('', 'Mug', 1), variant: 'Blue' }],
      [{ ...line('', 'Mug', 1), variant: '' }],
      ['1'],
    ],
    [
      'gets a new ID if its variant changed',
      [{ ...line('', 'Mug', 1), variant: 'Blue' }],
      [{ ...line('', 'Mug', 1), variant: 'Red' }],
      ['2'],
    ],
    [
      'gets a new ID if it replaces another line',
      [line('CUP', 'Cup', 1), line('TEA', 'Tea', 2)],
      [MUG, TEA],
      ['3', '2'],
    ],
    [
      'is distinguished from an equal line',
      [MUG, line('MUG', 'Mug', 2)],
      [MUG, line('MUG', 'Mug', 2)],
      ['1', '2'],
    ],
    [
      'gets the next free ID if several are new',
      [line('CUP', 'Cup', 1), line('PEN', 'Pen', 2), line('TEA', 'Tea', 3)],
      [MUG, TEA],
      ['3', '4', '2'],
    ],
    [
      'does not take the ID of a line that has its own',
      [anItem({ externalId: '2' }), line('TEA', 'Tea', 2)],
      [],
      ['2', '1'],
    ],
  ])('%s', (_case, items, before, expected) => {
    expect(ids(items, before)).toEqual(expected);
  });
});

it('a line with an ID keeps it', () => {
  const own = anItem({ externalId: 'own' });
  expect(identifyItems([own], [{ ...MUG, needed: 1 }])).toEqual([own]);
});
