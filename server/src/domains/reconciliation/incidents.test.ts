import type { Incident, IncidentsAnswer } from '@lading/contract/incidents.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, logInAs, makeUser, type TestUser } from '../../../test/factories.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  type FaultyApp,
  letTimePass,
  makeShop,
  paidRate,
  pay,
  sweepFor,
} from '../../../test/shipping.ts';
import { UnreliableLabelProvider } from '../../../test/unreliable-label-provider.ts';
import { minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { sweep } from '../../sweep.ts';
import { sweepPayments } from '../payments/sweep-payments.ts';
import { checkInvariants } from './check-invariants.ts';
import { reportIncident, reportIncidentIn } from './report-incident.ts';

let faulty: FaultyApp;
let unreliable: UnreliableLabelProvider;
let admin: TestUser & { token: string };
beforeAll(async () => {
  faulty = await buildFaultyApp({ requestWaitMs: 100 }, (builtin) => {
    unreliable = new UnreliableLabelProvider(builtin, false);
    return unreliable;
  });
  const user = await makeUser(faulty.test, { role: 'admin' });
  admin = { ...user, token: (await logInAs(faulty.test, user)).token };
});
beforeEach(() => db().updateTable('incidents').set({ resolved_at: faulty.test.clock.now() }).execute());
afterAll(() => faulty.test.close());

const db = () => faulty.test.deps.db;

async function listed(): Promise<Incident[]> {
  const answer = await faulty.test.inject({ url: API.adminIncidents, headers: bearer(admin.token) });
  const { incidents, total } = answer.json<IncidentsAnswer>().data;
  expect(total).toBe(incidents.length);
  return incidents;
}

const settle = (kind: string, objectId: string, note: unknown = 'Refunded by hand.') =>
  faulty.test.inject({
    method: 'POST',
    url: API.adminSettleIncident.replace(':kind', kind).replace(':objectId', encodeURIComponent(objectId)),
    headers: bearer(admin.token),
    payload: { note } as object,
  });

const recorded = (type: string, objectId: string) =>
  db()
    .selectFrom('audit_logs')
    .select(['user_id', 'status', 'details'])
    .where('event_type', '=', type)
    .where((eb) => eb(eb.ref('details', '->>').key('objectId' as never), '=', objectId as never))
    .orderBy('seq')
    .execute();

const report = (
  objectId: string,
  kind: 'refund_refused' | 'label_orphaned' | 'orders_missing' = 'refund_refused',
  detail = 'no',
) => reportIncident(faulty.test.deps, kind, objectId, detail);

describe('incidents that are computed, not stored', () => {
  it('show a purchase that is unknown for more than two minutes, and then its stalled refund', async () => {
    const shop = await makeShop(faulty.test);
    const { rate, cents } = await paidRate(faulty.test, shop);
    unreliable.losesOrders = true;
    await buy(faulty.test, shop, rate.objectId);
    const { id } = await db()
      .selectFrom('shipments')
      .select('id')
      .where('user_id', '=', shop.userId)
      .executeTakeFirstOrThrow();
    expect(await listed()).toEqual([]);
    const since = faulty.test.clock.now().toISOString();
    faulty.test.clock.advance(minutes(2) + 1);
    expect(await listed()).toEqual([
      {
        kind: 'purchase_unknown',
        title: 'Label purchase unconfirmed',
        doing: expect.stringContaining('No action needed.'),
        canBeSettled: false,
        objectId: id,
        shipmentId: id,
        detail: `$${(cents / 100).toFixed(2)}, purchase unknown`,
        firstSeen: since,
        lastSeen: faulty.test.clock.now().toISOString(),
      },
    ]);
    expect((await settle('purchase_unknown', id)).json().error).toBe('INCIDENT_CLEARS_ITSELF');

    faulty.gateway.failNext('refund', 6);
    await sweepFor(faulty.test, minutes(20), minutes(1));
    expect(await listed()).toEqual([]);
    await sweepFor(faulty.test, minutes(12), minutes(1));
    expect(
      (await listed()).map(({ kind, shipmentId, canBeSettled }) => [kind, shipmentId, canBeSettled]),
    ).toEqual([['refund_open', id, false]]);
    unreliable.losesOrders = false;
    await sweepFor(faulty.test, minutes(70), minutes(10));
    expect(await listed()).toEqual([]);
  });
});

describe('an incident', () => {
  it('links to the shipment of an orphaned label', async () => {
    const { transactionId: shipmentId } = await boughtLabel(faulty.test, await makeShop(faulty.test));
    const attempt = await db()
      .selectFrom('purchase_attempts')
      .select('id')
      .where('shipment_id', '=', shipmentId)
      .limit(1)
      .executeTakeFirstOrThrow();
    await report(attempt.id, 'label_orphaned');
    await report('not-an-id');
    const behind = (await listed()).map(({ objectId, shipmentId }) => [objectId, shipmentId]);
    expect(behind).toContainEqual([attempt.id, shipmentId]);
    expect(behind).toContainEqual(['not-an-id', null]);
  });

  it('is audited when it opens, not every time it is seen', async () => {
    const id = newId();
    await report(id);
    await report(id, 'refund_refused', 'seen again');
    expect(await recorded('MONEY_INCIDENT', id)).toEqual([
      { user_id: null, status: 'error', details: { kind: 'refund_refused', objectId: id, error: 'no' } },
    ]);
    expect((await listed()).map(({ detail }) => detail)).toEqual(['seen again']);
  });

  it('is audited once when several processes report it at the same time', async () => {
    const id = newId();
    await Promise.all(Array.from({ length: 8 }, () => report(id)));
    expect(await recorded('MONEY_INCIDENT', id)).toHaveLength(1);
  });

  it('is rolled back with the transaction that reports it', async () => {
    const id = newId();
    const failing = transaction(db(), async (trx) => {
      await reportIncidentIn(trx, faulty.test.deps, 'refund_refused', id, 'no');
      throw new Error('the work failed');
    });
    await expect(failing).rejects.toThrow('the work failed');
    expect(await recorded('MONEY_INCIDENT', id)).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it('is closed once by an admin with a note, and that is audited', async () => {
    const id = `evt_${newId()}/1`;
    await report(id);
    const answers = await Promise.all([
      settle('refund_refused', id, '  Paid by check. '),
      settle('refund_refused', id),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ settled: true });
    expect((await settle('refund_refused', id)).json().error).toBe('INCIDENT_NOT_FOUND');
    expect(await listed()).toEqual([]);
    const [record, ...others] = await recorded('SETTLE_INCIDENT', id);
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      user_id: admin.id,
      status: 'success',
      details: { kind: 'refund_refused' },
    });
    const row = await db()
      .selectFrom('incidents')
      .select(['settled_by', 'settled_note'])
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ settled_by: admin.id, settled_note: record?.details?.note });
  });

  it('reopens when it is seen after an admin closed it, and is audited again', async () => {
    const id = newId();
    await report(id);
    await settle('refund_refused', id);
    await report(id);
    expect((await listed()).map(({ objectId }) => objectId)).toEqual([id]);
    expect(await recorded('MONEY_INCIDENT', id)).toHaveLength(2);
    expect((await settle('refund_refused', id)).statusCode).toBe(200);
  });

  it('stays closed if Lading keeps retrying the void of its label', async () => {
    const id = newId();
    await report(id, 'label_orphaned');
    await settle('label_orphaned', id);
    await report(id, 'label_orphaned');
    expect(await listed()).toEqual([]);
    expect(await recorded('MONEY_INCIDENT', id)).toHaveLength(1);
  });

  it('of missing store orders can be closed by an admin, because a paused store is not compared', async () => {
    const id = newId();
    await report(id, 'orders_missing');
    expect((await settle('orders_missing', id)).statusCode).toBe(200);
    expect(await listed()).toEqual([]);
  });

  it('of a stalled refund cannot be closed by an admin', async () => {
    const answer = await settle('refund_open', 'payment-1');
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'INCIDENT_CLEARS_ITSELF']);
    expect(await recorded('SETTLE_INCIDENT', 'payment-1')).toEqual([]);
  });

  it('of money that was not refunded in time closes at the next check after the refund', async () => {
    const { deps } = faulty.test;
    const shop = await makeShop(faulty.test);
    const { paymentIntentId } = await pay(faulty.test, shop, 1_234);
    const other = await pay(faulty.test, shop, 4_321);
    await sweepPayments(deps);
    // An outage: nothing runs for 50 minutes.
    await letTimePass(faulty.test, minutes(50));
    await checkInvariants(deps, 'recent');
    const open = async () =>
      await db()
        .selectFrom('incidents')
        .innerJoin('payments', (join) => join.on(sql<boolean>`payments.id::text = object_id`))
        .select(['object_id', 'resolved_at', 'intent_id'])
        .where('kind', '=', 'invariant_I4')
        .where('user_id', '=', shop.userId)
        .where('resolved_at', 'is', null)
        .execute();
    const [first] = await open();
    expect(await open()).toHaveLength(2);
    expect((await settle('invariant_I4', first?.object_id ?? '')).json().error).toBe(
      'INCIDENT_CLEARS_ITSELF',
    );
    const offered = async () =>
      (await listed()).find(({ objectId }) => objectId === first?.object_id)?.canBeSettled;
    expect(await offered()).toBe(false);
    await sweep(deps);
    faulty.test.clock.advance(minutes(1));
    expect(await offered()).toBe(true);
    expect((await settle('invariant_I4', first?.object_id ?? '')).statusCode).toBe(200);
    expect(await open()).toHaveLength(1);
    await letTimePass(faulty.test, minutes(5));
    await checkInvariants(deps, 'recent');
    expect(await open()).toEqual([]);
    expect([paymentIntentId, other.paymentIntentId]).toContain(first?.intent_id);
  });

  it('of an invariant is checked once a minute, no matter how often incidents are listed', async () => {
    faulty.test.clock.advance(minutes(1));
    await reportIncident(faulty.test.deps, 'invariant_I16', 'dispute_hold', 'off by 5');
    const checks = async (work: () => Promise<unknown>) =>
      (await sentStatements(work)).filter((text) => text.includes(`'dispute_hold' AS object_id`)).length;
    expect(await checks(() => Promise.all([listed(), listed(), listed()]))).toBe(1);
    expect(await checks(listed)).toBe(0);
    faulty.test.clock.advance(minutes(1));
    expect(await checks(listed)).toBe(1);
    const offered = async () => (await listed()).map(({ canBeSettled }) => canBeSettled);
    expect(await offered()).toEqual([true]);
    // The sweep sees it again, after the shared check.
    faulty.test.clock.advance(1);
    await reportIncident(faulty.test.deps, 'invariant_I16', 'dispute_hold', 'off by 5');
    expect(await offered()).toEqual([false]);
  });

  it('of an unknown kind can be closed', async () => {
    await reportIncident(faulty.test.deps, 'from_older_version' as 'refund_open', 'x', 'old');
    expect((await settle('from_older_version', 'x')).statusCode).toBe(200);
  });

  it.each([null, '', '   ', 'x'.repeat(501), 5])('is not closed with the note %j', async (note) => {
    await report('r-1');
    const answer = await settle('refund_refused', 'r-1', note);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('an invariant that is violated more often than is reported', () => {
  const VIOLATIONS = 130;
  let owner: pg.Client;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: faulty.test.ownerUrl });
    await owner.connect();
    await owner.query('SET session_replication_role = replica');
    await owner.query(
      'INSERT INTO balances (user_id, cents, updated_at) SELECT gen_random_uuid(), 5, now() FROM generate_series(1, $1::int)',
      [VIOLATIONS],
    );
  });
  afterAll(async () => {
    await owner.query('DELETE FROM balances b WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = b.user_id)');
    await owner.end();
  });

  const open = async () =>
    (
      await db()
        .selectFrom('incidents')
        .select('object_id')
        .where('kind', '=', 'invariant_I18')
        .where('resolved_at', 'is', null)
        .execute()
    ).map(({ object_id }) => object_id);

  it('opens a hundred incidents, the same in each check', async () => {
    await checkInvariants(faulty.test.deps, 'whole');
    const first = await open();
    expect(first).toHaveLength(100);
    faulty.test.clock.advance(minutes(5));
    await checkInvariants(faulty.test.deps, 'whole');
    expect((await open()).toSorted()).toEqual(first.toSorted());
  });

  it('closes no incident while its violation is there, and does not let an admin close it', async () => {
    const { rows } = await owner.query<{ user_id: string }>(
      'SELECT user_id FROM balances b WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = b.user_id)',
    );
    for (const { user_id: id } of rows)
      await reportIncident(faulty.test.deps, 'invariant_I18', id, 'balance 5, entries 0');
    faulty.test.clock.advance(minutes(5));
    await checkInvariants(faulty.test.deps, 'whole');
    expect(await open()).toHaveLength(VIOLATIONS);
    const refused = await Promise.all(rows.map(({ user_id: id }) => settle('invariant_I18', id)));
    expect(new Set(refused.map((answer) => answer.json().error))).toEqual(
      new Set(['INCIDENT_CLEARS_ITSELF']),
    );
  });
});
