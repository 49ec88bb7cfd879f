import { CARRIERS } from '@lading/contract/parcel.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/build-test-app.ts';
import { readTrackingNumber } from '../../../../test/read-tracking-number.ts';
import { sentStatements } from '../../../../test/sent-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { inTier } from '../../../../test/tier.ts';
import { anExport } from '../../../labels/customs/customs-order.fixture.ts';
import { anOrder } from '../../../labels/label-order.fixture.ts';
import { type Clock, days, hours } from '../../../platform/clock.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { carrierJournal } from '../../../provider-stores/carrier-journal.store.ts';
import type { LabelOrder, Purchase } from '../port.ts';
import { asBought, labelProviderPortSuite, SHIPPO_TEST_NUMBERS } from '../port-suite.ts';
import { BuiltinLabelProvider } from './builtin-label-provider.ts';
import type { CarrierJournal } from './carrier-journal.ts';
import { LONDON, makeRequest } from './rates/rate-request.fixture.ts';
import { capacityOf } from './tracking/number-maker.ts';

const log = createLog('silent');

labelProviderPortSuite(
  'the built-in label provider',
  async () => {
    const database = await createTestDatabase();
    const { db, close } = openDatabase(database.appUrl, log);
    return {
      labelProvider: new BuiltinLabelProvider({ journal: carrierJournal(db), clock: new ManualClock() }),
      request: makeRequest(),
      abroad: makeRequest({ to: LONDON }),
      close: async () => {
        await close();
        await database.drop();
      },
    };
  },
  { repeatable: true, forgetsVoided: true, testNumbers: SHIPPO_TEST_NUMBERS },
);

