import { TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { GENERAL } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  announceUpload,
  begunBatch,
  endRests,
  goodCells,
  rowsOf,
  uploadRow,
  work,
} from '../../../test/bulk.ts';
import { logInAs, makeUser, PASSWORD, postLogin } from '../../../test/factories.ts';
import {
  aShipment,
  boughtLabel,
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  confirm,
  expectSoundBooks,
  type FaultyApp,
  makeShop,
  paidRate,
  ratesFor,
  type Shop,
  startPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { insertBatch } from '../bulk/bulk-batches.store.ts';
import { insertSession } from '../identity/identity.store.ts';
import { insertPayment } from '../payments/payments.store.ts';
import { unsettledMoneyOf } from '../payments/unsettled-money.ts';
import { makeQuotes } from '../pricing/make-quotes.ts';
import { findQuote } from '../pricing/use-quotes.ts';
import { updateProfile } from './profile.ts';
import { saveAddress } from './saved-things.ts';

let faulty: FaultyApp;
let test: TestApp;
let admin: Shop;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp({ requestWaitMs: 120, carrierAnswerMs: 500 });
  test = faulty.test;
  const user = await makeUser(test, { role: 'admin' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterEach(() => expectSoundBooks(test));
afterAll(() => test.close());

const erase = (id = shop.userId) =>
  call(test, admin, 'DELETE', API.adminClient.replace(':id', id), { confirmPermanentDelete: true });
const isErased = async () =>
  (
    await test.deps.db
      .selectFrom('users')
      .select('erased_at')
      .where('id', '=', shop.userId)
      .executeTakeFirstOrThrow()
  ).erased_at !== null;
const moving = () => unsettledMoneyOf(test.deps.db, shop.userId);
const refusals = async () =>
  (
    await test.deps.db
      .selectFrom('audit_logs')
      .select('details')
      .where('event_type', '=', 'DELETE_USER')
      .where('status', '=', 'error')
      .execute()
  ).filter(({ details }) => details?.clientId === shop.userId);

/** Money on its way, and how it gets to its end. */
const SITUATIONS: Record<
  string,
  { begin: () => Promise<unknown>; end: () => Promise<unknown>; kind: string }
> = {
  'a rate that is paid for': {
    begin: () => paidRate(test, shop),
    end: () => sweepFor(test, minutes(1)),
    kind: 'unspent',
  },
  'a purchase of which nobody knows': {
    begin: async () => {
      const { rate } = await paidRate(test, shop);
      faulty.labelProvider.loseAnswer(1);
      await buy(test, shop, rate.objectId);
    },
    end: () => sweepFor(test, minutes(1)),
    kind: 'in_progress',
  },
  'a refund of which nobody knows': {
    begin: async () => {
      const { rate } = await paidRate(test, shop);
      faulty.labelProvider.refuse(1, 'No.');
      faulty.gateway.loseAnswer('refund');
      await buy(test, shop, rate.objectId);
    },
    end: () => sweepFor(test, minutes(2)),
    kind: 'returning',
  },
  'an upload whose labels are being made': {
    begin: () => begunBatch(test, shop, rowsOf(2)),
    end: async () => {
      await work(test);
      await endRests(test);
      await work(test);
    },
    kind: 'batch',
  },
  'money that is bound to nothing': {
    begin: async () => confirm(test, await startPayment(test, shop, 500)),
    end: () => sweepFor(test, minutes(31), minutes(1)),
    kind: 'unspent',
  },
};

describe('MO29 a client with', () => {
  it.each(Object.entries(SITUATIONS))('%s is not erased before that has ended', async (_name, situation) => {
    await situation.begin();
    await faulty.cards.idle();
    expect(await moving()).toContain(situation.kind);
    const answer = await erase();
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'MONEY_MOVING']);
    expect(answer.json().message).toMatch(/transactions in progress \(.+\)\. Please try again/);
    expect(await isErased()).toBe(false);
    expect((await call(test, shop, 'GET', API.verify)).statusCode).toBe(200);
    expect(await refusals()).toHaveLength(1);

    await situation.end();
    expect(await moving()).toEqual([]);
    expect((await erase()).statusCode).toBe(200);
    expect(await isErased()).toBe(true);
  });

  it('a payment at a bank that is still thinking is not erased', async () => {
    faulty.cards.holdCharges = true;
    const payment = await startPayment(test, shop, 500);
    await confirm(test, payment);
    faulty.cards.holdCharges = false;
    expect((await erase()).json().error).toBe('MONEY_MOVING');
    expect(await isErased()).toBe(false);
  });

  it('a refund that the card provider refused is not erased until a person has settled it', async () => {
    const { rate, payment } = await paidRate(test, shop);
    faulty.labelProvider.refuse(1, 'No.');
    const intent = test.deps.db
      .updateTable('sandbox.gateway_intents')
      .where('intent_id', '=', payment.paymentIntentId);
    await intent.set((eb) => ({ refunded_cents: eb.ref('amount_cents') })).execute();
    await buy(test, shop, rate.objectId);
    expect((await erase()).json().error).toBe('MONEY_MOVING');
    await test.deps.db
      .updateTable('incidents')
      .set({ resolved_at: test.clock.now() })
      .where('kind', '=', 'refund_refused')
      .execute();
    expect((await erase()).statusCode).toBe(200);
  });
});

describe('a payment that was begun and never paid', () => {
  it('does not keep its client: it is ended, and its form takes no money any more', async () => {
    const [rate] = await ratesFor(test, shop);
    const payment = await startPayment(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
    expect((await erase()).statusCode).toBe(200);
    expect((await confirm(test, payment)).json()).not.toMatchObject({ status: 'succeeded' });
    const stored = await test.deps.db
      .selectFrom('payments')
      .select('status')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(stored).toEqual([{ status: 'canceled' }]);
  });

  it('is left alone when something else keeps the client', async () => {
    await paidRate(test, shop);
    const payment = await startPayment(test, shop, 500);
    expect((await erase()).statusCode).toBe(409);
    expect((await confirm(test, payment)).json()).toMatchObject({ status: 'succeeded' });
    await sweepFor(test, minutes(31), minutes(1));
  });

  it('keeps its client while the card provider cannot be reached', async () => {
    await startPayment(test, shop, 500);
    faulty.gateway.failNext('cancelIntent');
    const answer = await erase();
    expect([answer.statusCode, answer.json().error]).toEqual([502, 'PAYMENT_UNREACHABLE']);
    expect(await isErased()).toBe(false);
    expect((await erase()).statusCode).toBe(200);
  });

  it('and begun a moment before the erasing is seen by it', async () => {
    const erasing = await test.deps.db.transaction().execute(async (trx) => {
      await insertPayment(trx, aPayment(shop.userId), []);
      const answer = erase();
      await expect.poll(() => sessionsIn(test, `wait_event_type = 'Lock'`)).toBe(1);
      return { answer };
    });
    expect((await erasing.answer).json().error).toBe('MONEY_MOVING');
    expect(await isErased()).toBe(false);
  });
});

const aPayment = (userId: string) => ({
  id: newId(),
  user_id: userId,
  provider: 'test',
  intent_id: null,
  amount_cents: 500,
  description: 'Ada',
  quotes_key: null,
  batch_id: null,
  created_at: test.clock.now(),
  succeeded_at: null,
});

/** How many sessions of the application are in this condition. */
async function sessionsIn({ ownerUrl }: TestApp, condition: string): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rowCount } = await owner.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lading' AND ${condition}`,
  );
  await owner.end();
  return rowCount ?? 0;
}

