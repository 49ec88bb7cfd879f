import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../../../test/factories.ts';
import { makeShipments } from '../../../../test/many-shipments.ts';
import { later } from '../../../platform/clock.ts';

let test: TestApp;
let admin: { id: string; token: string };
let ids: string[];
/** Repeats every row to make the export slow enough for the test. */
let times = 1;

beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE: 'Asia/Tokyo' }, ({ exports }) => {
    const start = exports.start.bind(exports);
    exports.start = (userId, query) =>
      start(userId, {
        ...query,
        sql: `SELECT every_row.* FROM (${query.sql}) AS every_row, generate_series(1, ${times})`,
      });
  });
  const user = await makeUser(test, { role: 'admin' });
  admin = { id: user.id, token: (await logInAs(test, user)).token };
  const formula = '=HYPERLINK("http://evil.example","x")';
  const { id: userId } = await makeUser(test, { name: formula, email: '+ann@shop.example' });
  const time = new Date('2026-11-16T08:00:00.120Z');
  ids = await makeShipments(test.deps.db, [
    {
      userId,
      createdAt: time,
      trackingNumber: '9400111',
      receiver: { city: 'Québec, "QC"', state: '', country: 'CA' },
    },
    {
      userId,
      createdAt: later(time, -1000),
      carrier: 'UPS',
      state: 'delivered',
      trackingNumber: '1Z999',
      receiver: { city: '@Austin', state: 'TX', country: 'US' },
    },
    { userId, createdAt: later(time, -2000), carrier: 'DHL', state: 'paid' },
  ]);
  await sql`
    INSERT INTO refunds (id, payment_id, shipment_id, cents, kind, reason, created_at)
    SELECT gen_random_uuid(), payment_id, id, cents, 'by_admin', 'Late', now()
    FROM shipments, unnest(ARRAY[105, 100]) AS cents WHERE id = ${ids[1]}`.execute(test.deps.db);
});
afterAll(() => test.close());

const download = (query = '') =>
  test.inject({ method: 'GET', url: `${API.adminShipmentsDownload}${query}`, headers: bearer(admin.token) });

const backends = async () =>
  (
    await sql`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'lading-export' AND datname = current_database()`.execute(
      test.deps.db,
    )
  ).rows.length;

describe('the shipments export', () => {
  it('has the specified name and columns, newest first, in dollars and without formulas (FI04)', async () => {
    const answer = await download('?format=csv');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="shipments-export-2026-11-16.csv"',
    );
    const client = `"'=HYPERLINK(""http://evil.example"",""x"")",'+ann@shop.example`;
    expect(answer.body.split('\n')).toEqual([
      'Shipment ID,Tracking ID,Client,Client email,Status,Origin,Destination,Carrier,Service,Date,Cost,Carrier cost,Commission,Refunded,Carrier credit,Net commission,Label,Failure reason,Day',
      `${ids[0]},9400111,${client},pending,"Portland, OR","Québec, ""QC"", CA",USPS,Ground,2026-11-16T08:00:00.120Z,10.00,8.00,2.00,0.00,0.00,2.00,made,,2026-11-16`,
      `${ids[1]},1Z999,${client},delivered,"Portland, OR","'@Austin, TX",UPS,Ground,2026-11-16T07:59:59.120Z,10.00,8.00,2.00,2.05,0.00,-0.05,made,,2026-11-16`,
      `${ids[2]},,${client},pending,"Portland, OR","Portland, OR",DHL,Ground,2026-11-16T07:59:58.120Z,0.00,0.00,0.00,0.00,0.00,0.00,none,,2026-11-16`,
      '',
    ]);
  });

  it('is named after the date in the operator’s time zone', async () => {
    test.clock.advance(7 * 3_600_000);
    const { headers } = await download();
    test.clock.advance(-7 * 3_600_000);
    expect(headers['content-disposition']).toBe('attachment; filename="shipments-export-2026-11-17.csv"');
  });

  it.each([
    ['status=pending', [0, 2]],
    ['status=pending&carrier=DHL', [2]],
    ['label=made', [0, 1]],
    ['label=none', [2]],
    ['label=voided', []],
    ['trackingNumber=1z', [1]],
    ['trackingNumber=400', [0]],
    ['trackingNumber=%25', []],
    ['startDate=2026-11-17', []],
    ['startDate=2026-11-16&endDate=2026-11-16', [0, 1, 2]],
    ['status=&carrier=&clientId=&label=', [0, 1, 2]],
  ])('contains the shipments that match the filters %s', async (query, expected) => {
    const lines = (await download(`?${query}`)).body.trim().split('\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(expected.map((index) => ids[index]));
  });

  it('is audited with its filters', async () => {
    await download('?carrier=UPS');
    const { user_id, details, status } = await test.deps.db
      .selectFrom('audit_logs')
      .select(['user_id', 'details', 'status'])
      .where('event_type', '=', 'EXPORT_SHIPMENTS')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect({ user_id, details, status }).toEqual({
      user_id: admin.id,
      details: { filters: { carrier: 'UPS' } },
      status: 'success',
    });
  });

  it('refuses another format', async () => {
    expect((await download('?format=xml')).statusCode).toBe(400);
  });

  it('is limited to one at a time per admin, and stops when the browser disconnects (RX09)', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    const { token: otherToken } = await logInAs(test, await makeUser(test, { role: 'admin' }));
    const url = `http://127.0.0.1:${port}${API.adminShipmentsDownload}`;
    times = 500_000;
    const reader = connect(port, '127.0.0.1');
    reader.write(
      `GET ${API.adminShipmentsDownload} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`,
    );
    const [head] = (await once(reader, 'data')) as [Buffer];
    expect(head.toString()).toContain('HTTP/1.1 200');
    reader.pause();
    times = 1;
    const statusFor = async (token: string) => {
      const answer = await fetch(url, { headers: bearer(token) });
      return { status: answer.status, body: await answer.text() };
    };
    const refused = await statusFor(admin.token);
    expect(refused.status).toBe(429);
    expect(refused.body).toContain('EXPORT_RUNNING');
    expect(await statusFor(otherToken)).toMatchObject({ status: 200 });
    reader.destroy();
    await expect.poll(backends, { timeout: 30_000 }).toBe(0);
    expect(await statusFor(admin.token)).toMatchObject({ status: 200 });
  }, 30_000);
});
