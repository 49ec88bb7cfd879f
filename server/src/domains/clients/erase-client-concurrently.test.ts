import { TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { GENERAL } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { announceUpload, goodCells, uploadRow } from '../../../test/bulk.ts';
import { countSessions } from '../../../test/database-sessions.ts';
import { logInAs, makeUser, PASSWORD, postLogin, unusedPasskey } from '../../../test/factories.ts';
import {
  aShipment,
  boughtLabel,
  call,
  expectConsistentLedger,
  makeShop,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { insertBatch } from '../bulk/bulk-batches.store.ts';
import { replaceEmailChange, replaceEmailLink } from '../identity/email.store.ts';
import { insertSession } from '../identity/identity.store.ts';
import { makeQuotes } from '../pricing/make-quotes.ts';
import { findQuote } from '../pricing/quotes.ts';
import { insertChallenge } from '../second-factor/challenges.store.ts';
import { spendTry } from '../second-factor/factor-tries.ts';
import { replaceCodes } from '../second-factor/recovery-codes.store.ts';
import { insertPasskey, replacePendingTotp } from '../second-factor/second-factor.store.ts';
import { saveAddress } from './address-book.ts';
import { updateProfile } from './profile.ts';

let test: TestApp;
let admin: Shop;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test, { role: 'admin' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const erase = (id = shop.userId) =>
  call(test, admin, 'DELETE', API.adminClient.replace(':id', id), { confirmPermanentDelete: true });

describe('erasing a client', () => {
  it('succeeds once when two admins erase at the same time', async () => {
    await boughtLabel(test, shop);
    const answers = await Promise.all([erase(), erase()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  it('rejects late writes about the client', async () => {
    const { db, clock } = test.deps;
    const client = { ...shop, role: 'client', ip: null, requestId: null } as const;
    const now = clock.now();
    const address = { fullName: 'Ada', address: '1 Main St', city: 'Portland', country: 'US' };
    const request = { sender: {}, recipient: {}, parcel: {}, shipDate: '2026-11-17', extras: NO_EXTRAS };
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
      quotes: () =>
        makeQuotes(test.deps, {
          userId: shop.userId,
          provider: 'builtin',
          shipment: request as never,
          rates: [rate],
        }),
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

  it('rejects late writes about how the client signs in', async () => {
    const { db, clock } = test.deps;
    const now = clock.now();
    const owned = { user_id: shop.userId, created_at: now };
    const change = { new_email: 'ada@new.example', new_email_key: 'ada@new.example', expires_at: now };
    const link = { purpose: 'verify', email_key: 'ada@new.example', expires_at: now } as const;
    const challenge = { purpose: 'proof', tries_left: 1, remember: false, expires_at: now } as const;
    const secret = Buffer.alloc(32, 7);
    expect((await erase()).statusCode).toBe(200);
    const lateWrites: Record<string, () => Promise<unknown>> = {
      app: () =>
        transaction(db, (trx) => replacePendingTotp(trx, { id: newId(), ...owned, sealed_secret: secret })),
      passkey: () => transaction(db, (trx) => insertPasskey(trx, unusedPasskey(shop.userId, now))),
      codes: () => transaction(db, (trx) => replaceCodes(trx, shop.userId, { hashes: ['x'], now })),
      challenge: () =>
        insertChallenge(db, {
          ...challenge,
          challenge_hash: secret,
          user_id: shop.userId,
          password_digest: null,
        }),
      'wrong code': () => spendTry(test.deps, shop.userId),
      'email change': () => transaction(db, (trx) => replaceEmailChange(trx, { ...owned, ...change })),
      'email link': () => replaceEmailLink(db, { ...owned, ...link, token_hash: secret }),
      device: () =>
        db
          .insertInto('known_devices')
          .values({ user_id: shop.userId, fingerprint: secret, last_seen_at: now })
          .execute(),
    };
    for (const [what, write] of Object.entries(lateWrites))
      await expect(write(), what).rejects.toThrow(/is erased/);
  });

  it('blocks concurrent requests of the client and then refuses them', async () => {
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
      [SESSION_ENDED, call(held, victim, 'POST', API.products, { sku: 'A-1', name: 'Candle' })],
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
    await expect
      .poll(() => countSessions(held, `wait_event_type = 'Lock'`))
      .toBeGreaterThanOrEqual(late.length);
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
      'products',
      'bulk_batches',
    ] as const)
      expect(await held.deps.db.selectFrom(table).select('id').execute()).toEqual([]);
    await held.close();
  });
});