describe('erasing', () => {
  it('is done once when two ask at once', async () => {
    await boughtLabel(test, shop);
    const answers = await Promise.all([erase(), erase()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  it('cannot be undone by what was under way: nothing of the person comes back', async () => {
    const { db, clock } = test.deps;
    const client = { ...shop, role: 'client', ip: null, requestId: null } as const;
    const now = clock.now();
    const address = { fullName: 'Ada', address: '1 Main St', city: 'Portland', country: 'US' };
    const request = { sender: {}, receiver: {}, parcel: {}, shipDate: '2026-11-17' };
    const [offer] = await ratesFor(test, shop);
    const { carrier_rate: rate } = await findQuote(db, shop.userId, offer?.objectId ?? '');
    expect((await erase()).statusCode).toBe(200);
    const lateWrites: Record<string, () => Promise<unknown>> = {
      profile: () =>
        updateProfile(test.deps, client, {
          fullName: 'Ada Park',
          phone: '5035550142',
          defaultAddress: { ...address, suite: '', state: 'OR', zipCode: '97204', country: 'US' },
        }),
      address: () => saveAddress(test.deps, client, address as never),
      quotes: () => makeQuotes(test.deps, shop.userId, 'builtin', request as never, [rate]),
      session: () =>
        insertSession(db, {
          token_hash: Buffer.alloc(32, 7),
          user_id: shop.userId,
          created_at: now,
          expires_at: new Date(now.getTime() + 1),
          ip_address: '',
          user_agent: '',
        }),
      batch: () =>
        insertBatch(db, {
          id: newId(),
          user_id: shop.userId,
          file_name: 'ada.csv',
          file_hash: Buffer.alloc(32),
          source: 'template',
          columns: '[]',
          decimal_comma: false,
          row_count: 1,
          work_started_at: null,
          paused_at: null,
          created_at: now,
          updated_at: now,
          discarded_at: null,
        }),
    };
    for (const [what, write] of Object.entries(lateWrites))
      await expect(write(), what).rejects.toThrow(/is erased/);
  });

  it('holds back whatever would leave something of the person until it is done, which is then refused', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const held = await buildTestApp({}, (deps) => {
      const { eraseTraces } = deps;
      deps.eraseTraces = async (trx, userId) => {
        await eraseTraces(trx, userId);
        hold();
        await gate;
      };
    });
    const user = await makeUser(held, { role: 'admin' });
    const byAdmin = { userId: user.id, token: (await logInAs(held, user)).token };
    const client = await makeUser(held);
    const victim = { userId: client.id, token: (await logInAs(held, client)).token };
    const batch = await announceUpload(held, victim, 1);
    const place = { address: '1 Main St', city: 'Portland', state: 'OR', zipCode: '97204', country: 'US' };
    const box = { nickname: 'Box', type: 'package', length: 12, width: 9, height: 4 };
    const erasing = call(held, byAdmin, 'DELETE', API.adminClient.replace(':id', victim.userId), {
      confirmPermanentDelete: true,
    });
    await isHeld;
    const SESSION_ENDED = [401, 'NOT_AUTHENTICATED', GENERAL.sessionExpired];
    const late: [unknown[], Promise<LightMyRequestResponse>][] = [
      [SESSION_ENDED, call(held, victim, 'POST', API.rates, aShipment())],
      [
        SESSION_ENDED,
        call(held, victim, 'POST', API.createPaymentIntent, { amount: 500, description: 'Ada' }),
      ],
      [
        SESSION_ENDED,
        call(held, victim, 'PUT', API.profile, {
          fullName: 'Ada Park',
          phone: '5035550142',
          defaultAddress: { ...place, suite: '' },
        }),
      ],
      [SESSION_ENDED, call(held, victim, 'POST', API.savedAddresses, { ...place, fullName: 'Ada' })],
      [SESSION_ENDED, call(held, victim, 'POST', API.savedParcels, box)],
      [
        SESSION_ENDED,
        call(held, victim, 'POST', API.batches, {
          fileName: 'ada.csv',
          fileHash: 'cd'.repeat(32),
          source: 'template',
          columns: TEMPLATE_COLUMNS,
          rowCount: 1,
        }),
      ],
      [
        [404, 'BATCH_NOT_FOUND', ERRORS.BATCH_NOT_FOUND.message],
        call(held, victim, 'PUT', API.batchRows.replace(':id', batch.id), {
          rows: [uploadRow(1, goodCells(1))],
        }),
      ],
      [[401, 'LOGIN_REFUSED', ERRORS.LOGIN_REFUSED.message], postLogin(held, client.email, PASSWORD)],
    ];
    await expect.poll(() => sessionsIn(held, `wait_event_type = 'Lock'`)).toBeGreaterThanOrEqual(late.length);
    open();
    expect((await erasing).statusCode).toBe(200);
    for (const [refusal, answer] of late) {
      const { statusCode, body } = await answer;
      const { error, message } = JSON.parse(body);
      expect([statusCode, error, message]).toEqual(refusal);
    }
    for (const table of [
      'quote_requests',
      'payments',
      'saved_addresses',
      'saved_parcels',
      'bulk_batches',
    ] as const)
      expect(await held.deps.db.selectFrom(table).select('id').execute()).toEqual([]);
    await held.close();
  });
});
