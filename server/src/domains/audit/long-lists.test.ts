import type { AuditLogsAnswer } from '@lading/contract/audit.ts';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../../test/factories.ts';
import { minutes } from '../../platform/clock.ts';
import { recordEvent } from './record-event.ts';
import { sealRecords } from './seal-records.ts';

/** Clocks go back at one in the morning here, so the midnight of November 1, 2026 occurs twice. */
const TIME_ZONE = 'America/Havana';
const PEOPLE = ['ada@north.example', 'ben@north.example', 'cy@south.example'];

let test: TestApp;
let owner: pg.Client;
let token: string;
let adminId: string;
beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE });
  const admin = await makeUser(test, {
    role: 'admin',
    email: 'morgan@operator.example',
    name: '=Morgan "M" Hale',
  });
  adminId = admin.id;
  token = (await logInAs(test, admin)).token;
  for (const email of PEOPLE) await makeUser(test, { email });
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  // Two records every 17 minutes, for some weeks around the clock change.
  await owner.query(
    `INSERT INTO audit_logs (log_id, recorded_at, event_type, status, user_id, user_role)
     SELECT gen_random_uuid(), timestamptz '2026-10-20 03:07Z' + (n / 2) * interval '17 minutes',
            (ARRAY['LOGIN', 'LOGOUT', 'UPDATE_USER', 'LABEL_PURCHASED'])[1 + (n * 7 + n / 5) % 4],
            (ARRAY['success', 'success', 'error', 'pending'])[1 + (n / 3) % 4],
            (SELECT id FROM users WHERE email = ($1::text[])[1 + (n * 3 + n / 7) % 5]), NULL
     FROM generate_series(1, 4000) AS n`,
    [PEOPLE],
  );
  await sealRecords(test.deps);
  // Some without a seal.
  await owner.query(
    `INSERT INTO audit_logs (log_id, recorded_at, event_type, status, user_id)
     SELECT gen_random_uuid(), timestamptz '2026-11-01 03:50Z' + n * interval '3 minutes', 'LOGIN', 'success',
            (SELECT id FROM users WHERE email = $1)
     FROM generate_series(1, 60) AS n`,
    [PEOPLE[0]],
  );
}, 60_000);
afterAll(async () => {
  await owner.end();
  await test.close();
});

const ask = (path: string, query: Record<string, string | number> = {}) => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) given.set(name, String(value));
  return test.inject({ url: `${path}?${given}`, headers: bearer(token) });
};

const WHERE = `($1 = '' OR l.event_type = $1) AND ($2 = '' OR l.status = $2) AND ($3 = '' OR u.email LIKE '%' || $3 || '%')`;

/** The expected list from the simplest possible query. */
async function everyId(filter: Record<string, string>, order: string): Promise<string[]> {
  const { rows } = await owner.query(
    `SELECT l.log_id FROM audit_logs l LEFT JOIN users u ON u.id = l.user_id WHERE ${WHERE} ORDER BY recorded_at ${order}, seq ${order}`,
    [filter.action ?? '', filter.status ?? '', filter.userEmail ?? ''],
  );
  return rows.map((row) => row.log_id);
}

const FILTERS: Record<string, string>[] = [
  { action: 'LOGIN' },
  { action: 'LABEL_PURCHASED', status: 'error' },
  { status: 'pending' },
  { userEmail: 'ada@north' },
  { userEmail: 'north.example' },
  { userEmail: 'th.example' },
  { userEmail: '.example', action: 'LOGOUT' },
  { userEmail: 'cy@', status: 'success' },
  { userEmail: 'nobody@' },
  { action: 'NEVER_RECORDED' },
];

describe('a long list', () => {
  it.each(['ASC', 'DESC'])(
    'has every record once over all pages, even when midnight occurs twice (%s)',
    async (sortOrder) => {
      const wanted = { action: 'LOGIN', sortOrder, limit: 97 };
      const all = await everyId({ action: 'LOGIN' }, sortOrder);
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / 97); page += 1) {
        const { data } = (await ask(API.adminAuditLogs, { ...wanted, page })).json<AuditLogsAnswer>();
        expect(data.pagination.totalRecords).toBe(all.length);
        seen.push(...data.auditLogs.map(({ logId }) => logId));
      }
      expect(seen).toEqual(all);
    },
  );

  it.each(FILTERS)(
    'has the correct total and the correct first, middle, last and empty page with %j',
    async (filter) => {
      for (const sortOrder of ['DESC', 'ASC']) {
        const all = await everyId(filter, sortOrder);
        const last = Math.max(1, Math.ceil(all.length / 10));
        for (const page of new Set(
          [1, 2, Math.ceil(last / 2), last - 1, last, last + 1].filter((page) => page > 0),
        )) {
          const { data } = (
            await ask(API.adminAuditLogs, { ...filter, page, limit: 10, sortOrder })
          ).json<AuditLogsAnswer>();
          expect(data.pagination.totalRecords).toBe(all.length);
          expect(data.auditLogs.map(({ logId }) => logId)).toEqual(all.slice((page - 1) * 10, page * 10));
        }
      }
    },
  );
});

