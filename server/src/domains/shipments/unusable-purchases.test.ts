import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  aShipment,
  boughtLabel,
  buy,
  call,
  makeShop,
  paidRate,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  attemptsOf,
  type Behavior,
  incidentsOf,
  refundsOf,
  shipmentOf,
  type UnreliableApp,
  withUnreliableApp,
} from '../../../test/unreliable-app.ts';
import { minutes } from '../../platform/clock.ts';
import type { LabelProvider, Purchase, VoidAnswer } from '../../providers/label-providers/port.ts';

let faulty: UnreliableApp;
let builtin: LabelProvider;
let shop: Shop;
const behave = withUnreliableApp((app, client) => {
  faulty = app;
  builtin = app.builtin;
  shop = client;
});

type Bought = Extract<Purchase, { outcome: 'bought' }>;

/** Every label that the provider sells from now on has these values. */
const soldWith = (change: Partial<Bought>): Behavior => {
  const changed = <T extends Purchase | null>(purchase: T): T =>
    purchase?.outcome === 'bought' ? { ...purchase, ...change } : purchase;
  return {
    buyLabel: async (order) => changed(await builtin.buyLabel(order)),
    findPurchase: async (sought) => changed(await builtin.findPurchase(sought)),
  };
};

const BAD_NUMBERS: [string, string][] = [
  ['a NUL', '9400\u00001'],
  ['8 KB', '9'.repeat(8_192)],
  ['1 MB', '9'.repeat(1_048_576)],
  ['line breaks', '9400\r\nSet-Cookie: x=1'],
  ['quotes', '9400"; filename="x'],
  ['a lone surrogate', '9400\ud800'],
  ['nothing', ' '],
];

describe('a label with a tracking number that cannot be used', () => {
  it.each(BAD_NUMBERS)(
    'is voided and refunded immediately, with an incident: %s (WH10)',
    async (_, number) => {
      const { rate, cents } = await paidRate(faulty.test, shop);
      behave(soldWith({ trackingNumber: number }));
      const answer = await buy(faulty.test, shop, rate.objectId);
      expect(answer.json()).toMatchObject({ labelStatus: 'refunded', trackingNumber: null });
      expect(await attemptsOf(faulty.test, shop)).toEqual([['declined', 'voided']]);
      expect(await refundsOf(faulty.test, shop)).toEqual([
        { cents, reason: 'The carrier created a label that cannot be used.', state: 'succeeded' },
      ]);
      expect(await incidentsOf(faulty.test, shop)).toEqual([
        { kind: 'label_unusable', detail: expect.stringMatching(/^tracking number .{0,120}$/), isOpen: true },
      ]);
    },
  );

  it('is accepted if only spaces around it must be removed', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    behave({
      buyLabel: async (order) => {
        const bought = await builtin.buyLabel(order);
        return bought.outcome === 'bought'
          ? { ...bought, trackingNumber: ` ${bought.trackingNumber}\r\n` }
          : bought;
      },
    });
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect(answer.json()).toMatchObject({
      labelStatus: 'ready',
      trackingNumber: expect.stringMatching(/^\d+$/),
    });
    expect((await call(faulty.test, shop, 'GET', answer.json().labelUrl)).statusCode).toBe(200);
  });
});

describe('a label with a transaction ID that cannot be stored', () => {
  it.each([
    ['a NUL', 'tx\u0000'],
    ['1 MB', 'x'.repeat(1_048_576)],
  ])('is refunded immediately and reported: %s (WH10)', async (_, transactionId) => {
    const { rate } = await paidRate(faulty.test, shop);
    let real = '';
    behave({
      ...soldWith({ transactionId }),
      buyLabel: async (order) => {
        const purchase = await builtin.buyLabel(order);
        if (purchase.outcome === 'bought') real = purchase.transactionId;
        return purchase.outcome === 'bought' ? { ...purchase, transactionId } : purchase;
      },
      voidLabel: async () => ({ outcome: 'refused', text: 'There is no such label.' }),
    });
    expect((await buy(faulty.test, shop, rate.objectId)).json()).toMatchObject({ labelStatus: 'refunded' });
    const kinds = (await incidentsOf(faulty.test, shop)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['label_orphaned', 'label_unusable']);
    await builtin.voidLabel(real);
  });
});

describe('a label that the label provider’s adapter declined', () => {
  it('is refunded and reported, and its void is followed until it is confirmed', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    const outcomes: ('pending' | 'voided')[] = ['pending', 'voided'];
    const asked: string[] = [];
    behave({
      buyLabel: async () => ({
        outcome: 'refused',
        text: 'The label has no tracking number.',
        unvoided: { transactionId: 'declined-1', trackingNumber: '' },
      }),
      voidLabel: async (transactionId) => {
        if (transactionId !== 'declined-1') return builtin.voidLabel(transactionId);
        asked.push(transactionId);
        return { outcome: outcomes.shift() ?? 'voided' };
      },
    });
    expect((await buy(faulty.test, shop, rate.objectId)).json()).toMatchObject({ labelStatus: 'refunded' });
    expect(await incidentsOf(faulty.test, shop)).toEqual([
      { kind: 'label_unusable', detail: 'The label has no tracking number.', isOpen: true },
    ]);
    await sweepFor(faulty.test, minutes(20), minutes(5));
    expect(asked).toEqual(['declined-1', 'declined-1']);
  });
});

