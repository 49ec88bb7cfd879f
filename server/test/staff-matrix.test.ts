import { mayDo, permissionMessage, STAFF_ROLES, type StaffRole } from '@lading/contract/permissions.ts';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_CALLS,
  type AdminCall,
  addressOf,
  bodyOf,
  isRead,
  makeDraft,
  makeSubjects,
  type Subjects,
} from './admin-matrix.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { bearer, logInAs, makeUser, type TestUser } from './factories.ts';
import { boughtLabel, makeShop } from './shipping.ts';

type Caller = TestUser & { token: string };

let test: TestApp;
let shipmentId: string;
/** For calls that change nothing. */
let shared: Subjects;
let client: Caller;
let suspended: Caller;
let staff: Record<StaffRole, Caller>;

async function signedIn(facts: Parameters<typeof makeUser>[1]): Promise<Caller> {
  const user = await makeUser(test, facts);
  return { ...user, token: (await logInAs(test, user)).token };
}

beforeAll(async () => {
  test = await buildTestApp();
  client = await signedIn({});
  staff = {
    owner: await signedIn({ staffRole: 'owner' }),
    finance: await signedIn({ staffRole: 'finance' }),
    support: await signedIn({ staffRole: 'support' }),
    read_only: await signedIn({ staffRole: 'read_only' }),
  };
  suspended = await signedIn({ staffRole: 'owner' });
  // The session stays, so that only the status keeps the account out.
  await test.deps.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', suspended.id)
    .execute();
  shipmentId = (await boughtLabel(test, await makeShop(test))).transactionId;
  shared = await makeSubjects(test, shipmentId);
});
afterAll(() => test.close());

const request = (call: AdminCall, subjects: Subjects, caller?: Caller) =>
  test.inject({
    method: call.method,
    url: addressOf(call, subjects),
    headers: caller ? bearer(caller.token) : {},
    ...(call.body ? { payload: bodyOf(call) as object } : {}),
  });

/** The details of the audit record of a refusal; undefined without one. */
const denialOf = async ({ id }: Caller, { method, path: route }: Pick<AdminCall, 'method' | 'path'>) => {
  const row = await test.deps.db
    .selectFrom('audit_logs')
    .select('details')
    .where('event_type', '=', 'ACCESS_DENIED')
    .where('user_id', '=', id)
    .where(sql`details->>'method'`, '=', method)
    .where(sql`details->>'path'`, '=', route)
    .executeTakeFirst();
  return row?.details;
};

describe.each(ADMIN_CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  it.each(STAFF_ROLES)('answers %s according to the permission table (AZ04)', async (role) => {
    const caller = staff[role];
    const isAllowed = mayDo(role, call.permission);
    const subjects = isAllowed && !isRead(call) ? await makeSubjects(test, shipmentId) : shared;
    const answer = await request(call, subjects, caller);
    if (isAllowed) {
      expect([200, 201], answer.body).toContain(answer.statusCode);
      expect(await denialOf(caller, call)).toBeUndefined();
      if (!isRead(call)) await makeDraft(test, staff.owner.id);
      return;
    }
    const message = permissionMessage(role, call.permission);
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: 'PERMISSION_DENIED', message }]);
    expect(await denialOf(caller, call)).toMatchObject({ error: message });
  });

  it('refuses guests, clients and suspended staff (AZ04)', async () => {
    const answers = [
      await request(call, shared),
      await request(call, shared, suspended),
      await request(call, shared, client),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
      [401, 'NOT_AUTHENTICATED'],
      [401, 'NOT_AUTHENTICATED'],
      [403, 'ADMIN_REQUIRED'],
    ]);
  });
});

it('shows the permission of every admin route in the API description', async () => {
  const { paths } = (await test.inject({ url: API.openapi })).json();
  for (const { method, path: route, permission } of ADMIN_CALLS) {
    const operation = paths[route.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    expect([route, operation['x-permission']]).toEqual([route, permission]);
  }
});

describe('fields of a client', () => {
  const update = async ({ token }: Caller, body: object) => {
    const { id } = await makeUser(test);
    const url = path(API.adminClient, { id });
    const answer = await test.inject({
      method: 'PUT',
      url,
      payload: body,
      headers: bearer(token),
    });
    const { user } = (await test.inject({ url, headers: bearer(staff.owner.token) })).json();
    return { status: answer.statusCode, error: answer.json().error, user };
  };
  const commission = { commissionType: 'percentage', commissionAmount: 3 };

  it.each([
    ['support', { email: 'moved-1@shop.example' }, 'email'],
    ['finance', { email: 'moved-2@shop.example' }, 'email'],
    ['finance', { status: 'suspended' }, 'status'],
    ['support', commission, 'commission'],
    ['support', { fullName: 'New Name', ...commission }, 'fullName'],
  ] as const)('are refused to %s: %o', async (role, body, field) => {
    // Not the one of the matrix, who must have no refusals of this route.
    const caller = await signedIn({ staffRole: role });
    const { status, error, user } = await update(caller, body);
    expect([status, error]).toEqual([403, 'PERMISSION_DENIED']);
    const unchanged = { status: 'active', fullName: expect.stringMatching(/^Person/) };
    expect(user).toMatchObject({ ...unchanged, commission: { usesGlobal: true } });
    expect(user[field]).not.toEqual(Object.values(body)[0]);
    const denial = await denialOf(caller, { method: 'PUT', path: API.adminClient });
    expect(denial).toMatchObject({ error: expect.stringContaining('doesn’t allow this') });
  });

  it.each([
    ['support', { fullName: 'New Name', phone: '5035550142', status: 'suspended' }],
    ['finance', { fullName: 'New Name', ...commission }],
    ['owner', { email: 'moved-3@shop.example', status: 'suspended', ...commission }],
  ] as const)('may be changed by %s: %o', async (role, body) => {
    expect((await update(staff[role], body)).status).toBe(200);
  });

  it('that stay the same need no permission', async () => {
    const { id, email } = await makeUser(test);
    const answer = await test.inject({
      method: 'PUT',
      url: path(API.adminClient, { id }),
      payload: { email, status: 'active', fullName: 'New Name' },
      headers: bearer(staff.finance.token),
    });
    expect(answer.statusCode).toBe(200);
  });
});

describe('staff who act on their own account through the client routes (AZ09)', () => {
  it.each([
    ['PUT', API.adminClient, { status: 'inactive' }],
    ['PUT', API.adminClientSuspend, undefined],
    ['PUT', API.adminClientActivate, undefined],
    ['DELETE', API.adminClient, { confirmPermanentDelete: true }],
  ] as const)('get 409 and change nothing: %s %s', async (method, route, payload) => {
    const answer = await test.inject({
      method,
      url: path(route, { id: staff.owner.id }),
      headers: bearer(staff.owner.token),
      ...(payload ? { payload } : {}),
    });
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'OWN_ACCOUNT']);
    const row = await test.deps.db
      .selectFrom('users')
      .select(['status', 'role', 'staff_role'])
      .where('id', '=', staff.owner.id)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'active', role: 'admin', staff_role: 'owner' });
  });
});
