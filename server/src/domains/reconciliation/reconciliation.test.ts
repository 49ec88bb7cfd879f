import { type IncidentsAnswer, MAX_LISTED_INCIDENTS } from '@lading/contract/incidents.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../../test/factories.ts';
import { minutes } from '../../platform/clock.ts';
import { canBeSettled, textOf, UNKNOWN_TITLE } from './incident-kinds.ts';
import { INVARIANTS } from './invariants.store.ts';
import { reportIncident } from './report-incident.ts';

let test: TestApp;
let adminToken: string;
beforeAll(async () => {
  test = await buildTestApp();
  adminToken = (await logInAs(test, await makeUser(test, { role: 'admin' }))).token;
});
afterAll(() => test.close());

const resolveAll = () =>
  test.deps.db.updateTable('incidents').set({ resolved_at: test.clock.now() }).execute();
beforeEach(resolveAll);

const fetchList = (token: string) => test.inject({ url: API.adminIncidents, headers: bearer(token) });
const listed = async () => (await fetchList(adminToken)).json<IncidentsAnswer>().data;

describe('the incident list', () => {
  it('answers 401 without a session and 403 to a client, with the specified messages', async () => {
    await reportIncident(test.deps, 'amount_differs', 'payment-0', 'ordered $8.41, charged $9.00');
    expect((await test.inject({ url: API.adminIncidents })).statusCode).toBe(401);
    const refused = await fetchList((await logInAs(test, await makeUser(test))).token);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toBe('Access denied. Admin privileges required.');
    expect(refused.json().data).toBeUndefined();
  });

  it('shows open incidents, hides resolved ones and shows them again when they recur', async () => {
    expect(await listed()).toEqual({ incidents: [], total: 0 });
    await reportIncident(test.deps, 'amount_differs', 'payment-1', 'ordered $8.41, charged $9.00');
    await resolveAll();
    const firstSeen = test.clock.now().toISOString();
    await reportIncident(test.deps, 'refund_refused', 'refund-1', 'The charge is disputed.');
    const open = {
      kind: 'refund_refused',
      title: 'Refund declined by the payment provider',
      doing: textOf('refund_refused').doing,
      canBeSettled: true,
      shipmentId: null,
      objectId: 'refund-1',
      detail: 'The charge is disputed.',
      firstSeen,
      lastSeen: firstSeen,
    };
    expect(await listed()).toEqual({ incidents: [open], total: 1 });

    test.clock.advance(minutes(5));
    await reportIncident(test.deps, 'refund_refused', 'refund-1', 'The charge is disputed.');
    await reportIncident(test.deps, 'amount_differs', 'payment-1', 'ordered $8.41, charged $9.00');
    const { incidents, total } = await listed();
    expect(total).toBe(2);
    expect(incidents.map(({ objectId }) => objectId).sort()).toEqual(['payment-1', 'refund-1']);
    expect(incidents.find(({ objectId }) => objectId === 'refund-1')).toEqual({
      ...open,
      lastSeen: test.clock.now().toISOString(),
    });
  });

  it('lists the newest hundred first and counts all', async () => {
    for (let count = 0; count < MAX_LISTED_INCIDENTS + 2; count += 1) {
      await reportIncident(test.deps, 'event_unknown', `event-${count}`, 'event of another account');
      test.clock.advance(1000);
    }
    const { incidents, total } = await listed();
    expect(total).toBe(MAX_LISTED_INCIDENTS + 2);
    expect(incidents).toHaveLength(MAX_LISTED_INCIDENTS);
    expect([incidents.at(0)?.objectId, incidents.at(-1)?.objectId]).toEqual(['event-101', 'event-2']);
  });
});

describe('the title of an incident', () => {
  it('exists for every invariant', () => {
    const kinds = Object.keys(INVARIANTS).map((invariant) => `invariant_${invariant.split(' ')[0]}`);
    expect(kinds.filter((kind) => textOf(kind).title === UNKNOWN_TITLE)).toEqual([]);
    expect(new Set(kinds.map((kind) => textOf(kind).title)).size).toBe(kinds.length);
    expect(kinds.filter((kind) => canBeSettled(kind))).toEqual([]);
  });

  it('is generic for an unknown kind', () => {
    expect(textOf('from_older_version').title).toBe('Unknown incident');
  });
});