describe('the built-in label provider', () => {
  let database: TestDatabase;
  let open: OpenDatabase;
  let other: OpenDatabase;
  let clock: ManualClock;
  let labelProvider: BuiltinLabelProvider;

  beforeAll(async () => {
    database = await createTestDatabase();
    open = openDatabase(database.appUrl, log);
    other = openDatabase(database.appUrl, log);
    clock = new ManualClock();
    labelProvider = new BuiltinLabelProvider({ journal: carrierJournal(open.db), clock });
  });
  afterAll(async () => {
    await open.close();
    await other.close();
    await database.drop();
  });

  const order = (changes: Partial<LabelOrder> = {}): LabelOrder => ({
    ...anOrder('USPS'),
    key: newId(),
    ...changes,
  });
  const at = (moment: string, timeZone?: string) => {
    const fixed: Clock = { now: () => new Date(moment) };
    const deps = { journal: carrierJournal(open.db), clock: fixed };
    return new BuiltinLabelProvider(timeZone === undefined ? deps : { ...deps, timeZone });
  };
  const rowsOf = async (key: string) => {
    const { rows } = await asOwner('SELECT count(*) FROM sandbox.carrier_purchases WHERE key = $1', [key]);
    return Number(rows[0]?.count);
  };
  const query = async (url: string, statement: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await client.query(statement, values);
    } finally {
      await client.end();
    }
  };
  const asOwner = (statement: string, values?: unknown[]) => query(database.ownerUrl, statement, values);

  describe('with concurrent processes', () => {
    it('sells one label per key to two processes that share a database', async () => {
      const rival = new BuiltinLabelProvider({ journal: carrierJournal(other.db), clock });
      for (const placed of Array.from({ length: 20 }, () => order())) {
        const answers = await Promise.all(
          [labelProvider, rival, labelProvider, rival].map((adapter) => adapter.buyLabel(placed)),
        );
        for (const answer of answers) expect(answer).toEqual(asBought(answers[0]));
        expect(await rowsOf(placed.key)).toBe(1);
      }
    });

    const MANY = inTier(300, 1000);

    it(`gives each of ${MANY} purchases, a hundred at a time, its own valid tracking number`, async () => {
      const purchases: Purchase[] = [];
      const buy = (index: number) =>
        labelProvider.buyLabel({ ...anOrder(CARRIERS[index % CARRIERS.length] ?? 'USPS'), key: newId() });
      // More at a time would wait for the connection pool for longer than its limit on a slow machine.
      for (let start = 0; start < MANY; start += 100)
        purchases.push(...(await Promise.all(Array.from({ length: 100 }, (_, index) => buy(start + index)))));
      const bought = purchases.map(asBought);
      expect(new Set(bought.map(({ trackingNumber }) => trackingNumber)).size).toBe(MANY);
      expect(new Set(bought.map(({ transactionId }) => transactionId)).size).toBe(MANY);
      bought.forEach(({ trackingNumber }, index) => {
        expect(readTrackingNumber(trackingNumber)?.carrier).toBe(CARRIERS[index % CARRIERS.length]);
      });
    });

    it('needs one statement for a purchase, and one for many serials', async () => {
      const statements: string[] = [];
      const journal = carrierJournal(open.db);
      const counted = new Proxy(journal, {
        get: (target, name: keyof CarrierJournal) => {
          statements.push(name);
          return target[name];
        },
      });
      const provider = new BuiltinLabelProvider({ journal: counted, clock });
      asBought(await provider.buyLabel(order()));
      expect(statements).toEqual(['reserveSerial', 'add']);
      const sent = await sentStatements(async () => asBought(await provider.buyLabel(order())));
      expect(sent).toEqual([expect.stringContaining('insert into "sandbox"."carrier_purchases"')]);
    });
  });

  describe('checking an order', () => {
    it('sells a label with a valid tracking number for every listed service', async () => {
      for (const { carrier: kind, code, name, international } of labelProvider.services()) {
        const placed = { ...anOrder(kind, international ? LONDON : {}), key: newId() };
        const rate = { ...placed.rate, service: code, serviceName: name };
        const { trackingNumber } = asBought(await labelProvider.buyLabel({ ...placed, rate }));
        expect([code, readTrackingNumber(trackingNumber)?.carrier]).toEqual([code, kind]);
      }
    });

    it.each([
      ['USPS', 'customs_form'],
      ['DHL', 'commercial_invoice'],
    ] as const)('of %s gives the same %s when it is retried or looked up', async (carrier, kind) => {
      const placed = { ...anExport(carrier), key: newId() };
      const { documents, trackingNumber } = asBought(await labelProvider.buyLabel(placed));
      const again = [
        asBought(await labelProvider.buyLabel(placed)),
        asBought(await labelProvider.findPurchase(placed)),
      ];
      for (const purchase of again) {
        expect(purchase.trackingNumber).toBe(trackingNumber);
        expect(purchase.documents.map((document) => document.kind)).toEqual([kind]);
        expect(
          Buffer.from(purchase.documents[0]?.bytes ?? []).equals(documents[0]?.bytes ?? Buffer.of()),
        ).toBe(true);
      }
    });

    it('recognizes an order whose fields are in another sequence', async () => {
      const placed = order();
      const bought = await labelProvider.buyLabel(placed);
      const reversed = Object.fromEntries(
        Object.entries({ ...placed, to: Object.fromEntries(Object.entries(placed.to).reverse()) }).reverse(),
      ) as unknown as LabelOrder;
      expect(Object.keys(reversed)).not.toEqual(Object.keys(placed));
      expect(await labelProvider.buyLabel(reversed)).toEqual(asBought(bought));
    });

    it('charges the cost of the quote, even if the tariff has changed', async () => {
      const placed = order();
      const dear = { ...placed, rate: { ...placed.rate, costCents: 123_456 } };
      expect(asBought(await labelProvider.buyLabel(dear)).costCents).toBe(123_456);
    });

    it('refuses a past ship date in the time zone of the operator, and accepts today', async () => {
      const lateInLosAngeles = '2026-11-17T07:30:00Z';
      const placed = order({ shipDate: '2026-11-16' });
      expect(await at(lateInLosAngeles).buyLabel(placed)).toEqual({
        outcome: 'refused',
        text: 'The shipping date 2026-11-16 has passed.',
      });
      asBought(await at(lateInLosAngeles, 'America/Los_Angeles').buyLabel(placed));
    });

    it('answers a retry after the ship date with the label that was bought in time', async () => {
      const placed = order();
      const bought = asBought(await labelProvider.buyLabel(placed));
      expect(await at('2026-12-24T12:00:00Z').buyLabel(placed)).toEqual(bought);
    });

    it.each<[string, Partial<LabelOrder['rate']>]>([
      ['a service of another carrier', { carrier: 'UPS' }],
      ['a negative cost', { costCents: -1 }],
      ['fractions of a cent', { costCents: 0.5 }],
      ['an invalid delivery date', { deliveryDate: '2026-02-30' }],
      ['infinite transit time', { estimatedDays: Number.POSITIVE_INFINITY }],
    ])('refuses %s', async (_what, changes) => {
      const placed = order();
      const answer = await labelProvider.buyLabel({ ...placed, rate: { ...placed.rate, ...changes } });
      expect(answer.outcome).toBe('refused');
      expect(await rowsOf(placed.key)).toBe(0);
    });

    it.each(['', 'tomorrow', '2026-02-30', '2026-11-16T00:00:00Z'])(
      'refuses the ship date "%s"',
      async (shipDate) => {
        expect(await labelProvider.buyLabel(order({ shipDate }))).toEqual({
          outcome: 'refused',
          text: 'The shipping date must be a valid date in the format YYYY-MM-DD.',
        });
      },
    );

    it('accepts any characters in addresses', async () => {
      for (const kind of CARRIERS) {
        const odd = { name: 'a\u0000b', city: '\ud800 \u0000 東京 🏝', state: '\u0007' };
        const placed = { ...anOrder(kind, odd), key: newId() };
        const bought = asBought(await labelProvider.buyLabel(placed));
        expect(await labelProvider.findPurchase(placed)).toEqual(bought);
        expect(await labelProvider.track(kind, bought.trackingNumber)).toMatchObject({ outcome: 'found' });
      }
    });

    it('refuses when a service has no tracking numbers left', async () => {
      const last = capacityOf('dhl_express_worldwide') - 1n;
      const { rows } = await asOwner("SELECT nextval('sandbox.carrier_serials') AS serial");
      await asOwner("SELECT setval('sandbox.carrier_serials', $1, false)", [String(last)]);
      const dhl = () => ({ ...anOrder('DHL'), key: newId() });
      // A new process, which has not reserved any serials yet.
      const provider = new BuiltinLabelProvider({ journal: carrierJournal(open.db), clock });
      asBought(await provider.buyLabel(dhl()));
      expect(await provider.buyLabel(dhl())).toEqual({
        outcome: 'refused',
        text: 'DHL Express Worldwide has no tracking numbers left.',
      });
      await asOwner("SELECT setval('sandbox.carrier_serials', $1)", [rows[0]?.serial]);
    });
  });

  describe('tracking and voiding', () => {
    it('moves a parcel from label to delivery as time passes', async () => {
      const own = new ManualClock();
      const moving = new BuiltinLabelProvider({ journal: carrierJournal(open.db), clock: own });
      const { trackingNumber } = asBought(await moving.buyLabel(order()));
      const seen: string[] = [];
      for (let day = 0; day < 6; day++) {
        const answer = await moving.track('USPS', trackingNumber);
        if (answer.outcome === 'found') seen.push(`${answer.status} ${answer.events.length}`);
        own.advance(days(1));
      }
      // Bought on Monday at 9 and promised for Friday: one scan on each day between.
      expect(seen).toEqual([
        'pre_transit 1',
        'transit 3',
        'transit 4',
        'transit 5',
        'transit 8',
        'delivered 9',
      ]);
    });

    it('delivers on a Saturday if that day was promised', async () => {
      const own = new ManualClock();
      const moving = new BuiltinLabelProvider({ journal: carrierJournal(open.db), clock: own });
      const placed = { ...anOrder('UPS'), key: newId() };
      const rate = { ...placed.rate, service: 'ups_2nd_day_air', deliveryDate: '2026-11-21' };
      const { trackingNumber } = asBought(await moving.buyLabel({ ...placed, rate }));
      own.advance(days(7));
      const answer = await moving.track('UPS', trackingNumber);
      const last = answer.outcome === 'found' ? answer.events.at(-1) : undefined;
      expect(last?.status).toBe('delivered');
      expect(last?.at.toISOString()).toMatch(/^2026-11-21T/);
    });

    it('accepts a tracking number with spaces', async () => {
      const { trackingNumber } = asBought(await labelProvider.buyLabel(order()));
      const pasted = ` ${trackingNumber.match(/.{1,4}/g)?.join(' ')}\n`;
      expect(await labelProvider.track('USPS', pasted)).toMatchObject({ outcome: 'found' });
    });

    it('voids a label until the carrier has the parcel, then refuses', async () => {
      const own = new ManualClock();
      const moving = new BuiltinLabelProvider({ journal: carrierJournal(open.db), clock: own });
      const early = asBought(await moving.buyLabel(order()));
      const late = asBought(await moving.buyLabel(order()));
      own.advance(hours(3));
      expect(await moving.voidLabel(early.transactionId)).toEqual({ outcome: 'voided' });
      own.advance(hours(12));
      expect(await moving.voidLabel(late.transactionId)).toEqual({
        outcome: 'refused',
        text: 'The carrier already has the package, so its label can no longer be voided.',
      });
      expect(await moving.voidLabel(early.transactionId)).toEqual({ outcome: 'voided' });
      expect(await moving.track('USPS', late.trackingNumber)).toMatchObject({ status: 'transit' });
    });
  });

  it.each([
    'UPDATE sandbox.carrier_purchases SET cost_cents = 0',
    'DELETE FROM sandbox.carrier_purchases',
    "SELECT setval('sandbox.carrier_serials', 0)",
  ])('does not let the application change its records: %s', async (statement) => {
    await expect(query(database.appUrl, statement)).rejects.toThrow(/permission denied/);
  });
});
