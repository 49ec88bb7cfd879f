import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bearer } from '../../../test/factories.ts';
import { bookingsOf, openIncidentsOf, paymentOf } from '../../../test/money-on-record.ts';
import { askRefund, makeOperator, refund } from '../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  type Shop,
  startPayment,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { DisputeEvent } from '../../providers/payments/port.ts';
import { sweep } from '../../sweep.ts';
import type { StoredPayment } from './payments.store.ts';
import { receiveEvent } from './receive-event.ts';

let faulty: FaultyApp;
let operator: Shop;
let shop: Shop;
let shipmentId: string;
let payment: StoredPayment;
let disputeId: string;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
  shipmentId = (await boughtLabel(faulty.test, shop)).transactionId;
  payment = await paymentOf(faulty.test, shop);
  disputeId = `dp_${newId()}`;
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const db = () => faulty.test.deps.db;

const deliver = (status: DisputeEvent['status'], intentId = payment.intent_id ?? '') =>
  receiveEvent(faulty.test.deps, {
    kind: 'dispute',
    eventId: newId(),
    intentId,
    dispute: { disputeId, cents: payment.amount_cents, status, reason: 'fraudulent' },
  });

const dispute = () =>
  db()
    .selectFrom('disputes')
    .select(['id', 'state', 'cents', 'reason', 'payment_id'])
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();

const bookings = async () => bookingsOf(faulty.test, (await dispute())?.id ?? '');
const openIncidents = (objectId: string) => openIncidentsOf(faulty.test, objectId);

const records = async () =>
  (
    await db()
      .selectFrom('audit_logs')
      .select(['event_type', 'status'])
      .where('user_id', '=', shop.userId)
      .where('event_type', 'like', 'DISPUTE%')
      .orderBy('seq')
      .execute()
  ).map(({ event_type, status }) => `${event_type} ${status}`);

