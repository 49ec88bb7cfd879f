import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ShippoAtDouble, shippoAtDouble } from '../../../../test/shippo-at-double.ts';
import { newId } from '../../../platform/ids.ts';
import { makeRequest } from '../builtin/rates/rate-request.fixture.ts';
import type { LabelOrder } from '../port.ts';
import { asBought } from '../port-suite.ts';

let shippo: ShippoAtDouble;
beforeEach(async () => {
  shippo = await shippoAtDouble();
});
afterEach(() => shippo.close());

async function anOrder(over: Parameters<typeof makeRequest>[0] = {}): Promise<LabelOrder> {
  const request = makeRequest(over);
  const [rate] = (await shippo.labelProvider.rates(request)).rates;
  if (!rate) throw new Error('No rate');
  return { ...request, key: newId(), rate, reference: 'Order 10482' };
}
const buy = async (order?: LabelOrder) => shippo.labelProvider.buyLabel(order ?? (await anOrder()));
const refundsAsked = () => shippo.calls().filter((call) => call === 'POST /refunds').length;
const next = (call: string, status: number, body: unknown = 'Sorry') =>
  shippo.double.server.answerNext({ call, status, body });
const refusal = (text: RegExp) => ({ outcome: 'refused', text: expect.stringMatching(text) });

describe('voiding a label at Shippo', () => {
  it('is pending, then complete, with one request for many calls', async () => {
    shippo.double.set({ refundAfterMs: 100 });
    const { transactionId } = asBought(await buy());
    expect(await shippo.labelProvider.voidLabel(transactionId)).toEqual({ outcome: 'pending' });
    await expect
      .poll(() => shippo.labelProvider.voidLabel(transactionId), { timeout: 20_000 })
      .toEqual({ outcome: 'voided' });
    expect(refundsAsked()).toBe(1);
  });

  it('sends one request when the transaction does not show it yet', async () => {
    const { transactionId } = asBought(await buy());
    shippo.double.set({ refundAfterMs: null });
    await shippo.labelProvider.voidLabel(transactionId);
    next('GET /transactions/*', 200, { object_id: transactionId, status: 'SUCCESS' });
    expect(await shippo.labelProvider.voidLabel(transactionId)).toEqual({ outcome: 'pending' });
    expect(refundsAsked()).toBe(1);
  });

  it('sends one request when the answer is lost', async () => {
    const { transactionId } = asBought(await buy());
    shippo.double.server.faults = { ...shippo.double.server.faults, losesAnswers: 1 };
    await expect(shippo.labelProvider.voidLabel(transactionId)).rejects.toThrow(/did not answer as expected/);
    shippo.double.server.faults = { ...shippo.double.server.faults, losesAnswers: 0 };
    expect(await shippo.labelProvider.voidLabel(transactionId)).toEqual({ outcome: 'voided' });
    expect(refundsAsked()).toBe(1);
  });

  it('is refused when the parcel is in transit; the label stays bought and a retry gets the same answer', async () => {
    const order = await anOrder();
    const bought = asBought(await buy(order));
    await shippo.double.move(bought.trackingNumber, 'TRANSIT');
    for (let times = 0; times < 2; times += 1)
      expect(await shippo.labelProvider.voidLabel(bought.transactionId)).toEqual(refusal(/refused to void/));
    expect(refundsAsked()).toBe(1);
    expect(await shippo.labelProvider.findPurchase(order)).toEqual(bought);
  });

  it.each([
    ['QUEUED', 'pending'],
    ['PENDING', 'pending'],
    ['SUCCESS', 'voided'],
    ['ERROR', 'refused'],
  ])('with the refund status %s is %s', async (status, outcome) => {
    const { transactionId } = asBought(await buy());
    next('POST /refunds', 201, { object_id: 'r', transaction: transactionId, status });
    expect(await shippo.labelProvider.voidLabel(transactionId)).toMatchObject({ outcome });
  });

  it('sends no request for a label that was never made', async () => {
    expect(await shippo.labelProvider.voidLabel('')).toEqual(refusal(/not bought/));
    next('GET /transactions/*', 200, { object_id: 't1', status: 'ERROR' });
    expect(await shippo.labelProvider.voidLabel('t1')).toEqual(refusal(/refused to void/));
    expect(refundsAsked()).toBe(0);
  });
});

describe('Shippo records', () => {
  const sold = (at: string, facts: object) => ({
    object_id: `t_${at}`,
    object_created: `2026-11-15T${at}:00Z`,
    status: 'SUCCESS',
    metadata: 'lading a-key',
    tracking_number: '1Z',
    rate: 'an-offer',
    messages: [],
    ...facts,
  });
  const page = (next: string | null, ...results: object[]) =>
    shippo.double.server.answerNext({ call: 'GET /transactions', status: 200, body: { next, results } });

  it('are read until all labels of a page are older, in any order within a page', async () => {
    page('more', sold('12:00', {}), sold('08:00', {}), sold('11:00', { metadata: 'Order 7' }));
    page('more', sold('09:30', { status: 'REFUNDED' }), sold('10:00', { rate: { object_id: 'whole' } }));
    page('more', sold('08:30', {}), sold('08:59', {}));
    page('more', sold('13:00', {}));
    const labels = await shippo.labelProvider.records.labelsSince(new Date('2026-11-15T09:00:00Z'));
    expect(labels.map(({ transactionId, offerId, key }) => [transactionId, offerId, key])).toEqual([
      ['t_12:00', 'an-offer', 'a-key'],
      ['t_10:00', 'whole', 'a-key'],
    ]);
  });

  it('list voided labels without those that the carrier refused to void', async () => {
    const refund = (transaction: string, status: string) => ({ transaction, status });
    const results = [refund('t1', 'SUCCESS'), refund('t2', 'ERROR'), refund('t3', 'PENDING')];
    next('GET /refunds/', 200, { next: null, results });
    expect(await shippo.labelProvider.records.lastVoids()).toEqual(['t1', 't3']);
  });
});
