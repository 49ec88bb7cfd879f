import type { PaidState, ShopOrderState } from '../port.ts';

interface Meaning {
  state: ShopOrderState;
  paid: PaidState;
}

/** The protocol lets each store name its statuses. These are the words that stores and plug-ins use. */
const WORDS: readonly (readonly [meaning: Meaning, words: readonly string[]])[] = [
  [
    { state: 'open', paid: 'yes' },
    [
      'paid',
      'processing',
      'awaiting shipment',
      'awaiting fulfillment',
      'unshipped',
      'unfulfilled',
      'ready',
      'ready to ship',
      'new',
      'open',
    ],
  ],
  [
    { state: 'open', paid: 'no' },
    ['unpaid', 'pending', 'pending payment', 'awaiting payment', 'payment pending', 'failed'],
  ],
  [{ state: 'partly_shipped', paid: 'yes' }, ['partially shipped', 'partial', 'partially fulfilled']],
  [
    { state: 'shipped', paid: 'yes' },
    ['shipped', 'complete', 'completed', 'fulfilled', 'delivered', 'closed'],
  ],
  [
    { state: 'cancelled', paid: 'unknown' },
    ['cancelled', 'canceled', 'refunded', 'void', 'voided', 'declined', 'deleted'],
  ],
  [{ state: 'on_hold', paid: 'unknown' }, ['on hold', 'hold', 'holded', 'onhold', 'fraud']],
];

const MEANINGS = new Map(WORDS.flatMap(([meaning, words]) => words.map((word) => [word, meaning] as const)));

/** An order with an unknown status waits until a person decides. */
export function meaningOf(status: string): Meaning & { isKnown: boolean } {
  const word = status
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
  const known = MEANINGS.get(word);
  return known ? { ...known, isKnown: true } : { state: 'on_hold', paid: 'unknown', isKnown: false };
}