describe('a dispute', () => {
  it('puts the money on hold while it is open and opens an incident', async () => {
    await deliver('open');
    const cents = payment.amount_cents;
    const found = await dispute();
    expect(found).toMatchObject({ state: 'open', cents, reason: 'fraudulent', payment_id: payment.id });
    expect(await bookings()).toEqual({ dispute: { dispute_hold: cents, processor: -cents } });
    expect(await openIncidents(found?.id ?? '')).toEqual(['payment_disputed']);
    expect(await records()).toEqual(['DISPUTE_OPENED pending']);
    const { incidents } = (
      await faulty.test.inject({ url: API.adminIncidents, headers: bearer(operator.token) })
    ).json().data;
    expect(incidents).toContainEqual(expect.objectContaining({ kind: 'payment_disputed', shipmentId }));
  });

  it.each([
    ['won', (cents: number) => ({ processor: cents, dispute_hold: -cents }), 'DISPUTE_WON success'],
    ['lost', (cents: number) => ({ loss: cents, dispute_hold: -cents }), 'DISPUTE_LOST error'],
  ] as const)(
    'that is %s is posted to the ledger and closes its incident',
    async (state, entries, record) => {
      await deliver('open');
      await deliver(state);
      const found = await dispute();
      expect(found?.state).toBe(state);
      expect((await bookings())[`dispute-${state}`]).toEqual(entries(payment.amount_cents));
      expect(await openIncidents(found?.id ?? '')).toEqual([]);
      expect(await records()).toEqual(['DISPUTE_OPENED pending', record]);
    },
  );

  it('closes once, even if its events arrive repeatedly and out of order', async () => {
    await deliver('lost');
    for (const status of ['open', 'lost', 'open'] as const) await deliver(status);
    expect((await dispute())?.state).toBe('lost');
    expect(Object.keys(await bookings()).sort()).toEqual(['dispute', 'dispute-lost']);
    expect(await records()).toHaveLength(2);
  });

  it('opens once when its event arrives ten times concurrently', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, at) => deliver(at % 2 ? 'open' : 'won')));
    expect((await dispute())?.state).toBe('won');
    expect(Object.keys(await bookings()).sort()).toEqual(['dispute', 'dispute-won']);
    const open = db()
      .selectFrom('payment_events')
      .select('event_id')
      .where('intent_id', '=', payment.intent_id)
      .where('processed_at', 'is', null);
    expect(await open.execute()).toEqual([]);
  });

  it('that closes a second time with a different outcome opens an incident', async () => {
    await deliver('lost');
    await deliver('won');
    const found = await dispute();
    expect(found?.state).toBe('lost');
    expect(await openIncidents(found?.id ?? '')).toEqual(['dispute_turned']);
  });

  it('of an unknown payment stays unprocessed and then opens an incident', async () => {
    await deliver('open', 'pi_of_another');
    await sweep(faulty.test.deps);
    expect(await dispute()).toBeUndefined();
    const [event] = await db()
      .selectFrom('payment_events')
      .select(['event_id', 'processed_at'])
      .where('intent_id', '=', 'pi_of_another')
      .execute();
    expect(event?.processed_at).toBeNull();
    await letTimePass(faulty.test, minutes(11));
    await sweep(faulty.test.deps);
    expect(await openIncidents(event?.event_id ?? '')).toEqual(['event_unknown']);
  });

  it('after a refund opens an incident until it is won (MO19)', async () => {
    await refund(faulty.test, operator, shipmentId, 100);
    await deliver('open');
    expect(await openIncidents(payment.id)).toEqual(['refunded_and_disputed']);
    await deliver('won');
    expect(await openIncidents(payment.id)).toEqual([]);
  });

  it('blocks refunds of the payment until it is won (MO19)', async () => {
    await deliver('open');
    const body = { amount: 1, reason: 'Please.' };
    const refused = await askRefund(faulty.test, operator, shipmentId, body);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The client has disputed this payment and their bank has reversed the charge, so it cannot be refunded.',
    ]);
    await deliver('won');
    expect((await askRefund(faulty.test, operator, shipmentId, body)).statusCode).toBe(200);
  });

  it('blocks erasing the client until it is decided', async () => {
    await letTimePass(faulty.test, minutes(60));
    await deliver('open');
    const url = API.adminClient.replace(':id', shop.userId);
    const erase = () => call(faulty.test, operator, 'DELETE', url, { confirmPermanentDelete: true });
    const refused = await erase();
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('open dispute'),
    ]);
    await deliver('lost');
    expect((await erase()).statusCode).toBe(200);
  });
});

describe('the test card for disputes', () => {
  it('opens a dispute, its booking and an incident right after the charge', async () => {
    // Its own application, because the disputed money stays neither spent nor refunded.
    const { test, cards } = await buildFaultyApp();
    onTestFinished(() => test.close());
    const { db } = test.deps;
    const client = await makeShop(test);
    const started = await startPayment(test, client, 2_500);
    expect((await confirm(test, started, '4000000000000259')).json()).toMatchObject({
      status: 'succeeded',
    });
    await cards.idle();
    const { id } = await paymentOf(test, client);
    const dispute = await db
      .selectFrom('disputes')
      .selectAll()
      .where('payment_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(dispute).toMatchObject({ cents: 2_500, state: 'open', reason: 'fraudulent' });
    const incident = await db
      .selectFrom('incidents')
      .select('resolved_at')
      .where('kind', '=', 'payment_disputed')
      .where('object_id', '=', dispute.id)
      .executeTakeFirst();
    expect(incident).toEqual({ resolved_at: null });
    // A second delivery after a crash changes nothing.
    await db.updateTable('sandbox.gateway_events').set({ delivered_at: null }).execute();
    await cards.deliverPending();
    expect(await db.selectFrom('disputes').select('id').where('payment_id', '=', id).execute()).toHaveLength(
      1,
    );
  });
});
