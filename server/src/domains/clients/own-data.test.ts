import { readFileSync, writeFileSync } from 'node:fs';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { begunBatch, goodCells, work } from '../../../test/bulk.ts';
import { buyDeclared, CPF, MASKED_CPF, toSaoPaulo } from '../../../test/customs.ts';
import { aDeclaration } from '../../../test/declared-goods.ts';
import { logInAs, makeUser, PASSWORD, postLogin } from '../../../test/factories.ts';
import { tracesOf } from '../../../test/personal-traces.ts';
import { anImportedOrder, shipImported } from '../../../test/ship-orders.ts';
import { boughtLabel, call, makeShop, paidRate, type Shop } from '../../../test/shipping.ts';
import { days, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { sweep } from '../../sweep.ts';
import { authenticate } from '../identity/authenticate.ts';
import { updatePassword } from '../identity/identity.store.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { reapplyErasures } from './reapply-erasures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

async function signedUp(email: string, name = 'Wanda Ownmark'): Promise<Shop> {
  const account = { email, password: PASSWORD, full_name: name };
  await test.inject({ method: 'POST', url: API.register, payload: account });
  const { user, token } = (await postLogin(test, email, PASSWORD)).json();
  return { userId: user.id, token };
}
const recordsOf = (userId: string, type: string) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['status', 'details'])
    .where('user_id', '=', userId)
    .where('event_type', '=', type)
    .execute();
const deleteAccount = (shop: Shop, body: object = { password: PASSWORD, confirmPermanentDelete: true }) =>
  call(test, shop, 'DELETE', API.account, body);
