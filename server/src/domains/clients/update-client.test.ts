import { PHONE, PROFILE } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, PASSWORD, postLogin, type TestUser } from '../../../test/factories.ts';
import {
  boughtLabel,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  paidRate,
  pay,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';

let test: TestApp;
let admin: Shop;
let client: TestUser;
let shop: Shop;

beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test, { role: 'admin' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
});
beforeEach(async () => {
  client = await makeUser(test);
  shop = { userId: client.id, token: (await logInAs(test, client)).token };
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const put = (body: object, route: string = API.adminClient, id = client.id) =>
  call(test, admin, 'PUT', route.replace(':id', id), body);
const userRow = () =>
  test.deps.db.selectFrom('users').selectAll().where('id', '=', client.id).executeTakeFirstOrThrow();
const sessions = async () =>
  (await test.deps.db.selectFrom('sessions').select('user_id').where('user_id', '=', client.id).execute())
    .length;
/** The audit events about this client, in order. */
const records = async () =>
  (
    await test.deps.db
      .selectFrom('audit_logs')
      .select(['event_type', 'details'])
      .where('user_id', '=', admin.userId)
      .where('event_type', 'in', ['UPDATE_USER', 'UPDATE_PRICING', 'SUSPEND_USER', 'ACTIVATE_USER'])
      .orderBy('seq')
      .execute()
  )
    .filter(({ details }) => details?.clientId === client.id)
    .map(({ event_type, details }) => {
      const { clientId, ...rest } = details ?? {};
      return [event_type, rest];
    });

const ADDRESS = { street: '1 Main St', suite: '', city: 'Portland', state: 'OR', zipCode: '97204' };

describe('editing a client', () => {
  it('changes only the given fields and records their names, not their values', async () => {
    const answer = await put({
      fullName: '  Ada Park ',
      phone: '(503) 555-0142',
      address: { ...ADDRESS, country: 'USA' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().user).toMatchObject({
      userId: client.id,
      fullName: 'Ada Park',
      email: client.email,
      phone: '5035550142',
      status: 'active',
      defaultAddress: { ...ADDRESS, country: 'USA' },
    });
    expect(await records()).toEqual([['UPDATE_USER', { fields: ['fullName', 'phone', 'address'] }]]);
    expect((await put({ fullName: 'Bo Park' })).json().user).toMatchObject({
      fullName: 'Bo Park',
      phone: '5035550142',
      defaultAddress: { ...ADDRESS, country: 'USA' },
    });
    const profile = await call(test, shop, 'GET', API.profile);
    expect(profile.json().data.default_address).toMatchObject({ address: '1 Main St', country: 'US' });
  });

  it('clears phone and address when they are empty', async () => {
    await put({ phone: '5035550142', address: { ...ADDRESS, country: 'CA' } });
    const empty = { street: ' ', suite: '', city: '', state: '', zipCode: '', country: 'USA' };
    const answer = await put({ phone: '', address: empty });
    expect(answer.json().user).toMatchObject({ phone: null, defaultAddress: null });
  });

  it('records nothing when nothing changes', async () => {
    const body = { fullName: 'Ada Park', email: client.email, phone: null, address: null, status: 'active' };
    await put(body);
    const before = await records();
    expect((await put({ ...body, commissionType: 'global' })).statusCode).toBe(200);
    expect((await put({})).statusCode).toBe(200);
    expect(await records()).toEqual(before);
  });

  it.each([
    ['fullName', '  ', PROFILE.nameRequired],
    ['fullName', 'x'.repeat(201), 'Please use at most 200 characters.'],
    ['email', '', 'Email is required'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['phone', '12345', PHONE.tenDigits],
    ['status', 'deleted', expect.any(String)],
    ['commissionType', 'free', expect.any(String)],
    ['address', { ...ADDRESS, country: 'DE' }, 'Please choose the United States or Canada.'],
  ])('rejects %s %j', async (field, value, message) => {
    const before = await userRow();
    const answer = await put({ fullName: 'Somebody Else', [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual([{ path: expect.stringContaining(field), message }]);
    expect(await userRow()).toEqual(before);
  });

  it('ignores unknown fields (MA02)', async () => {
    const before = await userRow();
    await put({ role: 'admin', password_hash: 'x', erased_at: '2020-01-01', id: admin.userId });
    expect(await userRow()).toEqual(before);
  });
});

describe("changing a client's email address", () => {
  it('notifies the old address, keeps sessions and allows login only with the new one', async () => {
    await call(test, shop, 'POST', API.forgotPassword, { email: client.email });
    await expect.poll(() => test.mails(client.email).length).toBe(1);
    const email = `New.${client.email}`;
    expect((await put({ email })).json().user.email).toBe(email);
    await expect.poll(() => test.mails(client.email).length).toBe(2);
    const [notice] = test.mails(client.email).filter((mail) => mail.includes('was changed'));
    expect(notice).not.toContain(email);
    await expect.poll(() => test.mails(email).length).toBeGreaterThan(0);
    expect((await call(test, shop, 'GET', API.verify)).statusCode).toBe(200);
    expect((await postLogin(test, client.email, PASSWORD)).statusCode).toBe(401);
    expect((await postLogin(test, email.toUpperCase(), PASSWORD)).statusCode).toBe(200);
    expect(await records()).toEqual([['UPDATE_USER', { fields: ['email'] }]]);
    const resets = await test.deps.db
      .selectFrom('password_resets')
      .select('user_id')
      .where('user_id', '=', client.id)
      .execute();
    expect(resets).toEqual([]);
  });

  it('sends no mail when only the capitalization changes', async () => {
    expect((await put({ email: client.email.toUpperCase() })).statusCode).toBe(200);
    expect((await userRow()).email).toBe(client.email.toUpperCase());
    expect(await waitingMails()).toBe(0);
  });

  it('rejects the address of another account in any capitalization, and changes nothing (AZ10)', async () => {
    const other = await makeUser(test);
    const anAdmin = await makeUser(test, { role: 'admin' });
    const before = await userRow();
    for (const email of [other.email, anAdmin.email, other.email.toUpperCase()]) {
      const answer = await put({ email, fullName: 'Somebody Else', status: 'suspended' });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        error: 'EMAIL_TAKEN',
        fields: [{ path: 'email', message: 'An account with this email already exists' }],
      });
    }
    expect(await userRow()).toEqual(before);
    expect(await records()).toEqual([]);
    expect(await waitingMails()).toBe(0);
  });

  it('accepts only one of two concurrent requests for the same address', async () => {
    const other = await makeUser(test);
    const email = `wanted.${client.email}`;
    const answers = await Promise.all([put({ email }), put({ email }, API.adminClient, other.id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  const waitingMails = async () => test.mails(client.email).filter((mail) => mail.includes('changed')).length;
});

describe("changing a client's commission", () => {
  const commission = async () =>
    (await call(test, admin, 'GET', API.adminClient.replace(':id', client.id))).json().user.commission;

  it('sets, changes and resets it, and records the value before', async () => {
    await put({ commissionType: 'percentage', commissionAmount: 12 });
    expect(await commission()).toEqual({ usesGlobal: false, markupType: 'percentage', markupAmount: 12 });
    await put({ commissionType: 'percentage', commissionAmount: 12 });
    await put({ commissionType: 'flat_rate', commissionAmount: 0.5 });
    await put({ commissionType: 'global' });
    expect(await commission()).toMatchObject({ usesGlobal: true });
    await put({ commissionType: 'flat_rate', commissionAmount: 1 });
    const answer = await put({}, API.adminClientGlobalCommission);
    expect(answer.json().user.commission.usesGlobal).toBe(true);
    await put({}, API.adminClientGlobalCommission);
    const priced = (await records()).filter(([type]) => type === 'UPDATE_PRICING');
    expect(priced.map(([, details]) => details)).toEqual([
      { before: 'Global Rate', after: '12%' },
      { before: '12%', after: '$0.50' },
      { before: '$0.50', after: 'Global Rate' },
      { before: 'Global Rate', after: '$1.00' },
      { before: '$1.00', after: 'Global Rate' },
    ]);
  });

  it.each([
    [{ commissionType: 'percentage' }, 'commissionAmount', 'Commission value must be a non-negative number.'],
    [{ commissionAmount: 5 }, 'commissionType', 'Please choose a commission type.'],
    [
      { commissionType: 'flat_rate', commissionAmount: -1 },
      'commissionAmount',
      'Commission value must be a non-negative number.',
    ],
    [
      { commissionType: 'flat_rate', commissionAmount: '5' },
      'commissionAmount',
      'Commission value must be a non-negative number.',
    ],
    [
      { commissionType: 'percentage', commissionAmount: 1000.01 },
      'commissionAmount',
      'The commission is too large.',
    ],
  ])('rejects %j', async (body, path, message) => {
    await put({ commissionType: 'flat_rate', commissionAmount: 3 });
    const answer = await put(body);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, [{ path, message }]]);
    expect(await commission()).toMatchObject({ markupType: 'flat_rate', markupAmount: 3 });
  });

  it('does not change quoted prices (MO12)', async () => {
    const [quoted] = await ratesFor(test, shop);
    const cents = centsOfRate(quoted);
    await put({ commissionType: 'flat_rate', commissionAmount: 5 });
    await pay(test, shop, cents, [quoted?.objectId ?? '']);
    expect((await buy(test, shop, quoted?.objectId ?? '')).json().rate.amount).toBe(quoted?.amount);
    expect(centsOfRate((await ratesFor(test, shop))[0])).toBe(cents + 500);
  });
});

describe('suspending a client', () => {
  it.each([
    ['with the button', () => put({}, API.adminClientSuspend), 'suspended', 'ACCOUNT_SUSPENDED'],
    ['through the form', () => put({ status: 'suspended' }), 'suspended', 'ACCOUNT_SUSPENDED'],
    ['by being made inactive', () => put({ status: 'inactive' }), 'inactive', 'ACCOUNT_INACTIVE'],
  ] as const)(
    '%s ends all sessions, and the login explains why (AU12)',
    async (_how, suspend, status, error) => {
      expect((await suspend()).json().user.status).toBe(status);
      expect((await call(test, shop, 'GET', API.history)).statusCode).toBe(401);
      expect(await sessions()).toBe(0);
      expect((await postLogin(test, client.email, PASSWORD)).json().error).toBe(error);
      expect((await records())[0]).toEqual(['SUSPEND_USER', { status }]);

      expect((await put({}, API.adminClientActivate)).json().user.status).toBe('active');
      expect((await call(test, shop, 'GET', API.history)).statusCode).toBe(401);
      expect((await postLogin(test, client.email, PASSWORD)).statusCode).toBe(200);
      expect((await records()).at(-1)).toEqual(['ACTIVATE_USER', {}]);
    },
  );

  it('is idempotent, like activating, and recorded once', async () => {
    for (const route of [API.adminClientSuspend, API.adminClientSuspend]) await put({}, route);
    for (const route of [API.adminClientActivate, API.adminClientActivate])
      expect((await put({}, route)).statusCode).toBe(200);
    expect((await records()).map(([type]) => type)).toEqual(['SUSPEND_USER', 'ACTIVATE_USER']);
  });

  it('creates no session from a concurrent login', async () => {
    const { hash } = test.deps.passwords;
    const isOutdated = test.deps.passwords.isOutdated;
    // After the password check and before the session.
    test.deps.passwords.isOutdated = () => true;
    test.deps.passwords.hash = async (password) => {
      await put({}, API.adminClientSuspend);
      return hash.call(test.deps.passwords, password);
    };
    const answer = await postLogin(test, client.email, PASSWORD);
    test.deps.passwords.hash = hash;
    test.deps.passwords.isOutdated = isOutdated;
    expect(answer.statusCode).toBe(401);
    expect(await sessions()).toBe(0);
  });

  it('refunds paid rates in full and keeps purchased labels', async () => {
    const bought = await boughtLabel(test, shop);
    const { cents } = await paidRate(test, shop);
    await put({}, API.adminClientSuspend);
    await sweepFor(test, minutes(1));
    const refunds = await test.deps.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(['cents', 'state', 'reason'])
      .where('user_id', '=', client.id)
      .execute();
    expect(refunds).toEqual([{ cents, state: 'succeeded', reason: 'The account is not active.' }]);
    const shipments = await test.deps.db
      .selectFrom('shipments')
      .select(['id', 'state'])
      .where('user_id', '=', client.id)
      .execute();
    expect(shipments).toEqual([{ id: bought.transactionId, state: 'purchased' }]);
  });

  it('keeps the sessions of other clients', async () => {
    const other = await makeUser(test);
    const { token } = await logInAs(test, other);
    await put({}, API.adminClientSuspend);
    expect((await test.inject({ url: API.verify, headers: bearer(token) })).statusCode).toBe(200);
  });
});