describe('the statistics', () => {
  const plain = async (start: string | null, end: string | null) => {
    const { rows } = await owner.query(
      `SELECT count(*)::int AS total_logs, count(*) FILTER (WHERE status = 'success')::int AS success_logs,
         count(*) FILTER (WHERE status = 'error')::int AS error_logs, count(*) FILTER (WHERE status = 'pending')::int AS pending_logs
       FROM audit_logs WHERE (recorded_at AT TIME ZONE '${TIME_ZONE}')::date BETWEEN coalesce($1::date, '2000-01-01') AND coalesce($2::date, '2100-01-01')`,
      [start, end],
    );
    return rows[0];
  };

  it.each([
    [null, null],
    ['2026-10-25', '2026-11-03'],
    ['2026-11-01', '2026-11-01'],
    ['2026-11-02', null],
    [null, '2026-10-31'],
    ['2030-01-01', '2030-01-02'],
  ])('count the operator’s days from %s to %s', async (startDate, endDate) => {
    const wanted = await plain(startDate, endDate);
    const query = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
    expect((await ask(API.adminAuditStats, query)).json()).toEqual({ overview: wanted });
  });

  it('are audited as a view with their dates', async () => {
    await ask(API.adminAuditStats, { startDate: '2026-10-25', endDate: '2026-11-04' });
    const row = await test.deps.db
      .selectFrom('audit_logs')
      .select('details')
      .where('event_type', '=', 'VIEW_AUDIT_STATS')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row.details).toEqual({ dateRange: { startDate: '2026-10-25', endDate: '2026-11-04' } });
  });

  it.each([{ startDate: '2026-02-30' }, { startDate: '2026-11-02', endDate: '2026-11-01' }])(
    'reject %j',
    async (query) => {
      expect((await ask(API.adminAuditStats, query)).statusCode).toBe(400);
    },
  );
});

describe('the exported file', () => {
  it('has every matching record, newest first, and the specified name', async () => {
    const filter = { action: 'UPDATE_USER', userEmail: 'north' };
    const { rows } = await owner.query(
      `SELECT to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, u.email, l.status
       FROM audit_logs l JOIN users u ON u.id = l.user_id WHERE event_type = 'UPDATE_USER' AND u.email LIKE '%north%'
       ORDER BY recorded_at DESC, seq DESC`,
    );
    const answer = await ask(API.adminAuditDownload, filter);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="audit-logs-export-2026-11-16.csv"',
    );
    const [head, ...lines] = answer.body.trimEnd().split('\n');
    expect(head).toBe('Timestamp,Event Type,User,User email,Role,IP Address,Status,Details');
    expect(lines.length).toBe(rows.length);
    expect(lines.map((line) => line.split(','))).toEqual(
      rows.map(({ at, email, status }) => [at, 'UPDATE_USER', expect.any(String), email, '', '', status, '']),
    );
  });

  it('contains no spreadsheet formulas, and is audited with its filters', async () => {
    test.clock.advance(minutes(1));
    await recordEvent(
      test.deps.db,
      test.clock,
      { ip: '+1.2.3.4', requestId: null },
      {
        type: 'UPDATE_PROFILE',
        status: 'success',
        userId: adminId,
        userRole: 'admin',
        details: { fields: ['a,b', '=1+1'] },
      },
    );
    const answer = await ask(API.adminAuditDownload, { action: 'UPDATE_PROFILE' });
    expect(answer.body.split('\n')[1]).toBe(
      `${test.clock.now().toISOString()},UPDATE_PROFILE,"'=Morgan ""M"" Hale",morgan@operator.example,admin,'+1.2.3.4,success,"{""fields"": [""a,b"", ""=1+1""]}"`,
    );
    const row = await test.deps.db
      .selectFrom('audit_logs')
      .select(['user_id', 'details'])
      .where('event_type', '=', 'EXPORT_AUDIT_LOGS')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ user_id: adminId, details: { filters: { action: 'UPDATE_PROFILE' } } });
  });

  it('has only its header when nothing matches, and must be CSV', async () => {
    expect((await ask(API.adminAuditDownload, { action: 'NEVER_RECORDED' })).body.split('\n')).toHaveLength(
      2,
    );
    expect((await ask(API.adminAuditDownload, { format: 'xlsx' })).statusCode).toBe(400);
  });
});
