import type { AttentionAnswer } from '@lading/contract/attention.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeUser, type TestUser } from '../../../test/factories.ts';
import { makeOrders } from '../../../test/made-orders.ts';
import { call, type Shop } from '../../../test/shipping.ts';
import { takeFromBalance } from '../../../test/top-ups.ts';
import { days, hours } from '../../platform/clock.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';

let test: TestApp;
let owner: TestUser;
let operator: Shop;
let debtor: TestUser;

/** The test clock shows 11 p.m. there. */
const TIME_ZONE = 'Pacific/Honolulu';

const signedIn = async (user: TestUser): Promise<Shop> => ({
  userId: user.id,
  token: (await logInAs(test, user)).token,
});

beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE });
  owner = await makeUser(test, { role: 'admin' });
  debtor = await makeUser(test, { name: 'Debtor' });
  await takeFromBalance(test, { userId: debtor.id, token: '' }, 900);
  test.clock.advance(days(31));
});
beforeEach(async () => {
  operator = await signedIn(owner);
  await call(test, operator, 'DELETE', API.adminAttentionSnoozes);
});
afterAll(() => test.close());

const attention = async (): Promise<AttentionAnswer['data']> =>
  (await call(test, operator, 'GET', API.adminAttention)).json().data;
const kinds = async () => (await attention()).items.map(({ kind }) => kind);
const snooze = (kind: string, subject: string, admin = operator) =>
  call(test, admin, 'POST', API.adminAttentionSnoozes, { kind, subject });
const records = (type: string) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['user_id', 'details'])
    .where('event_type', '=', type)
    .orderBy('seq')
    .execute();

describe('a snooze', { shuffle: false }, () => {
  it('hides the rows of a client until the operator’s day is over', async () => {
    expect(await kinds()).toEqual(['overdue_balances']);
    expect((await snooze('overdue_balances', debtor.id)).json()).toEqual({ snoozed: true });
    expect(await attention()).toMatchObject({ items: [], snoozed: 1 });
    expect(await records('SNOOZE_ATTENTION')).toEqual([
      { user_id: owner.id, details: { kind: 'overdue_balances', clientId: debtor.id } },
    ]);
    test.clock.advance(hours(1) - 1);
    expect(await kinds()).toEqual([]);
    test.clock.advance(1);
    expect(await attention()).toMatchObject({ items: [{ kind: 'overdue_balances' }], snoozed: 0 });
  });

  it('finds a client by an id in uppercase, and keeps the case of incidents', async () => {
    expect((await snooze('overdue_balances', debtor.id.toUpperCase())).json()).toEqual({ snoozed: true });
    expect(await attention()).toMatchObject({ items: [], snoozed: 1 });
    await snooze('incidents', 'Event_Unknown');
    expect((await records('SNOOZE_ATTENTION')).slice(-2).map(({ details }) => details)).toEqual([
      { kind: 'overdue_balances', clientId: debtor.id },
      { kind: 'incidents', incident: 'Event_Unknown' },
    ]);
  });

  it('ends earlier for all rows when an admin wants to see them', async () => {
    await snooze('overdue_balances', debtor.id);
    await snooze('fallen_volume', debtor.id);
    const answer = await call(test, operator, 'DELETE', API.adminAttentionSnoozes);
    expect(answer.json()).toEqual({ ended: 2 });
    expect(await attention()).toMatchObject({ items: [{ kind: 'overdue_balances' }], snoozed: 0 });
    expect((await records('END_SNOOZES')).at(-1)).toEqual({ user_id: owner.id, details: { ended: 2 } });
  });

  it('does not hide incidents and failed labels that come later', async () => {
    const fail = () =>
      makeOrders(test.deps.db, [
        {
          userId: debtor.id,
          carrier: 'USPS',
          costCents: 900,
          commissionCents: 100,
          createdAt: test.clock.now(),
          state: 'refunded',
        },
      ]);
    await fail();
    await reportIncident(test.deps, 'event_unknown', 'event-1', 'an event of an unknown payment');
    await reportIncident(test.deps, 'label_damaged', 'label-1', 'the file is missing');
    expect(await kinds()).toEqual(['incidents', 'overdue_balances', 'failed_labels']);
    await snooze('incidents', 'event_unknown');
    await snooze('failed_labels', '');
    expect((await records('SNOOZE_ATTENTION')).slice(-2).map(({ details }) => details)).toEqual([
      { kind: 'incidents', incident: 'event_unknown' },
      { kind: 'failed_labels' },
    ]);
    expect((await attention()).items).toMatchObject([
      { kind: 'incidents', count: 1, rows: [{ subject: 'label_damaged' }] },
      { kind: 'overdue_balances' },
    ]);
    test.clock.advance(1);
    await fail();
    await reportIncident(test.deps, 'event_unknown', 'event-2', 'an event of an unknown payment');
    expect((await attention()).items).toMatchObject([
      { kind: 'incidents', count: 2 },
      { kind: 'overdue_balances' },
      { kind: 'failed_labels', count: 1 },
    ]);
  });

  it.each([
    ['of a client that is not named', 'overdue_balances', ''],
    ['of a client with a wrong id', 'overdue_balances', 'Debtor'],
    ['of failed labels of one client', 'failed_labels', '0193b6a0-0000-7000-8000-000000000017'],
    ['of an unknown kind of incident', 'incidents', 'no kind'],
  ])('%s is rejected with a field error', async (_name, kind, subject) => {
    const answer = await snooze(kind, subject);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual([{ path: 'subject', message: 'This item cannot be snoozed.' }]);
    expect((await attention()).snoozed).toBe(0);
  });

  it('is refused for an unknown client and for people who may only read', async () => {
    expect((await snooze('overdue_balances', owner.id)).statusCode).toBe(404);
    const reader = await signedIn(await makeUser(test, { staffRole: 'read_only' }));
    expect((await snooze('overdue_balances', debtor.id, reader)).statusCode).toBe(403);
    expect((await attention()).snoozed).toBe(0);
  });

  it('is deleted with the client', async () => {
    const { id } = await makeUser(test);
    await snooze('fallen_volume', id);
    expect((await attention()).snoozed).toBe(1);
    const url = path(API.adminClient, { id });
    const answer = await call(test, operator, 'DELETE', url, { confirmPermanentDelete: true });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await attention()).snoozed).toBe(0);
  });
});
