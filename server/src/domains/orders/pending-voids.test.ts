import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { path } from '../../../test/bulk.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import { buyLabels } from '../../../test/ship-orders.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { makeSource, readyOrder, saveSender } from '../../../test/shop-orders.ts';
import { minutes } from '../../platform/clock.ts';
import type { VoidAnswer } from '../../providers/label-providers/port.ts';
import { sweepVoids } from '../shipments/operator/sweep-voids.ts';
import type { ReportState } from './order-reports.states.ts';
import { sweepParcels } from './sweep-parcels.ts';

let faulty: FaultyApp;
let test: FaultyApp['test'];
let operator: Shop;
let voidLabel: FaultyApp['labelProvider']['voidLabel'];
beforeAll(async () => {
  faulty = await buildFaultyApp();
  test = faulty.test;
  operator = await makeOperator(test);
  voidLabel = faulty.labelProvider.voidLabel.bind(faulty.labelProvider);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const REFUSED: VoidAnswer = { outcome: 'refused', text: 'The label was used.' };
const carrierAnswers = (answer: VoidAnswer | 'confirmed') => {
  faulty.labelProvider.voidLabel = answer === 'confirmed' ? voidLabel : async () => answer;
};

/** An order with a label. */
let shop: Shop;
let order: { id: string };
beforeEach(async () => {
  faulty.labelProvider.voidLabel = voidLabel;
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  order = await readyOrder(test, await makeSource(test, shop.userId, 'shopify'));
  await ship();
});

const ship = async () => {
  const answer = await call(test, shop, 'POST', API.ordersShip, { orderIds: [order.id] });
  expect(answer.statusCode, answer.body).toBe(201);
  await buyLabels(test, shop, answer.json().batchId);
};
const details = async (): Promise<OrderDetails> =>
  (await call(test, shop, 'GET', path(API.order, order.id))).json().order;
const shown = async () => {
  const { status, parcelList } = await details();
  return [status, ...parcelList.map(({ state, report }) => `${state}, ${report?.state}`).toSorted()];
};
const setReport = (state: ReportState, values: { reference?: string; isUncertain?: boolean } = {}) =>
  sql`
    UPDATE order_reports
    SET state = ${state}, reference = ${values.reference ?? null}, is_uncertain = ${values.isUncertain ?? false},
        reported_at = CASE WHEN ${state} IN ('reported', 'withdrawing') THEN now() END
    WHERE order_id = ${order.id}`.execute(test.deps.db);
const report = () =>
  test.deps.db
    .selectFrom('order_reports')
    .select(['state', 'is_uncertain', 'reference'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
const moveReport = async (...states: ReportState[]) => {
  for (const state of states) await setReport(state, state === 'to_report' ? {} : { reference: 'report-1' });
};

const requestVoid = async () => {
  const shipmentId = (await details()).parcelList[0]?.shipmentId ?? '';
  return (await refund(test, operator, shipmentId, 100, { voidLabel: true })).voided;
};
/** The carrier accepts the void, but does not confirm it yet. */
const voidIsPending = async () => {
  carrierAnswers({ outcome: 'pending' });
  expect(await requestVoid()).toMatchObject({ status: 'pending' });
  await sweepParcels(test.deps);
};
const carrierDecides = async (answer: VoidAnswer | 'confirmed') => {
  carrierAnswers(answer);
  await letTimePass(test, minutes(11));
  await sweepVoids(test.deps);
  await sweepParcels(test.deps);
};

describe('a label that is voided before its parcel was followed', () => {
  it.each([
    ['confirmed', 'confirmed'],
    ['accepted', { outcome: 'pending' }],
  ] as const)('does not count as shipped if the void is %s', async (_case, answer) => {
    const follow = test.deps.rowsEnded;
    test.deps.rowsEnded = async () => {};
    order = await readyOrder(test, await makeSource(test, shop.userId, 'shopify'));
    await ship();
    test.deps.rowsEnded = follow;
    expect(await shown()).toEqual(['in_progress', 'in_batch, undefined']);
    carrierAnswers(answer);
    const { shipment_id } = await test.deps.db
      .selectFrom('bulk_rows')
      .innerJoin('order_parcels', 'order_parcels.batch_id', 'bulk_rows.batch_id')
      .innerJoin('order_parcel_items', 'parcel_id', 'order_parcels.id')
      .select('bulk_rows.shipment_id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    await refund(test, operator, shipment_id ?? '', 100, { voidLabel: true });
    await sweepParcels(test.deps);
    expect(await shown()).toEqual(['ready', 'voided, undefined']);
    if (answer === 'confirmed') return;
    await carrierDecides(REFUSED);
    expect(await shown()).toEqual(['shipped', 'bought, to_report']);
  });
});

describe('a label whose void is pending at the carrier', () => {
  it('no longer counts as shipped: its report is not sent, and the order can be shipped again', async () => {
    expect(await shown()).toEqual(['shipped', 'bought, to_report']);
    await voidIsPending();
    expect(await shown()).toEqual(['ready', 'voided, canceled']);
    await ship();
    await carrierDecides('confirmed');
    expect(await shown()).toEqual(['shipped', 'bought, to_report', 'voided, canceled']);
  });

  it('has its tracking number withdrawn', async () => {
    await moveReport('reporting', 'reported');
    await voidIsPending();
    expect(await shown()).toEqual(['ready', 'voided, to_withdraw']);
  });

  it('counts as shipped while it is not known whether the carrier accepted the void', async () => {
    faulty.labelProvider.voidLabel = async () => {
      throw new Error('the connection to the carrier was lost');
    };
    expect(await requestVoid()).toMatchObject({ status: 'pending' });
    await sweepParcels(test.deps);
    expect(await shown()).toEqual(['shipped', 'bought, to_report']);
    await carrierDecides(REFUSED);
    expect(await shown()).toEqual(['shipped', 'bought, to_report']);
  });
});

describe('a label whose void the carrier refuses later', () => {
  it('counts as shipped again, and its canceled report is sent', async () => {
    await voidIsPending();
    await carrierDecides(REFUSED);
    expect(await shown()).toEqual(['shipped', 'bought, to_report']);
    expect(await report()).toMatchObject({ is_uncertain: false });
  });

  it('counts as shipped if the refusal comes before the parcel was followed', async () => {
    carrierAnswers({ outcome: 'pending' });
    await requestVoid();
    await carrierDecides(REFUSED);
    expect(await shown()).toEqual(['shipped', 'bought, to_report']);
  });

  it('stays reported if the store still has its number', async () => {
    await moveReport('reporting', 'reported');
    await voidIsPending();
    await carrierDecides(REFUSED);
    expect(await shown()).toEqual(['shipped', 'bought, reported']);
    expect(await report()).toMatchObject({ reference: 'report-1' });
  });

  it('is reported again if its number was withdrawn', async () => {
    await moveReport('reporting', 'reported');
    await voidIsPending();
    await moveReport('withdrawing', 'withdrawn');
    await carrierDecides(REFUSED);
    expect(await shown()).toEqual(['shipped', 'bought, to_report']);
    expect(await report()).toMatchObject({ reference: null, is_uncertain: false });
  });

  it('is looked up in the store if its number was withdrawn from an order that stays shipped there', async () => {
    await moveReport('reporting', 'reported');
    await voidIsPending();
    await moveReport('withdrawing');
    await setReport('not_withdrawn');
    await sql`UPDATE order_reports SET reported_at = now() WHERE order_id = ${order.id}`.execute(
      test.deps.db,
    );
    await carrierDecides(REFUSED);
    expect(await report()).toMatchObject({ state: 'to_report', is_uncertain: true });
  });

  it('is looked up in the store if it is not known what the store has', async () => {
    await setReport('reporting', { isUncertain: true });
    await setReport('to_report', { isUncertain: true });
    await voidIsPending();
    await carrierDecides(REFUSED);
    expect(await report()).toMatchObject({ state: 'to_report', is_uncertain: true });
  });

  it('waits for the answer to a withdrawal that has started', async () => {
    await moveReport('reporting', 'reported');
    await voidIsPending();
    await moveReport('withdrawing');
    await carrierDecides(REFUSED);
    expect(await shown()).toEqual(['ready', 'voided, withdrawing']);
    await setReport('not_withdrawn', { reference: 'report-1' });
    await sql`UPDATE order_reports SET reported_at = now() WHERE order_id = ${order.id}`.execute(
      test.deps.db,
    );
    await sweepParcels(test.deps);
    expect(await shown()).toEqual(['shipped', 'bought, reported']);
  });

  it('stays voided if the client has shipped the order again', async () => {
    await voidIsPending();
    await ship();
    await carrierDecides(REFUSED);
    await sweepParcels(test.deps);
    expect(await shown()).toEqual(['shipped', 'bought, to_report', 'voided, canceled']);
  });

  it('can be voided again', async () => {
    await voidIsPending();
    await carrierDecides(REFUSED);
    await voidIsPending();
    expect(await shown()).toEqual(['ready', 'voided, canceled']);
    await carrierDecides('confirmed');
    expect(await shown()).toEqual(['ready', 'voided, canceled']);
  });
});