const erasedAtOf = async (userId: string) =>
  (
    await test.deps.db
      .selectFrom('users')
      .select(['erased_at', 'status'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).erased_at;

describe("the export of a client's own data", () => {
  it('contains all of the client’s data and no other data, and is audited (FI08)', async () => {
    const shop = await signedUp('wanda@ownmark.example');
    const other = await makeShop(test);
    const { transactionId: foreign } = await boughtLabel(test, other);
    const { transactionId } = await boughtLabel(test, shop);
    const declared = await buyDeclared(
      test,
      shop,
      toSaoPaulo(aDeclaration({ recipientTaxId: { kind: 'BR-CPF', number: CPF } })),
    );
    await begunBatch(test, shop, [goodCells(1), goodCells(2)]);
    await work(test);
    await shipImported(test, shop, anImportedOrder());
    await call(test, shop, 'POST', API.savedParcels, {
      nickname: 'Small box',
      type: 'package',
      length: 1,
      width: 1,
      height: 1,
    });
    await call(test, shop, 'POST', API.products, { sku: 'A-1', name: 'Candle', unitValue: 12.5 });
    const answer = await call(test, shop, 'GET', API.accountExport);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-disposition']).toContain('lading-my-data-2026-11-16.json');
    const data = answer.json();
    expect(data.account).toMatchObject({ id: shop.userId, fullName: 'Wanda Ownmark' });
    expect(data.shipments).toHaveLength(4);
    const abroad = data.shipments.find(({ id }: { id: string }) => id === declared);
    expect(abroad.declaration.customs).toMatchObject({
      items: [{ description: 'Soy wax candle' }],
      recipientTaxId: { kind: 'BR-CPF', masked: MASKED_CPF },
    });
    expect(data.shipments.map(({ id }: { id: string }) => id)).toContain(transactionId);
    expect(data.payments.length).toBeGreaterThanOrEqual(2);
    expect(data.batches).toHaveLength(1);
    expect(data.batchRows).toHaveLength(2);
    expect(data.orderSources).toMatchObject([{ kind: 'api' }]);
    expect(data.orders).toMatchObject([{ number: '#1', shopRecipient: { name: 'Dana Reyes' } }]);
    expect(data.savedParcels).toEqual([
      expect.objectContaining({ parcel: expect.objectContaining({ nickname: 'Small box' }) }),
    ]);
    expect(data.products).toEqual([expect.objectContaining({ sku: 'A-1', unitValueCents: 1250 })]);
    expect(data.sessions).toHaveLength(1);
    expect(data.activity.map(({ eventType }: { eventType: string }) => eventType)).toEqual(
      expect.arrayContaining(['SIGN_UP', 'LABEL_PURCHASED']),
    );
    for (const secret of [foreign, other.userId, 'hash', 'argon2', shop.token, CPF, 'sealed'])
      expect(answer.body).not.toContain(secret);
    expect(await recordsOf(shop.userId, 'EXPORT_OWN_DATA')).toEqual([{ status: 'success', details: null }]);
  });

  it('needs a session', async () => {
    expect((await test.inject({ method: 'GET', url: API.accountExport })).statusCode).toBe(401);
  });
});

describe('deleting one’s own account', () => {
  it.each([
    ['no confirmation', { password: PASSWORD }, 400],
    ['a wrong password', { password: 'not the password', confirmPermanentDelete: true }, 403],
    ['no password', { confirmPermanentDelete: true }, 400],
  ])('is refused with %s and changes nothing', async (_case, body, status) => {
    const shop = await makeShop(test);
    expect((await deleteAccount(shop, body)).statusCode).toBe(status);
    expect(await erasedAtOf(shop.userId)).toBeNull();
    expect((await call(test, shop, 'GET', API.verify)).statusCode).toBe(200);
  });

  it('tells staff to ask an owner', async () => {
    const admin = await makeUser(test, { role: 'admin' });
    const answer = await deleteAccount({ userId: admin.id, token: (await logInAs(test, admin)).token });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Staff accounts can’t be deleted here. Please ask an owner to remove your account.',
    ]);
  });

  it('is refused with a reason while transactions are in progress', async () => {
    const shop = await signedUp('busy@ownmark.example');
    await paidRate(test, shop);
    const answer = await deleteAccount(shop);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Your account still has transactions in progress (unspent payment). Please try again once they are complete.',
    ]);
    expect(await recordsOf(shop.userId, 'DELETE_OWN_ACCOUNT')).toEqual([
      { status: 'error', details: { error: answer.json().message } },
    ]);
  });

  it('is refused if the password is replaced while the payment provider is asked', async () => {
    const shop = await makeShop(test);
    const { email } = await test.deps.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', shop.userId)
      .executeTakeFirstOrThrow();
    const origin = { ip: '192.0.2.7', requestId: null };
    const actor = await authenticate(test.deps, origin, `Bearer ${shop.token}`, false);
    const deps = {
      ...test.deps,
      closeBalance: async () => {
        const hash = await test.deps.passwords.hash('a brand new password');
        await transaction(test.deps.db, (trx) => updatePassword(trx, shop.userId, hash));
      },
    };
    const body = { password: PASSWORD, confirmPermanentDelete: true } as const;
    await expect(deleteOwnAccount(deps, actor, body)).rejects.toMatchObject({ code: 'PASSWORD_INCORRECT' });
    expect(await erasedAtOf(shop.userId)).toBeNull();
    expect((await postLogin(test, email, 'a brand new password')).statusCode).toBe(200);
  });

  it('erases the person, ends all sessions, and confirms it to the address', async () => {
    const email = 'gone@leavemark.example';
    const shop = await signedUp(email, 'Gunda Leavemark');
    await boughtLabel(test, shop);
    const answer = await deleteAccount(shop);
    expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: true }]);
    expect((await call(test, shop, 'GET', API.verify)).statusCode).toBe(401);
    expect(await tracesOf(test.ownerUrl, ['leavemark', 'gunda'])).toEqual([]);
    expect((await postLogin(test, email, PASSWORD)).statusCode).toBe(401);
    // The address got others before.
    const mails = test.mails(email).filter((mail) => mail.includes('account was deleted at your request'));
    expect(mails).toHaveLength(1);
    expect(mails[0]).not.toContain('Gunda');
    expect(await recordsOf(shop.userId, 'DELETE_OWN_ACCOUNT')).toEqual([
      { status: 'success', details: null },
    ]);
    expect(readFileSync(test.config.erasuresFile, 'utf8')).toContain(shop.userId);
  });
});

