import { dollarsOf } from '@lading/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onServer } from '../../../../test/database-server.ts';
import { openIncidentsOf } from '../../../../test/money-on-record.ts';
import { askRefund, makeOperator } from '../../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  type Shop,
} from '../../../../test/shipping.ts';
import { hours, minutes } from '../../../platform/clock.ts';
import { sweepPayments } from '../../payments/sweep-payments.ts';
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

/** The process dies when it would write this row, and another one continues. */
async function dieAt(table: 'refunds' | 'shipments', condition: string, work: () => Promise<unknown>) {
  const { ownerUrl } = faulty.test;
  await onServer(ownerUrl, `ALTER TABLE ${table} ADD CONSTRAINT dies CHECK (NOT (${condition})) NOT VALID`);
  await work();
  await onServer(ownerUrl, `ALTER TABLE ${table} DROP CONSTRAINT dies`);
}

interface Refunded {
  shipmentId: string;
  /** Refunds the label and voids it. */
  refund: () => Promise<number>;
}

async function makeLabel(): Promise<Refunded> {
  const { test } = faulty;
  const { transactionId: shipmentId, cents } = await boughtLabel(test, await makeShop(test));
  const order = { amount: dollarsOf(cents), reason: 'Late', voidLabel: true };
  return {
    shipmentId,
    refund: async () => (await askRefund(test, operator, shipmentId, order)).statusCode,
  };
}

/** After the commit and before the first call to the payment provider. */
async function killBeforeCall({ shipmentId, refund }: Refunded): Promise<void> {
  const sent = faulty.gateway.callsOf('refund').length;
  await dieAt('refunds', `shipment_id = '${shipmentId}' AND state = 'submitted'`, async () => {
    expect(await refund()).toBe(500);
  });
  expect(faulty.gateway.callsOf('refund')).toHaveLength(sent);
  expect(await stateOf(shipmentId)).toBe('void_requested');
}

async function whileDeclining(work: () => Promise<unknown>): Promise<void> {
  const { refund } = faulty.gateway;
  faulty.gateway.refund = async () => ({ outcome: 'refused', text: 'The card is closed.' });
  await work();
  faulty.gateway.refund = refund;
}

const stateOf = async (id: string) =>
  (
    await faulty.test.deps.db
      .selectFrom('shipments')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;
const refundOf = (shipmentId: string) =>
  faulty.test.deps.db
    .selectFrom('refunds')
    .select(['id', 'state'])
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow();
const countVoids = () => faulty.labelProvider.calls.filter(({ kind }) => kind === 'void').length;

const refundAgain = async () => {
  await letTimePass(faulty.test, minutes(2));
  await sweepPayments(faulty.test.deps);
};
const voidAgain = async () => {
  await letTimePass(faulty.test, faulty.test.deps.timings.leaseMs + 1_000);
  await sweepVoids(faulty.test.deps);
};

describe('a refund with a void whose process was killed before it called the payment provider', () => {
  it.each([
    ['before', [refundAgain, voidAgain]],
    ['after', [voidAgain, refundAgain, voidAgain]],
  ])('keeps the label if the refund is declined %s the sweep takes over the void', async (_case, steps) => {
    const label = await makeLabel();
    await killBeforeCall(label);
    const voids = countVoids();
    await whileDeclining(async () => {
      for (const step of steps) await step();
    });
    expect(await stateOf(label.shipmentId)).toBe('purchased');
    expect(countVoids()).toBe(voids);
    const { id, state } = await refundOf(label.shipmentId);
    expect([state, await openIncidentsOf(faulty.test, id)]).toEqual(['failed', ['refund_refused']]);
  });

  it('voids the label when the refund has succeeded', async () => {
    const label = await makeLabel();
    await killBeforeCall(label);
    await voidAgain();
    expect(await stateOf(label.shipmentId)).toBe('void_requested');
    await refundAgain();
    await voidAgain();
    expect(await stateOf(label.shipmentId)).toBe('voided');
    expect(await refundOf(label.shipmentId)).toMatchObject({ state: 'succeeded' });
  });

  it('voids the label after a day even if the payment provider still does not answer', async () => {
    const label = await makeLabel();
    await killBeforeCall(label);
    await letTimePass(faulty.test, hours(23));
    operator = await makeOperator(faulty.test);
    faulty.gateway.failNext('refund', 10);
    await sweepPayments(faulty.test.deps);
    await voidAgain();
    expect(await stateOf(label.shipmentId)).toBe('void_requested');
    await letTimePass(faulty.test, hours(1));
    await voidAgain();
    expect(await stateOf(label.shipmentId)).toBe('voided');
    faulty.gateway.calm();
    await refundAgain();
  });
});

describe('a declined refund whose process was killed before it withdrew the void', () => {
  it('keeps the label', async () => {
    const label = await makeLabel();
    const voids = countVoids();
    await dieAt('shipments', `id = '${label.shipmentId}' AND state = 'purchased'`, () =>
      whileDeclining(async () => {
        expect(await label.refund()).toBe(500);
      }),
    );
    expect(await stateOf(label.shipmentId)).toBe('void_requested');
    await voidAgain();
    expect(await stateOf(label.shipmentId)).toBe('purchased');
    expect(countVoids()).toBe(voids);
  });
});
