import { API } from '@lading/contract/routes.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { minutes } from '../src/platform/clock.ts';
import {
  ADMIN_CALLS,
  type AdminCall,
  addressOf,
  bodyOf,
  knownRoutes,
  makeSubjects,
  type Subjects,
} from './admin-matrix.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { bearer, logInAs, makeUser, type TestUser } from './factories.ts';
import { boughtLabel, makeShop } from './shipping.ts';

let test: TestApp;
let client: TestUser & { token: string };
let adminToken: string;
let shipmentId: string;
/** For calls that are refused. */
let shared: Subjects;
beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test);
  client = { ...user, token: (await logInAs(test, user)).token };
  adminToken = (await logInAs(test, await makeUser(test, { role: 'admin' }))).token;
  shipmentId = (await boughtLabel(test, await makeShop(test))).transactionId;
  shared = await makeSubjects(test, shipmentId);
});
afterAll(() => test.close());

const requestOf = (call: AdminCall, subjects: Subjects, token?: string): InjectOptions => ({
  method: call.method,
  url: addressOf(call, subjects),
  headers: token ? bearer(token) : {},
  ...(call.body ? { payload: bodyOf(call) as object } : {}),
});

const denials = (userId: string | null, method: string, path: string) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['status', 'user_role', 'ip_address'])
    .where('event_type', '=', 'ACCESS_DENIED')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where(sql`details->>'method'`, '=', method)
    .where(sql`details->>'path'`, '=', path)
    .execute();

const nameOf = ({ method, path }: AdminCall) => `${method} ${path}`;
const table = ADMIN_CALLS.map((call) => [nameOf(call), call] as const);

describe('the admin matrix', () => {
  it('contains every admin route of the server once, and no other route', () => {
    const known = knownRoutes(test.app.printRoutes({ commonPrefix: false }));
    expect(known).toContain(`GET ${API.openapi}`);
    const admin = known.filter((route) => /^(?!HEAD )\w+ \/api\/admin\b/.test(route));
    expect(ADMIN_CALLS.map(nameOf).sort()).toEqual(admin.sort());
  });

  it('contains every admin path of the contract', () => {
    const paths = Object.values(API).filter((path) => path.startsWith('/api/admin'));
    const current = ADMIN_CALLS.filter(({ deprecated }) => !deprecated).map(({ path }) => path);
    expect([...new Set(current)].sort()).toEqual(paths.sort());
  });

  describe.each(table)('%s', (_, call) => {
    it('answers 401 without a token and records the refusal', async () => {
      const answer = await test.inject(requestOf(call, shared));
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        {
          error: 'NOT_AUTHENTICATED',
          message: 'Session expired. Please log in again.',
          requestId: expect.any(String),
        },
      ]);
      expect(await denials(null, call.method, call.path)).toContainEqual({
        status: 'error',
        user_role: null,
        ip_address: '127.0.0.1',
      });
    });

    it('answers 403 to a client with the specified message and records the refusal (AZ04)', async () => {
      const answer = await test.inject(requestOf(call, shared, client.token));
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        {
          error: 'ADMIN_REQUIRED',
          message: 'Access denied. Admin privileges required.',
          requestId: expect.any(String),
        },
      ]);
      expect(await denials(client.id, call.method, call.path)).toContainEqual({
        status: 'error',
        user_role: 'client',
        ip_address: '127.0.0.1',
      });
    });

    it('answers an admin according to its schema, uncached', async () => {
      const subjects = await makeSubjects(test, shipmentId);
      const answer = await test.inject(requestOf(call, subjects, adminToken));
      expect(answer.statusCode, answer.body).toBe(call.status);
      expect(answer.headers['cache-control']).toBe('no-store');
      if (call.csv) {
        expect(answer.headers['content-type']).toBe(call.contentType ?? 'text/csv; charset=utf-8');
        expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.(?:csv|pdf)"$/);
        expect(answer.body.startsWith(call.csv)).toBe(true);
        return;
      }
      // Parsing drops fields that the schema does not list, so an extra field would show as a difference.
      if (!call.answer) throw new Error('a route without a CSV file needs an answer schema');
      expect(z.parse(call.answer, answer.json())).toEqual(answer.json());
    });

    it('cannot be reached through another spelling of its path (AZ06)', async () => {
      const address = addressOf(call, shared);
      const variants = [
        address.toUpperCase(),
        address.replace('/admin', '/Admin'),
        `/${address}`,
        address.replace('/api/', '/api//'),
        address.replace('/admin/', '/admin//'),
        address.replace('/admin/', '/admin%2F'),
        address.replace('/admin/', '/./admin/'),
        address.replace('/admin/', '/x/../admin/'),
        address.replace(/(?=\?|$)/, '/'),
        address.replace(/(?=\?|$)/, '.'),
        address.replace(/(?=\?|$)/, ';.css'),
      ];
      for (const token of [undefined, client.token])
        for (const url of variants) {
          const answer = await test.inject({ ...requestOf(call, shared, token), url });
          expect([401, 403, 404], `${url}: ${answer.body}`).toContain(answer.statusCode);
        }
    });

    it('refuses every method, even with an override header (AZ06)', async () => {
      for (const token of [undefined, client.token])
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
          const request = requestOf(call, shared, token);
          const headers = { ...request.headers, 'x-http-method-override': call.method };
          const answer = await test.inject({ ...request, headers, method });
          expect([401, 403, 404], `${method} ${request.url}: ${answer.body}`).toContain(answer.statusCode);
        }
    });
  });
});

describe('refused admin calls', () => {
  const stranger = (ip: string, url: string = API.adminIncidents) => test.inject({ url, remoteAddress: ip });
  const countOf = async (path: string) => (await denials(null, 'GET', path)).length;

  it('are recorded once per ten minutes for each IP address, method and route', async () => {
    test.clock.advance(minutes(10));
    const before = await countOf(API.adminIncidents);
    for (let count = 0; count < 20; count += 1) await stranger('10.9.0.1');
    expect(await countOf(API.adminIncidents)).toBe(before + 1);
    await stranger('10.9.0.2');
    expect(await countOf(API.adminIncidents)).toBe(before + 2);
    await stranger('10.9.0.1', API.adminAuditStats);
    await test.inject({ method: 'HEAD', url: API.adminIncidents, remoteAddress: '10.9.0.1' });
    expect(await denials(null, 'HEAD', API.adminIncidents)).not.toEqual([]);
    test.clock.advance(minutes(10));
    await stranger('10.9.0.1');
    expect(await countOf(API.adminIncidents)).toBe(before + 3);
  });

  it('from many IP addresses do not flood the audit log or hide a client', async () => {
    test.clock.advance(minutes(10));
    const before = await countOf(API.adminIncidents);
    for (let count = 0; count < 250; count += 1) await stranger(`10.8.${count >> 7}.${count & 127}`);
    expect(await countOf(API.adminIncidents)).toBe(before + 200);
    const { id, token } = await (async () => {
      const user = await makeUser(test);
      return { ...user, ...(await logInAs(test, user)) };
    })();
    for (let count = 0; count < 5; count += 1)
      await test.inject({ url: API.adminIncidents, headers: bearer(token) });
    expect(await denials(id, 'GET', API.adminIncidents)).toHaveLength(1);
  });
});
