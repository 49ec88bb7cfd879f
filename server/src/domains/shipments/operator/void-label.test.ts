import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOlder, makeOperator, recordsOf, refund } from '../../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  type Shop,
} from '../../../../test/shipping.ts';
import { days, minutes } from '../../../platform/clock.ts';
import type { VoidAnswer } from '../../../providers/label-providers/port.ts';
import { trackShipments } from '../track-shipments.ts';
import { sweepVoids } from './sweep-voids.ts';

let faulty: FaultyApp;
let operator: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const bought = async () => {
  const shop = await makeShop(faulty.test);
  return { shop, ...(await boughtLabel(faulty.test, shop)) };
};

const stateOf = async (id: string) =>
  (
    await faulty.test.deps.db
      .selectFrom('shipments')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;

const bookingsOf = (id: string) =>
  faulty.test.deps.db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
    .innerJoin('shipments', (join) => join.on('shipments.id', '=', id))
    .select(['account', 'cents', 'actual_cost_cents'])
    .where('reason_key', '=', `void:${id}`)
    .orderBy('account')
    .execute();

const incidentsOf = (id: string) =>
  faulty.test.deps.db
    .selectFrom('incidents')
    .select(['kind', 'detail', 'resolved_at'])
    .where('object_id', '=', id)
    .execute();

const countVoidCalls = () => faulty.labelProvider.calls.filter(({ kind }) => kind === 'void').length;
const labelOf = (shop: Shop, id: string) => call(faulty.test, shop, 'GET', API.labelFile.replace(':id', id));

const expectVoidedOnce = async (id: string) => {
  expect(await stateOf(id)).toBe('voided');
  const booked = await bookingsOf(id);
  const cents = booked[0]?.actual_cost_cents ?? 0;
  expect(cents).toBeGreaterThan(0);
  expect(booked).toMatchObject([
    { account: 'carrier_payable', cents },
    { account: 'refunds_given', cents: -cents },
  ]);
  expect(await recordsOf(faulty.test, 'LABEL_VOIDED', id)).toEqual([
    { user_id: operator.userId, user_role: 'admin', status: 'success', details: { shipmentId: id } },
  ]);
};

describe('void label', { shuffle: false }, () => {
  describe('voiding a label with its refund', () => {
    it('voids the label, posts the carrier’s credit, and blocks printing', async () => {
      const { shop, transactionId: id, cents } = await bought();
      expect((await labelOf(shop, id)).statusCode).toBe(200);
      const { voided } = await refund(faulty.test, operator, id, cents, { voidLabel: true });
      expect(voided).toEqual({ status: 'voided', text: 'The label was voided.' });
      await expectVoidedOnce(id);
      expect((await labelOf(shop, id)).statusCode).toBe(404);
    });

    it('allows refunding the rest later, but never more than the client paid (MO19)', async () => {
      const { transactionId: id, cents } = await bought();
      await refund(faulty.test, operator, id, cents - 1, { voidLabel: true });
      const { refund: last, voided } = await refund(faulty.test, operator, id, 1, { voidLabel: true });
      expect(last.refundable).toBe(0);
      expect(voided).toMatchObject({ status: 'voided' });
      await expectVoidedOnce(id);
    });
  });

  describe('an unconfirmed void', () => {
    it.each([
      ['did not reach the label provider', false],
      ['reached it and succeeded', true],
    ])('that %s is retried when its lease expires, and posted once', async (_case, done) => {
      const { shop, transactionId: id } = await bought();
      const voidLabel = faulty.labelProvider.voidLabel.bind(faulty.labelProvider);
      faulty.labelProvider.voidLabel = async (label) => {
        if (done) await voidLabel(label);
        throw new Error('the connection to the carrier was lost');
      };
      const { voided } = await refund(faulty.test, operator, id, 100, { voidLabel: true });
      faulty.labelProvider.voidLabel = voidLabel;
      expect(voided).toMatchObject({ status: 'pending' });
      expect(await stateOf(id)).toBe('void_requested');
      expect((await labelOf(shop, id)).statusCode).toBe(404);
      const calls = countVoidCalls();
      await sweepVoids(faulty.test.deps);
      expect(countVoidCalls()).toBe(calls);
      await letTimePass(faulty.test, faulty.test.deps.timings.leaseMs + 1000);
      await sweepVoids(faulty.test.deps);
      await sweepVoids(faulty.test.deps);
      expect(countVoidCalls()).toBe(calls + 1);
      await expectVoidedOnce(id);
    });

    it('that is pending is retried every ten minutes, and shown as pending', async () => {
      const { transactionId: id } = await bought();
      const voidLabel = faulty.labelProvider.voidLabel.bind(faulty.labelProvider);
      let attempts = 0;
      faulty.labelProvider.voidLabel = async () => {
        attempts += 1;
        return { outcome: 'pending' };
      };
      await refund(faulty.test, operator, id, 100, { voidLabel: true });
      for (const passed of [minutes(5), minutes(6), minutes(5)]) {
        await letTimePass(faulty.test, passed);
        await sweepVoids(faulty.test.deps);
      }
      expect(attempts).toBe(2);
      const { voided } = await refund(faulty.test, operator, id, 50, { voidLabel: true });
      expect(voided).toMatchObject({ status: 'pending' });
      faulty.labelProvider.voidLabel = voidLabel;
      await letTimePass(faulty.test, minutes(10));
      await sweepVoids(faulty.test.deps);
      await expectVoidedOnce(id);
    });

    it('is attributed to the admin who requested it, even if another admin refunds the rest', async () => {
      const { transactionId: id } = await bought();
      const voidLabel = faulty.labelProvider.voidLabel.bind(faulty.labelProvider);
      faulty.labelProvider.voidLabel = async () => ({ outcome: 'pending' });
      await refund(faulty.test, operator, id, 100, { voidLabel: true });
      await makeOlder(faulty.test, id, 31);
      await refund(faulty.test, await makeOperator(faulty.test), id, 50);
      await letTimePass(faulty.test, minutes(11));
      await sweepVoids(faulty.test.deps);
      expect(await incidentsOf(id)).toMatchObject([{ kind: 'label_void_open', resolved_at: null }]);
      faulty.labelProvider.voidLabel = voidLabel;
      await letTimePass(faulty.test, minutes(11));
      await sweepVoids(faulty.test.deps);
      await expectVoidedOnce(id);
    });

    it('that the carrier refuses later opens an incident, which a later void closes', async () => {
      const { transactionId: id } = await bought();
      const voidLabel = faulty.labelProvider.voidLabel.bind(faulty.labelProvider);
      const answers: VoidAnswer[] = [{ outcome: 'pending' }, { outcome: 'refused', text: 'It was used.' }];
      faulty.labelProvider.voidLabel = async (label) => answers.shift() ?? voidLabel(label);
      await refund(faulty.test, operator, id, 100, { voidLabel: true });
      expect(await incidentsOf(id)).toEqual([]);
      await letTimePass(faulty.test, minutes(11));
      await sweepVoids(faulty.test.deps);
      expect(await stateOf(id)).toBe('purchased');
      expect(await incidentsOf(id)).toEqual([
        { kind: 'void_refused', detail: 'It was used.', resolved_at: null },
      ]);
      await refund(faulty.test, operator, id, 50, { voidLabel: true });
      faulty.labelProvider.voidLabel = voidLabel;
      expect(await stateOf(id)).toBe('voided');
      expect(await incidentsOf(id)).toMatchObject([{ kind: 'void_refused', resolved_at: expect.any(Date) }]);
    });

    it('that is still pending after a month opens an incident until it is confirmed', async () => {
      const { transactionId: id } = await bought();
      const voidLabel = faulty.labelProvider.voidLabel.bind(faulty.labelProvider);
      faulty.labelProvider.voidLabel = async () => ({ outcome: 'pending' });
      await refund(faulty.test, operator, id, 100, { voidLabel: true });
      const kinds: string[][] = [];
      for (const age of [29, 2]) {
        await makeOlder(faulty.test, id, age);
        await letTimePass(faulty.test, minutes(11));
        await sweepVoids(faulty.test.deps);
        kinds.push((await incidentsOf(id)).map(({ kind }) => kind));
      }
      expect(kinds).toEqual([[], ['label_void_open']]);
      faulty.labelProvider.voidLabel = voidLabel;
      await letTimePass(faulty.test, minutes(11));
      await sweepVoids(faulty.test.deps);
      expect(await stateOf(id)).toBe('voided');
      expect(await incidentsOf(id)).toMatchObject([
        { kind: 'label_void_open', resolved_at: expect.any(Date) },
      ]);
    });

    it('that is confirmed after another worker claimed it changes nothing', async () => {
      const { transactionId: id } = await bought();
      const release = faulty.labelProvider.hang();
      const calls = countVoidCalls();
      const slow = refund(faulty.test, operator, id, 100, { voidLabel: true });
      await expect.poll(countVoidCalls).toBe(calls + 1);
      await letTimePass(faulty.test, faulty.test.deps.timings.leaseMs + 1000);
      const sweeping = sweepVoids(faulty.test.deps);
      await expect.poll(countVoidCalls).toBe(calls + 2);
      release();
      await Promise.all([slow, sweeping]);
      await expectVoidedOnce(id);
    });
  });

  describe('voiding the label of a parcel that the carrier already has', () => {
    it('is refused with a reason, by the carrier or by us; the refund still succeeds (MO20)', async () => {
      const { test } = faulty;
      const { transactionId: id, cents } = await bought();
      test.clock.advance(days(4));
      operator = await makeOperator(test);
      const calls = countVoidCalls();
      const { refund: given, voided } = await refund(test, operator, id, cents - 100, { voidLabel: true });
      expect(given.status).toBe('succeeded');
      expect(voided).toEqual({
        status: 'refused',
        text: expect.stringMatching(/can no longer be voided/),
      });
      expect(countVoidCalls()).toBe(calls + 1);
      expect(await stateOf(id)).toBe('purchased');
      expect(await bookingsOf(id)).toEqual([]);
      expect(await recordsOf(test, 'LABEL_VOIDED', id)).toMatchObject([
        { user_id: operator.userId, status: 'error', details: { error: voided?.text } },
      ]);
      await trackShipments(test.deps);
      expect(['in_transit', 'delivered']).toContain(await stateOf(id));
      const again = await refund(test, operator, id, 100, { voidLabel: true });
      expect(again.voided).toEqual({
        status: 'refused',
        text: expect.stringMatching(/can no longer be voided/),
      });
      expect(countVoidCalls()).toBe(calls + 1);
    });
  });
});
