import { describe, expect, it } from 'vitest';
import { anItem } from '../../../test/shop-orders.ts';
import { mayBeShippedByUs, openItems, type ReportedPieces, withNeeded } from './count-pieces.ts';
import type { StoredItem } from './orders.tables.ts';

const stored = (needed: number, changes: Partial<StoredItem> = {}): StoredItem => ({
  ...anItem({ quantity: 3, ...changes }),
  needed,
});
const parcel = (
  quantity: number,
  state: ReportedPieces['state'],
  report: ReportedPieces['report'],
  { is_uncertain = false, reference = null }: Partial<ReportedPieces> = {},
): ReportedPieces => ({ item_id: 'item-1', quantity, state, report, is_uncertain, reference });

const UNCERTAIN = { is_uncertain: true };

/** What the store sends, what we had, our parcels, and how many pieces we then ship in total. */
const CASES: [string, { quantity: number; remaining: number }, number | null, ReportedPieces[], number][] = [
  ['are those that remain in the store', { quantity: 3, remaining: 3 }, null, [], 3],
  ['exclude those that were shipped before the first import', { quantity: 3, remaining: 1 }, null, [], 1],
  ['exclude a refund', { quantity: 3, remaining: 2 }, 3, [], 2],
  [
    'stay the same while our label is not reported',
    { quantity: 3, remaining: 3 },
    3,
    [parcel(3, 'bought', 'to_report')],
    3,
  ],
  [
    'stay the same when the store counts our report',
    { quantity: 3, remaining: 0 },
    3,
    [parcel(3, 'bought', 'reported')],
    3,
  ],
  [
    'stay the same when the store does not count our report yet',
    { quantity: 3, remaining: 2 },
    2,
    [parcel(2, 'bought', 'reported')],
    2,
  ],
  [
    'stay the same when our report is uncertain',
    { quantity: 3, remaining: 0 },
    3,
    [parcel(3, 'bought', 'to_report', { is_uncertain: true })],
    3,
  ],
  [
    'stay the same when the store recorded a part of a report that it refused',
    { quantity: 3, remaining: 0 },
    3,
    [parcel(3, 'bought', 'refused', { reference: 'part' })],
    3,
  ],
  ...(['refused', 'to_report'] as const).map((report): (typeof CASES)[number] => [
    `stay the same while our report is "${report}": the client may have entered the number in the store`,
    { quantity: 3, remaining: 2 },
    3,
    [parcel(1, 'bought', report)],
    3,
  ]),
  [
    'grow with the order if the client may have entered a refused number',
    { quantity: 4, remaining: 3 },
    3,
    [parcel(1, 'bought', 'refused')],
    4,
  ],
  [
    'follow the store after a void whose report it refused',
    { quantity: 3, remaining: 2 },
    3,
    [parcel(1, 'voided', 'refused')],
    2,
  ],
  ['grow with the order', { quantity: 4, remaining: 1 }, 3, [parcel(3, 'bought', 'reported')], 4],
  [
    'stay the same after a void whose report the store cannot withdraw',
    { quantity: 3, remaining: 0 },
    3,
    [parcel(3, 'voided', 'not_withdrawn')],
    3,
  ],
  [
    'follow the store after the report of a voided label was withdrawn',
    { quantity: 3, remaining: 2 },
    3,
    [parcel(3, 'voided', 'withdrawn')],
    2,
  ],
  [
    'follow a refund after a part was reported',
    { quantity: 3, remaining: 0 },
    3,
    [parcel(1, 'bought', 'reported')],
    1,
  ],
];

describe('the pieces of an order that we ship', () => {
  it.each(CASES)('%s', (_name, shop, before, parcels, needed) => {
    const earlier = before === null ? [] : [stored(before)];
    expect(withNeeded([anItem(shop)], earlier, parcels).map((item) => item.needed)).toEqual([needed]);
  });

  it.each([
    ['include our label that the source may count', 1, 2, [parcel(1, 'bought', null)], 2],
    ['stay the same if the source does not count our label', 1, 1, [parcel(1, 'bought', null)], 1],
    ['exclude those that were shipped elsewhere', 2, 3, [], 2],
    ['exclude those of a row that is not paid', 2, 3, [parcel(1, 'in_batch', null)], 2],
  ] as const)('%s, if it lists only what remains', (_name, quantity, before, parcels, needed) => {
    const options = { listsOnlyOpen: true };
    const items = withNeeded([anItem({ quantity })], [stored(before)], parcels, options);
    expect(items).toMatchObject([{ quantity: 3, needed }]);
  });

  it('include a line with a label that the source leaves out because it lists only what remains', () => {
    const earlier = [stored(3), stored(1, { externalId: 'shipped-elsewhere' })];
    const listed = [anItem({ externalId: 'other', quantity: 1 })];
    const items = withNeeded(listed, earlier, [parcel(3, 'bought', null)], { listsOnlyOpen: true });
    expect(items.map(({ externalId, needed }) => [externalId, needed])).toEqual([
      ['other', 1],
      ['item-1', 3],
    ]);
  });

  it.each([
    ['exclude pieces that the client shipped elsewhere', { remaining: 3 }, [1, 2], [], [1, 2]],
    ['forget them once the store counts them', { remaining: 0 }, [0, 3], [], [0, 0]],
    ['forget some of them once the store counts some', { remaining: 2 }, [0, 3], [], [0, 2]],
    ['grow with the order beside them', { quantity: 4, remaining: 4 }, [0, 3], [], [1, 3]],
    ['are open again if the store takes back what it counted', { remaining: 3 }, [0, 0], [], [3, 0]],
    ['stay the same beside our report', { remaining: 2 }, [1, 2], [parcel(1, 'bought', 'reported')], [1, 2]],
    ['stay the same beside our row', { remaining: 3 }, [1, 2], [parcel(1, 'in_batch', null)], [1, 2]],
    [
      'stay the same if the store shows a voided label',
      { remaining: 0 },
      [0, 3],
      [parcel(3, 'voided', 'not_withdrawn')],
      [0, 3],
    ],
  ] as const)('%s', (_name, shop, [before, beside], parcels, [needed, elsewhere]) => {
    const earlier = [{ ...stored(before), elsewhere: beside }];
    const [item] = withNeeded([anItem({ quantity: 3, ...shop })], earlier, parcels);
    expect([item?.needed, item?.elsewhere ?? 0]).toEqual([needed, elsewhere]);
  });

  it('shrink with the order, and not what the client shipped elsewhere', () => {
    const earlier = [{ ...stored(1, { quantity: 4 }), elsewhere: 3 }];
    expect(withNeeded([anItem({ quantity: 3, remaining: 3 })], earlier, [])).toMatchObject([
      { needed: 0, elsewhere: 3 },
    ]);
  });

  it('exclude items that need no shipping', () => {
    expect(withNeeded([anItem({ requiresShipping: false })], [], [])).toMatchObject([{ needed: 0 }]);
  });

  it('are open unless they are in a batch or have a label', () => {
    const open = (...parcels: ReportedPieces[]) =>
      openItems([stored(3)], parcels).map(({ quantity }) => quantity);
    expect(open()).toEqual([3]);
    expect(open(parcel(1, 'in_batch', null), parcel(1, 'bought', null))).toEqual([1]);
    expect(open(parcel(1, 'planned', null), parcel(3, 'released', null), parcel(3, 'voided', null))).toEqual([
      3,
    ]);
    expect(open(parcel(3, 'bought', null))).toEqual([]);
  });
});

