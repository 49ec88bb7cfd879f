import { describe, expect, it } from 'vitest';
import { anItem } from '../../../test/shop-orders.ts';
import type { PiecesOfParcel } from './count-pieces.ts';
import { deriveStatus, type OrderFacts } from './derive-status.ts';
import type { StoredItem } from './orders.tables.ts';

const mugs = (changes: Partial<StoredItem> = {}): StoredItem => ({ ...anItem(), needed: 2, ...changes });
const parcel = (state: PiecesOfParcel['state'], quantity = 2): PiecesOfParcel => ({
  item_id: 'item-1',
  quantity,
  state,
});
const FACTS: OrderFacts = {
  shopState: 'open',
  paid: 'yes',
  nothingToShip: null,
  withheld: null,
  isOnHold: false,
  items: [mugs()],
  parcels: [],
  found: [],
  labelError: null,
  reportRefused: null,
  isShippedPartUnknown: false,
  mayBeShippedByUs: false,
  notWithdrawn: null,
  recipientChanged: false,
  hasSeenChange: false,
  revision: 'r1',
};
const NOT_WITHDRAWN = { mayBeShippedByUs: true, notWithdrawn: 'Tell your buyer.' };
const SIZE = { code: 'size_missing' };
const changed = (detail: string) => ({ code: 'changed_after_label', detail, revision: 'r1' });
const PARTLY = { shopState: 'partly_shipped', isShippedPartUnknown: true } as const;
const PARTLY_SHIPPED = { code: 'partly_shipped', revision: 'r1' };
const CANCELED = changed('The store canceled the order.');