describe('a client who was erased before the database was restored', () => {
  it('is erased again', async () => {
    const shop = await signedUp('back@restored.example');
    await test.deps.erasureFile.append([{ userId: shop.userId, erasedAt: test.clock.now() }]);
    await reapplyErasures(test.deps);
    expect(await erasedAtOf(shop.userId)).not.toBeNull();
    const record = await test.deps.db
      .selectFrom('audit_logs')
      .select(['user_id', 'details'])
      .where('event_type', '=', 'DELETE_USER')
      .where(sql`details ->> 'clientId'`, '=', shop.userId)
      .execute();
    expect(record).toEqual([{ user_id: null, details: { clientId: shop.userId, by: 'restored' } }]);
    await reapplyErasures(test.deps);
  });

  it('cannot sign in while transactions are in progress, and is erased once they are complete', async () => {
    const shop = await signedUp('moving@restored.example');
    await paidRate(test, shop);
    await test.deps.erasureFile.append([{ userId: shop.userId, erasedAt: test.clock.now() }]);
    await reapplyErasures(test.deps);
    expect(await erasedAtOf(shop.userId)).toBeNull();
    expect((await postLogin(test, 'moving@restored.example', PASSWORD)).statusCode).not.toBe(200);
    const before = test.clock.now();
    test.clock.advance(days(2));
    for (let round = 0; round < 3; round += 1) {
      await sweep(test.deps);
      test.clock.advance(minutes(5));
    }
    await reapplyErasures(test.deps);
    expect(await erasedAtOf(shop.userId)).not.toBeNull();
    // The rates of the other tests are for today.
    test.clock.advance(before.getTime() - test.clock.now().getTime());
  });

  it('cannot sign in after an unexpected error, and is erased by the next try', async () => {
    const email = 'trouble@restored.example';
    const shop = await signedUp(email);
    await test.deps.erasureFile.append([{ userId: shop.userId, erasedAt: test.clock.now() }]);
    const failing = { ...test.deps, closeBalance: () => Promise.reject(new Error('the disk is full')) };
    await reapplyErasures(failing);
    expect(await erasedAtOf(shop.userId)).toBeNull();
    expect((await postLogin(test, email, PASSWORD)).statusCode).not.toBe(200);
    await reapplyErasures(test.deps);
    expect(await erasedAtOf(shop.userId)).not.toBeNull();
  });

  it('adds erasures that are missing in the file, and ignores a damaged line', async () => {
    const shop = await makeShop(test);
    await deleteAccount(shop);
    const { erasureFile } = test.deps;
    expect((await erasureFile.read()).map(({ userId }) => userId)).toContain(shop.userId);
    writeFileSync(test.config.erasuresFile, '{"userId":"');
    await reapplyErasures(test.deps);
    expect((await erasureFile.read()).map(({ userId }) => userId)).toContain(shop.userId);
    const complete = readFileSync(test.config.erasuresFile, 'utf8');
    await reapplyErasures(test.deps);
    expect(readFileSync(test.config.erasuresFile, 'utf8')).toBe(complete);
  });
});

describe('the key of the drafts', () => {
  it('belongs to the account, and needs a session', async () => {
    const keyOf = async (caller: Shop) => (await call(test, caller, 'GET', API.draftKey)).json().key;
    const [ada, noor] = [await makeShop(test), await makeShop(test)];
    expect(Buffer.from(await keyOf(ada), 'base64')).toHaveLength(32);
    expect(await keyOf(ada)).toBe(await keyOf(ada));
    expect(await keyOf(noor)).not.toBe(await keyOf(ada));
    expect((await test.inject({ url: API.draftKey })).statusCode).toBe(401);
  });
});
