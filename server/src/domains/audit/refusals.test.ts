import { ERRORS } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { onServer } from '../../../test/database-server.ts';
import { minutes } from '../../platform/clock.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
// A new window, in which nothing is recorded yet.
beforeEach(() => test.clock.advance(minutes(10)));

const tryResetLink = (ip = '10.7.0.1') =>
  test.inject({
    method: 'POST',
    url: API.resetPassword,
    payload: { token: 'A'.repeat(43), password: 'a long password' },
    remoteAddress: ip,
  });
const allRecords = () => test.deps.db.selectFrom('audit_logs').select('seq').execute();
const denialsOn = (path: string) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['details'])
    .where('event_type', '=', 'ACCESS_DENIED')
    .where(sql<boolean>`details->>'path' = ${path}`)
    .orderBy('seq')
    .execute();

describe('the audit log', () => {
  it('has one record per caller of invalid reset links (L7)', async () => {
    const before = (await denialsOn(API.resetPassword)).length;
    for (let call = 0; call < 5; call += 1) expect((await tryResetLink()).statusCode).toBe(400);
    expect((await denialsOn(API.resetPassword)).slice(before)).toEqual([
      { details: { method: 'POST', path: API.resetPassword, error: ERRORS.RESET_LINK_INVALID.message } },
    ]);
  });

  it('has no record of a logout without a session (L1)', async () => {
    const before = await allRecords();
    for (let call = 0; call < 50; call += 1)
      expect((await test.inject({ method: 'POST', url: API.logout })).statusCode).toBe(401);
    expect(await allRecords()).toEqual(before);
  });

  it('has at most 200 records of callers without a session in ten minutes, on all routes together', async () => {
    const before = (await allRecords()).length;
    for (let caller = 0; caller < 150; caller += 1) {
      await tryResetLink(`10.7.1.${caller}`);
      await test.inject({ url: API.adminIncidents, remoteAddress: `10.7.1.${caller}` });
    }
    expect((await allRecords()).length - before).toBe(200);
  });

  it('changes no answer when it cannot be written: the failure is logged, and the next refusal is recorded', async () => {
    const before = (await denialsOn(API.resetPassword)).length;
    await onServer(test.ownerUrl, 'ALTER TABLE audit_logs RENAME TO away');
    for (let call = 0; call < 3; call += 1) expect((await tryResetLink()).statusCode).toBe(400);
    await onServer(test.ownerUrl, 'ALTER TABLE away RENAME TO audit_logs');
    expect(test.logText().match(/"audit\.refusal_not_recorded"/g)).toHaveLength(1);
    await tryResetLink();
    expect((await denialsOn(API.resetPassword)).length - before).toBe(1);
  });
});
