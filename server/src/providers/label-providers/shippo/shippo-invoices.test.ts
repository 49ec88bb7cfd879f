import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ShippoAtDouble, shippoAtDouble } from '../../../../test/shippo-at-double.ts';
import { minutes } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { LONDON, makeCustoms, makeRequest } from '../builtin/rates/rate-request.fixture.ts';
import type { LabelOrder } from '../port.ts';
import { asBought } from '../port-suite.ts';

let shippo: ShippoAtDouble;
beforeEach(async () => {
  shippo = await shippoAtDouble();
});
afterEach(() => shippo.close());

async function anOrder(service = 'ups_saver', customs = makeCustoms()): Promise<LabelOrder> {
  const request = makeRequest({ to: LONDON, customs });
  const { rates } = await shippo.labelProvider.rates(request);
  const rate = rates.find((each) => each.service === service);
  if (!rate) throw new Error('No rate');
  return { ...request, key: newId(), rate, reference: 'Order 10482' };
}
const refundsAsked = () => shippo.calls().filter((call) => call === 'POST /refunds').length;
const failInvoice = (status: number) =>
  shippo.double.server.answerNext({ call: 'GET /invoices/*', status, body: 'Sorry' });

describe('the commercial invoice of a label', () => {
  it('is downloaded with it, and again when the purchase is looked up', async () => {
    const order = await anOrder();
    const { documents } = asBought(await shippo.labelProvider.buyLabel(order));
    expect(documents).toMatchObject([{ kind: 'commercial_invoice', format: 'pdf' }]);
    expect(Buffer.from(documents[0]?.bytes ?? []).toString('latin1')).toContain('Commercial invoice');
    expect(asBought(await shippo.labelProvider.findPurchase(order)).documents).toEqual(documents);
  });

  it('does not exist for USPS, whose label is the form, nor for documents', async () => {
    const usps = await anOrder('usps_priority_mail_international');
    expect(asBought(await shippo.labelProvider.buyLabel(usps)).documents).toEqual([]);
    const letters = await anOrder('ups_saver', makeCustoms({ contentsType: 'documents' }));
    expect(asBought(await shippo.labelProvider.buyLabel(letters)).documents).toEqual([]);
  });

  it.each([500, 403, 302])('is fetched again if its link fails with %d', async (status) => {
    const order = await anOrder();
    failInvoice(status);
    await expect(shippo.labelProvider.buyLabel(order)).rejects.toThrow(/failed with status/);
    expect(asBought(await shippo.labelProvider.findPurchase(order)).documents).toHaveLength(1);
    expect(refundsAsked()).toBe(0);
  });

  it('that stays unavailable does not void the label', async () => {
    const order = await anOrder();
    failInvoice(500);
    await expect(shippo.labelProvider.buyLabel(order)).rejects.toThrow();
    shippo.clock.advance(minutes(3));
    failInvoice(500);
    const bought = asBought(await shippo.labelProvider.findPurchase(order));
    expect(bought).toMatchObject({
      documents: [],
      missingDocument: 'commercial invoice: it cannot be downloaded',
    });
    expect(bought.label.bytes.length).toBeGreaterThan(0);
    expect(refundsAsked()).toBe(0);
    expect(shippo.logText()).toContain('shippo.invoice_missing');
  });

  it.each([
    ['html-invoice', 'its file is not a PDF'],
    ['foreign-invoice-host', 'its link has an unknown host'],
  ] as const)('that cannot be used (%s) does not void the label', async (wrongAnswer, why) => {
    const order = await anOrder();
    shippo.double.set({ nextWrongAnswers: [wrongAnswer] });
    expect(asBought(await shippo.labelProvider.buyLabel(order))).toMatchObject({
      documents: [],
      missingDocument: `commercial invoice: ${why}`,
    });
    expect(refundsAsked()).toBe(0);
  });
});

describe('a refusal by the carrier', () => {
  it('has our sentence, and keeps the original', async () => {
    const order = await anOrder();
    const messages = [
      { source: 'UPS', code: '', text: 'International shipments require customs information' },
    ];
    shippo.double.server.answerNext({
      call: 'POST /transactions',
      status: 201,
      body: { object_id: 't', status: 'ERROR', messages },
    });
    expect(await shippo.labelProvider.buyLabel(order)).toEqual({
      outcome: 'refused',
      text: CUSTOMS.declarationRequired,
      original: 'International shipments require customs information.',
    });
  });
});