describe('an unusable label that cannot be voided now', () => {
  it('is refunded at the deadline and voided later', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    const behavior = soldWith({ trackingNumber: '9400\u0000' });
    behave({
      ...behavior,
      voidLabel: async () => {
        throw new Error('no answer');
      },
    });
    await buy(faulty.test, shop, rate.objectId);
    expect((await shipmentOf(faulty.test, shop)).state).toBe('purchase_unknown');
    await sweepFor(faulty.test, minutes(16), minutes(1));
    expect((await shipmentOf(faulty.test, shop)).state).toBe('refunded');
    behave(behavior);
    await sweepFor(faulty.test, minutes(5), minutes(1));
    expect(await attemptsOf(faulty.test, shop)).toEqual([['declined', 'voided']]);
  });
});

describe('an unusable label whose failure was not recorded', () => {
  /** The process dies after the void was requested, and another one waits a minute before it takes over. */
  const dieAfterVoid = async (): Promise<VoidAnswer> => {
    await faulty.test.deps.db
      .updateTable('shipments')
      .set({
        state: 'purchase_unknown',
        fence: sql`fence + 1`,
        lease_until: sql<Date>`now() + interval '1 minute'`,
      })
      .where('user_id', '=', shop.userId)
      .execute();
    return { outcome: 'pending' };
  };

  it('is refunded after the takeover', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    const behavior = soldWith({ trackingNumber: '9400\u0000' });
    behave({ ...behavior, voidLabel: dieAfterVoid });
    await buy(faulty.test, shop, rate.objectId);
    expect((await shipmentOf(faulty.test, shop)).state).toBe('purchase_unknown');
    behave(behavior);
    await sweepFor(faulty.test, minutes(3));
    expect((await shipmentOf(faulty.test, shop)).state).toBe('refunded');
    expect(await attemptsOf(faulty.test, shop)).toEqual([['declined', 'voided']]);
  });
});

describe('an unconfirmed purchase without an open attempt', () => {
  it('is refunded at the deadline', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    behave({ buyLabel: () => Promise.reject(new Error('no answer')) });
    await buy(faulty.test, shop, rate.objectId);
    const { id, state } = await shipmentOf(faulty.test, shop);
    expect(state).toBe('purchase_unknown');
    await faulty.test.deps.db
      .updateTable('purchase_attempts')
      .set({ state: 'declined' })
      .where('shipment_id', '=', id)
      .execute();
    await sweepFor(faulty.test, minutes(16), minutes(1));
    expect((await shipmentOf(faulty.test, shop)).state).toBe('refunded');
  });
});

describe('a bought label that cannot be recorded', () => {
  it('is refunded at the deadline, not retried forever', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    behave(soldWith({ label: { format: 'gif' as 'pdf', bytes: Buffer.from('GIF89a') } }));
    expect((await buy(faulty.test, shop, rate.objectId)).statusCode).toBe(500);
    await sweepFor(faulty.test, minutes(16), minutes(1));
    expect((await shipmentOf(faulty.test, shop)).state).toBe('refunded');
    expect((await incidentsOf(faulty.test, shop)).map(({ kind }) => kind)).toEqual(['label_unusable']);
    expect(await attemptsOf(faulty.test, shop)).toEqual([['declined', 'voided']]);
  });
});

describe('a label with the transaction ID of another shipment', () => {
  it('is refunded without voiding the label of the other client', async () => {
    const { rate } = await paidRate(faulty.test, shop);
    const other = await makeShop(faulty.test);
    await boughtLabel(faulty.test, other);
    const { transaction_id } = await shipmentOf(faulty.test, other);
    behave(soldWith({ transactionId: transaction_id ?? '' }));
    expect((await buy(faulty.test, shop, rate.objectId)).json()).toMatchObject({ labelStatus: 'refunded' });
    expect(await incidentsOf(faulty.test, shop)).toMatchObject([{ kind: 'label_unusable' }]);
    expect(await attemptsOf(faulty.test, other)).toEqual([['succeeded', 'sold']]);
    behave();
    const [ordered] = faulty.labelProvider.keysBought().slice(-1);
    const left = await builtin.findPurchase({ key: ordered ?? '', rate: {} as never });
    if (left?.outcome === 'bought') await builtin.voidLabel(left.transactionId);
  });
});

describe('rates with text that cannot be stored', () => {
  it('leave out only the rate with it (WH10)', async () => {
    const usual = await ratesFor(faulty.test, shop);
    behave({
      rates: async (request) => {
        const answer = await builtin.rates(request);
        const [first, second, ...rest] = answer.rates;
        if (!first || !second) throw new Error('No rates');
        return {
          rates: [{ ...first, offerId: 'offer\u0000' }, { ...second, zone: 'z'.repeat(1_048_576) }, ...rest],
          messages: answer.messages.map((message) => ({ ...message, text: `${message.text}\u0000` })),
        };
      },
    });
    expect(await ratesFor(faulty.test, shop)).toHaveLength(usual.length - 2);
    const detailed = await call(faulty.test, shop, 'POST', API.rates, {
      ...aShipment(),
      detailed: true,
    });
    expect(JSON.stringify(detailed.json().messages)).not.toContain('\\u0000');
  });
});