/** Facts that differ from a paid order without parcels, and where the inbox lists the order. */
const CASES: [string, Partial<OrderFacts>, string, (string | object)[]][] = [
  ['a paid order', {}, 'ready', []],
  ['an order whose payment the store does not know', { paid: 'unknown' }, 'ready', []],
  ['a partly shipped order with open pieces', { shopState: 'partly_shipped' }, 'ready', []],
  ['an order of which an unknown part was shipped', PARTLY, 'attention', [PARTLY_SHIPPED]],
  ['such an order after the client has seen it', { ...PARTLY, hasSeenChange: true }, 'ready', []],
  [
    'such an order with another problem',
    { ...PARTLY, found: [SIZE], labelError: 'No.' },
    'attention',
    [PARTLY_SHIPPED, { code: 'label_failed', detail: 'No.' }, SIZE],
  ],
  ['such an order if our label may be the part', { ...PARTLY, parcels: [parcel('bought', 1)] }, 'ready', []],
  [
    'such an order if a voided label may be the part',
    { ...PARTLY, parcels: [parcel('voided')], mayBeShippedByUs: true },
    'ready',
    [],
  ],
  [
    'such an order after a failed label',
    { ...PARTLY, parcels: [parcel('released')] },
    'attention',
    [PARTLY_SHIPPED],
  ],
  [
    'an order of which an unknown part is shipped during a batch',
    { ...PARTLY, parcels: [parcel('in_batch')] },
    'attention',
    [changed('The store marked part of the order as shipped.')],
  ],
  ['an unpaid order', { paid: 'no' }, 'unpaid', []],
  ['a partly paid order', { paid: 'partly' }, 'unpaid', []],
  ['a canceled order', { shopState: 'cancelled' }, 'cancelled', []],
  ['an order on hold in the store', { shopState: 'on_hold' }, 'on_hold', []],
  [
    'an order that was shipped elsewhere',
    { shopState: 'shipped', items: [mugs({ needed: 0 })] },
    'shipped_elsewhere',
    [],
  ],
  ['a shipped order whose pieces the store still counts', { shopState: 'shipped' }, 'shipped_elsewhere', []],
  ['a refunded order', { items: [mugs({ needed: 0 })] }, 'nothing_left', []],
  ['an order without items', { items: [] }, 'nothing_left', []],
  ['a digital order', { items: [mugs({ needed: 0, requiresShipping: false })] }, 'digital', []],
  ['a pickup', { nothingToShip: 'pickup' }, 'pickup', []],
  ['a test order with problems', { nothingToShip: 'test_order', found: [SIZE] }, 'test_order', []],
  ['an unpaid order on our own hold', { paid: 'no', isOnHold: true }, 'unpaid', []],
  ['a held order', { isOnHold: true }, 'held', []],
  ['a held order with a problem', { isOnHold: true, found: [SIZE] }, 'held', [SIZE]],
  ['an order with a problem', { found: [SIZE] }, 'attention', [SIZE]],
  [
    'an order without an address',
    { withheld: 'plan', found: [{ code: 'address_incomplete', field: 'city' }, SIZE] },
    'attention',
    [{ code: 'address_withheld' }, SIZE],
  ],
  [
    'an order whose label failed',
    { parcels: [parcel('released')], labelError: 'No.' },
    'attention',
    [{ code: 'label_failed', detail: 'No.' }],
  ],
  ['a released order', { parcels: [parcel('released')] }, 'ready', []],
  ['a planned order', { parcels: [parcel('planned', 1)] }, 'ready', []],
  ['an order in a batch', { parcels: [parcel('in_batch')] }, 'in_progress', []],
  ['a part of an order in a batch', { parcels: [parcel('in_batch', 1)], found: [SIZE] }, 'in_progress', []],
  [
    'an order that is canceled in a batch',
    { parcels: [parcel('in_batch')], shopState: 'cancelled' },
    'attention',
    [CANCELED],
  ],
  [
    'an order that is shipped elsewhere during a batch',
    { parcels: [parcel('in_batch')], shopState: 'shipped', items: [mugs({ needed: 0 })] },
    'attention',
    [changed('The store marked the order as shipped.')],
  ],
  [
    'an order that the store puts on hold during a batch',
    { parcels: [parcel('in_batch')], shopState: 'on_hold' },
    'attention',
    [changed('The store put the order on hold.')],
  ],
  ...(['no', 'partly'] as const).map((paid): (typeof CASES)[number] => [
    `an order whose payment the store counts as "${paid}" during a batch`,
    { parcels: [parcel('in_batch')], paid },
    'attention',
    [changed('The order is no longer fully paid in the store.')],
  ]),
  [
    'an order on hold in a batch that the client has seen',
    { parcels: [parcel('in_batch')], shopState: 'on_hold', paid: 'no', hasSeenChange: true },
    'in_progress',
    [],
  ],
  [
    'an order whose hold hides nothing else that changed in a batch',
    {
      parcels: [parcel('in_batch')],
      shopState: 'on_hold',
      paid: 'no',
      recipientChanged: true,
      items: [mugs({ needed: 1 })],
    },
    'attention',
    [
      changed(
        'The store put the order on hold. The order is no longer fully paid in the store. The address was changed in the store. The store reduced the quantity.',
      ),
    ],
  ],
  [
    'an order with a new address that the client has not seen with the hold',
    { parcels: [parcel('in_batch')], shopState: 'on_hold', recipientChanged: true, hasSeenChange: true },
    'attention',
    [changed('The address was changed in the store.')],
  ],
  [
    'an order that is shipped elsewhere during a batch, to another address',
    { parcels: [parcel('in_batch')], shopState: 'shipped', recipientChanged: true },
    'attention',
    [changed('The store marked the order as shipped. The address was changed in the store.')],
  ],
  [
    'an order whose address changes after the store counts it as shipped',
    { parcels: [parcel('bought')], shopState: 'shipped', recipientChanged: true },
    'shipped',
    [],
  ],
  ['an order on hold after the label', { parcels: [parcel('bought')], shopState: 'on_hold' }, 'shipped', []],
  ['an order that is unpaid after the label', { parcels: [parcel('bought')], paid: 'no' }, 'shipped', []],
  ['a shipped order', { parcels: [parcel('bought')] }, 'shipped', []],
  [
    'a shipped order that the store knows of',
    { parcels: [parcel('bought')], shopState: 'shipped' },
    'shipped',
    [],
  ],
  ['a partly shipped order of ours', { parcels: [parcel('bought', 1)] }, 'ready', []],
  ['an order in two parcels', { parcels: [parcel('bought', 1), parcel('in_batch', 1)] }, 'in_progress', []],
  [
    'an order that is canceled after the label',
    { parcels: [parcel('bought')], shopState: 'cancelled' },
    'attention',
    [CANCELED],
  ],
  [
    'a canceled order that the client has seen',
    { parcels: [parcel('bought')], shopState: 'cancelled', hasSeenChange: true },
    'shipped',
    [],
  ],
  [
    'an order whose address changes after the label',
    { parcels: [parcel('bought')], recipientChanged: true },
    'attention',
    [changed('The address was changed in the store.')],
  ],
  [
    'an order with fewer pieces after the label',
    { parcels: [parcel('bought')], items: [mugs({ needed: 1 })] },
    'attention',
    [changed('The store reduced the quantity.')],
  ],
  [
    'an order with more pieces after the label',
    { parcels: [parcel('bought')], items: [mugs({ needed: 3 })] },
    'ready',
    [],
  ],
  ['a voided order', { parcels: [parcel('voided')] }, 'ready', []],
  [
    'a voided order that was canceled',
    { parcels: [parcel('voided')], shopState: 'cancelled' },
    'cancelled',
    [],
  ],
  [
    'a voided order whose number the store cannot remove',
    { parcels: [parcel('voided')], shopState: 'shipped', ...NOT_WITHDRAWN },
    'attention',
    [{ code: 'report_not_withdrawn', detail: 'Tell your buyer.' }],
  ],
  [
    'a voided order whose number the store cannot remove, after the client has told the buyer',
    { parcels: [parcel('voided')], shopState: 'shipped', mayBeShippedByUs: true },
    'ready',
    [],
  ],
  [
    'a canceled order whose number the store cannot remove',
    { parcels: [parcel('voided')], shopState: 'cancelled', ...NOT_WITHDRAWN },
    'cancelled',
    [],
  ],
  [
    'an order that is shipped again after a number that the store cannot remove',
    { parcels: [parcel('voided'), parcel('in_batch')], shopState: 'shipped', mayBeShippedByUs: true },
    'in_progress',
    [],
  ],
  [
    'an order that was shipped again after a number that the store cannot remove',
    { parcels: [parcel('voided'), parcel('bought')], shopState: 'shipped', ...NOT_WITHDRAWN },
    'shipped',
    [],
  ],
  [
    'the rest of an order that the store counts as shipped because of its first parcel',
    { parcels: [parcel('bought', 1)], shopState: 'shipped', mayBeShippedByUs: true },
    'ready',
    [],
  ],
  [
    'such a rest whose label failed',
    {
      parcels: [parcel('bought', 1), parcel('released', 1)],
      shopState: 'shipped',
      mayBeShippedByUs: true,
      labelError: 'No.',
    },
    'attention',
    [{ code: 'label_failed', detail: 'No.' }],
  ],
  [
    'such a rest in a batch',
    {
      parcels: [parcel('bought', 1), parcel('in_batch', 1)],
      shopState: 'shipped',
      mayBeShippedByUs: true,
    },
    'in_progress',
    [],
  ],
  [
    'a shipped order that the store refuses to record',
    { parcels: [parcel('bought')], reportRefused: 'Closed.' },
    'attention',
    [{ code: 'report_refused', detail: 'Closed.' }],
  ],
];

const LISTED = new Set(['ready', 'attention', 'held', 'in_progress', 'shipped']);

describe('the status of an order', () => {
  it.each(CASES)('%s', (_name, facts, where, problems) => {
    const expected = LISTED.has(where)
      ? { status: where, excluded: null, problems }
      : { status: 'excluded', excluded: where, problems: [] };
    expect(deriveStatus({ ...FACTS, ...facts })).toEqual(expected);
  });
});