describe('the pieces of an order whose store does not count reports by parcel', () => {
  it.each([
    ['stay the same after our report of a part', 0, [parcel(1, 'bought', 'reported')], 3],
    ['stay the same when our report is uncertain', 0, [parcel(1, 'bought', 'to_report', UNCERTAIN)], 3],
    ['stay the same after a void', 0, [parcel(1, 'voided', 'not_withdrawn')], 3],
    ['stay the same if the store ignores our report', 3, [parcel(1, 'bought', 'reported')], 3],
    ['follow the store while it has no report', 0, [parcel(1, 'voided', 'canceled')], 0],
  ] as const)('%s, if the store counts a report for the whole order', (_name, remaining, parcels, needed) => {
    const items = withNeeded([anItem({ quantity: 3, remaining })], [stored(3)], parcels, {
      reportCountsFor: 'order',
    });
    expect(items).toMatchObject([{ needed }]);
  });

  it('include another item if the store counts a report for the whole order', () => {
    const other = { externalId: 'item-2', quantity: 1 };
    const listed = [anItem({ remaining: 0 }), anItem({ ...other, remaining: 0 })];
    const items = withNeeded(
      listed,
      [stored(2, { quantity: 2 }), stored(1, other)],
      [parcel(2, 'bought', 'reported')],
      { reportCountsFor: 'order' },
    );
    expect(items.map(({ needed }) => needed)).toEqual([2, 1]);
  });

  it.each([
    ['exclude a refund beside a reported piece', 2, [parcel(1, 'bought', 'reported')], 2],
    ['include reported pieces that were refunded later', 1, [parcel(2, 'bought', 'reported')], 2],
    ['exclude a refund before the report', 1, [parcel(2, 'bought', 'to_report')], 1],
    ['exclude a refund after a void', 2, [parcel(3, 'voided', 'not_withdrawn')], 2],
    ['stay the same without a refund', 3, [parcel(1, 'bought', 'reported')], 3],
  ] as const)('%s, if the store never counts a report', (_name, remaining, parcels, needed) => {
    const items = withNeeded([anItem({ quantity: 3, remaining })], [stored(3)], parcels, {
      reportCountsFor: 'nothing',
    });
    expect(items).toMatchObject([{ needed }]);
  });
});

describe('an order that the store counts as shipped', () => {
  it.each([
    ['to_withdraw', true],
    ['withdrawing', true],
    ['not_withdrawn', true],
    ['withdrawn', false],
    ['canceled', false],
    [null, false],
  ] as const)('may have only a voided label while its report is %s: %s', (report, mayBe) => {
    expect(mayBeShippedByUs([parcel(1, 'voided', report)], 'parcel')).toBe(mayBe);
  });

  it('is shipped elsewhere if a report counts for its own parcel', () => {
    expect(mayBeShippedByUs([parcel(1, 'bought', 'not_withdrawn')], 'parcel')).toBe(false);
    expect(mayBeShippedByUs([parcel(1, 'bought', 'reported')], 'parcel')).toBe(false);
  });

  it('may have only one of our parcels if a report counts for the whole order', () => {
    expect(mayBeShippedByUs([parcel(1, 'bought', 'reported')], 'order')).toBe(true);
    expect(mayBeShippedByUs([parcel(1, 'bought', 'to_report', UNCERTAIN)], 'order')).toBe(true);
    expect(mayBeShippedByUs([parcel(1, 'bought', 'refused')], 'order')).toBe(true);
    expect(mayBeShippedByUs([parcel(1, 'voided', 'canceled')], 'order')).toBe(false);
    expect(mayBeShippedByUs([], 'order')).toBe(false);
  });
});
