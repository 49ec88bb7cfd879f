import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeOlder, makeOperator, recordsOf, refund } from '../../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  call,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
} from '../../../../test/shipping.ts';
import { minutes } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { VoidAnswer } from '../../../providers/label-providers/port.ts';
import { sweepVoids } from './sweep-voids.ts';

let faulty: FaultyApp;
let operator: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const bought = async () => boughtLabel(faulty.test, await makeShop(faulty.test));
const voidLabel = (id: string) => call(faulty.test, operator, 'POST', API.adminVoid.replace(':id', id));
const answerWith = (answer: VoidAnswer) =>
  vi.spyOn(faulty.labelProvider, 'voidLabel').mockResolvedValue(answer);
const detailsOf = async (id: string) =>
  (await call(faulty.test, operator, 'GET', API.adminShipment.replace(':id', id))).json().shipment;

describe('voiding a label without a refund', () => {
  it('cancels the label, books the carrier’s credit and leaves the client’s money alone', async () => {
    const { transactionId: id, cents } = await bought();
    const answer = await voidLabel(id);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { voided: { status: 'voided', text: 'The label was voided.' } },
    ]);
    expect(await detailsOf(id)).toMatchObject({ voided: true, voidable: false, refunded: 0 });
    const by = { user_id: operator.userId, user_role: 'admin', details: { shipmentId: id } };
    expect(await recordsOf(faulty.test, 'LABEL_VOID_REQUESTED', id)).toEqual([{ ...by, status: 'pending' }]);
    expect(await recordsOf(faulty.test, 'LABEL_VOIDED', id)).toEqual([{ ...by, status: 'success' }]);
    // It can still be refunded later.
    expect((await refund(faulty.test, operator, id, cents)).refund.refundable).toBe(0);
  });

  it('works for a label that is already refunded', async () => {
    const { transactionId: id, cents } = await bought();
    await refund(faulty.test, operator, id, cents);
    expect((await voidLabel(id)).json()).toMatchObject({ voided: { status: 'voided' } });
  });

  it('can be repeated', async () => {
    const { transactionId: id } = await bought();
    await voidLabel(id);
    expect((await voidLabel(id)).json()).toMatchObject({ voided: { status: 'voided' } });
    expect(await recordsOf(faulty.test, 'LABEL_VOID_REQUESTED', id)).toHaveLength(1);
  });

  it('stays pending until the carrier confirms it, and opens an incident after a month', async () => {
    const { transactionId: id } = await bought();
    answerWith({ outcome: 'pending' });
    expect((await voidLabel(id)).json()).toMatchObject({ voided: { status: 'pending' } });
    await makeOlder(faulty.test, id, 31);
    await letTimePass(faulty.test, minutes(11));
    await sweepVoids(faulty.test.deps);
    const incidents = faulty.test.deps.db.selectFrom('incidents').select('kind').where('object_id', '=', id);
    expect(await incidents.execute()).toEqual([{ kind: 'label_void_open' }]);
  });

  it('says why the carrier refuses it, and the label stays valid', async () => {
    const { transactionId: id } = await bought();
    answerWith({ outcome: 'refused', text: 'It was used.' });
    const answer = await voidLabel(id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { error: 'VOID_REFUSED', message: 'It was used.' },
    ]);
    expect(await detailsOf(id)).toMatchObject({ voided: false, voidable: true });
  });

  it('needs a shipment with a label', async () => {
    expect((await voidLabel(newId())).statusCode).toBe(404);
    const shop = await makeShop(faulty.test);
    const { rate } = await paidRate(faulty.test, shop);
    faulty.labelProvider.refuse(1, 'No.');
    const { transactionId: id } = (await buy(faulty.test, shop, rate.objectId)).json();
    expect((await voidLabel(id)).json()).toMatchObject({
      error: 'VOID_REFUSED',
      message: 'This shipment has no label.',
    });
  });
});
