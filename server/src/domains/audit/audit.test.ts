import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, postLogin } from '../../../test/factories.ts';
import { minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { noteView } from './note-view.ts';
import { recordEvent } from './record-event.ts';

let test: TestApp;
let adminToken: string;
beforeAll(async () => {
  test = await buildTestApp();
  adminToken = (await logInAs(test, await makeUser(test, { role: 'admin', name: 'Morgan Hale' }))).token;
});
afterAll(() => test.close());

const nowhere = { ip: null, requestId: null };
const list = (query = '', token = adminToken) =>
  test.inject({ url: `${API.adminAuditLogs}${query}`, headers: bearer(token) });

describe('the audit log', () => {
  it.each(['UPDATE audit_logs SET status = $$error$$', 'DELETE FROM audit_logs', 'TRUNCATE audit_logs'])(
    'rejects "%s" from the application and from the owner',
    async (statement) => {
      for (const role of ['SET ROLE lading_app', 'RESET ROLE']) {
        const client = new pg.Client({ connectionString: test.ownerUrl });
        await client.connect();
        await client.query(role);
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
        await client.end();
      }
    },
  );

  it('runs every request of the application under the restricted role', async () => {
    const { rows } = await test.deps.db.executeQuery<{ role: string }>({
      sql: 'SELECT current_user AS role',
      parameters: [],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'test' },
    });
    expect(rows).toEqual([{ role: 'lading_app' }]);
  });

  it('commits together with the change that it records', async () => {
    const user = await makeUser(test);
    const failing = transaction(test.deps.db, async (trx) => {
      await recordEvent(trx, test.clock, nowhere, {
        type: 'PASSWORD_RESET',
        status: 'success',
        userId: user.id,
        userRole: 'client',
        details: {},
      });
      throw new Error('the work failed');
    });
    await expect(failing).rejects.toThrow('the work failed');
    const rows = await test.deps.db
      .selectFrom('audit_logs')
      .select('seq')
      .where('user_id', '=', user.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it.each([
    ['plain text', 'x'],
    ['emoji, none of which is cut in half', 'x'.repeat(10) + '😀'.repeat(3_000)],
    ['emoji, one of which is cut in half', 'x'.repeat(11) + '😀'.repeat(3_000)],
  ])('shortens details that are too large instead of losing the record: %s (FI06)', async (_what, text) => {
    const user = await makeUser(test);
    await recordEvent(test.deps.db, test.clock, nowhere, {
      type: 'LOGIN',
      status: 'error',
      userId: user.id,
      userRole: 'client',
      details: { error: text.padEnd(5_000_000, 'x') },
    });
    const row = await test.deps.db
      .selectFrom('audit_logs')
      .select('details')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.details).length).toBeLessThan(3000);
  });
});

it('records a view once per visit, with and without details', async () => {
  const { id: userId } = await makeUser(test, { role: 'admin' });
  const view = async () => {
    const actor = { userId, role: 'admin' as const, ...nowhere };
    await noteView(test.deps, actor, 'VIEW_PRICE_RULES', {});
    await noteView(test.deps, actor, 'VIEW_USER', { clientId: userId });
  };
  const viewed = () =>
    test.deps.db
      .selectFrom('audit_logs')
      .select(['event_type', 'details'])
      .where('user_id', '=', userId)
      .orderBy('seq')
      .execute();
  await view();
  await view();
  const once = [
    { event_type: 'VIEW_PRICE_RULES', details: null },
    { event_type: 'VIEW_USER', details: { clientId: userId } },
  ];
  expect(await viewed()).toEqual(once);
  test.clock.advance(minutes(10));
  await view();
  expect(await viewed()).toEqual([...once, ...once]);
});

describe('the audit list', () => {
  it('answers 401 without a session and 403 to a client, and audits both', async () => {
    expect((await test.inject({ url: API.adminAuditLogs })).statusCode).toBe(401);
    const client = await makeUser(test);
    const { token } = await logInAs(test, client);
    const refused = await list('', token);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toBe('Access denied. Admin privileges required.');
    expect(refused.json().data).toBeUndefined();
    const denied = await test.deps.db
      .selectFrom('audit_logs')
      .select(['status', 'details'])
      .where('user_id', '=', client.id)
      .where('event_type', '=', 'ACCESS_DENIED')
      .execute();
    expect(denied).toEqual([{ status: 'error', details: { method: 'GET', path: API.adminAuditLogs } }]);
  });

  it('rejects the next call after the admin role is removed (AZ14)', async () => {
    const admin = await makeUser(test, { role: 'admin' });
    const { token } = await logInAs(test, admin);
    expect((await list('', token)).statusCode).toBe(200);
    await test.deps.db.updateTable('users').set({ role: 'client' }).where('id', '=', admin.id).execute();
    expect((await list('', token)).statusCode).toBe(403);
  });

  it('returns the newest first in the specified format', async () => {
    const user = await makeUser(test, { name: 'Zoë Quint', email: 'zoe@quint.example' });
    test.clock.advance(1000);
    await postLogin(test, user.email, 'wrong password');
    test.clock.advance(1000);
    await logInAs(test, user);
    const { data } = (
      await list('?page=1&limit=2&userEmail=ZOE%40quint&sortBy=timestamp&sortOrder=DESC')
    ).json();
    expect(data.pagination).toEqual({
      totalRecords: 2,
      currentPage: 1,
      totalPages: 1,
      recordsPerPage: 2,
      hasPrevPage: false,
      hasNextPage: false,
    });
    expect(
      data.auditLogs.map((log: { eventType: string; status: string }) => [log.eventType, log.status]),
    ).toEqual([
      ['LOGIN', 'success'],
      ['LOGIN', 'error'],
    ]);
    expect(data.auditLogs[1]).toMatchObject({
      userName: 'Zoë Quint',
      userEmail: 'zoe@quint.example',
      userRole: 'client',
      ipAddress: '127.0.0.1',
      details: { raw: { error: 'The email or password is incorrect.' } },
    });
    expect(data.auditLogs[0].timestamp).toBe(test.clock.now().toISOString());
  });

  it('filters by action and status, and pages without losing or repeating a record', async () => {
    const { data: all } = (await list('?action=LOGIN&status=success&limit=100')).json();
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(all.pagination.totalRecords / 2); page += 1) {
      const { data } = (await list(`?action=LOGIN&status=success&limit=2&page=${page}`)).json();
      expect(data.pagination.hasNextPage).toBe(page < data.pagination.totalPages);
      seen.push(...data.auditLogs.map((log: { logId: string }) => log.logId));
    }
    expect(seen).toEqual(all.auditLogs.map((log: { logId: string }) => log.logId));
    expect(all.auditLogs.every((log: { eventType: string }) => log.eventType === 'LOGIN')).toBe(true);
  });

  it('searches the typed text literally (IN01)', async () => {
    for (const text of ['%', '_', "' OR 1=1--", '\\']) {
      const { data } = (await list(`?userEmail=${encodeURIComponent(text)}`)).json();
      expect(data.auditLogs).toEqual([]);
    }
  });

  it('caps the limit, and returns an empty page with correct totals beyond the end (MA10)', async () => {
    expect((await list('?limit=1000000')).json().data.pagination.recordsPerPage).toBe(100);
    const { data } = (await list('?page=99999')).json();
    expect(data.auditLogs).toEqual([]);
    expect(data.pagination.totalRecords).toBeGreaterThan(0);
  });

  it.each([
    '?page=-1',
    '?page=0',
    '?page=x',
    '?limit=0',
    '?limit=1e3',
    '?sortOrder=;DROP',
    '?sortBy=password_hash',
    '?status=a',
    '?status=success&status=error',
    '?action=a&action=b',
  ])('rejects %s (MA05, MA10, IN02)', async (query) => {
    const answer = await list(query);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('audits a view once per visit', async () => {
    const admin = await makeUser(test, { role: 'admin' });
    const { token } = await logInAs(test, admin);
    const views = async () => {
      const rows = await test.deps.db
        .selectFrom('audit_logs')
        .select('details')
        .where('user_id', '=', admin.id)
        .where('event_type', '=', 'VIEW_AUDIT_LOGS')
        .orderBy('seq')
        .execute();
      return rows.map((row) => row.details);
    };
    for (let number = 0; number < 3; number += 1) await list('?page=1&limit=5&sortOrder=DESC', token);
    await list('?status=error', token);
    const first = { filters: {}, pagination: { page: 1, limit: 5 } };
    const second = { filters: { status: 'error' }, pagination: { page: 1, limit: 25 } };
    expect(await views()).toEqual([first, second]);
    test.clock.advance(minutes(11));
    await list('?page=1&limit=5', token);
    expect(await views()).toEqual([first, second, first]);
    // A stored email could not be erased later.
    await list('?userEmail=zoe%40quint.example', token);
    expect((await views()).at(-1)).toMatchObject({ filters: { userEmail: 'given' } });
  });

  it('ignores empty filters', async () => {
    expect((await list('?action=&status=&userEmail=')).json().data.auditLogs.length).toBeGreaterThan(0);
  });
});
