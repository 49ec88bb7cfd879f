import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REFUSED_NAME, WRONG_ANSWERS } from '../../../../test/doubles/shippo-double-options.ts';
import { type ShippoAtDouble, shippoAtDouble } from '../../../../test/shippo-at-double.ts';
import { minutes } from '../../../platform/clock.ts';
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
const orders = () => shippo.calls().filter((call) => call === 'POST /transactions').length;
const refundsAsked = () => shippo.calls().filter((call) => call === 'POST /refunds').length;
const journal = (kind: string) => shippo.double.server.journal.filter((entry) => entry.kind === kind);
const next = (call: string, status: number, body: unknown = 'Sorry') =>
  shippo.double.server.answerNext({ call, status, body });
const refusal = (text: RegExp) => ({ outcome: 'refused', text: expect.stringMatching(text) });

describe('a label ordered from Shippo', () => {
  it('is requested synchronously as a 4 × 6 inch PDF with our key', async () => {
    const order = await anOrder();
    const bought = asBought(await buy(order));
    const sent = shippo.requests.find(({ path }) => path === '/transactions');
    expect(JSON.parse(String(sent?.body))).toEqual({
      rate: order.rate.offerId,
      label_file_type: 'PDF_4x6',
      async: false,
      metadata: `lading ${order.key}`,
    });
    expect(bought.label.format).toBe('pdf');
    expect(Buffer.from(bought.label.bytes).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('with 201 and the status ERROR is refused with the message of the carrier', async () => {
    const order = await anOrder({ to: { name: REFUSED_NAME } });
    const answer = { outcome: 'refused', text: 'The carrier does not take this parcel.' };
    expect(await buy(order)).toEqual(answer);
    expect(await shippo.labelProvider.findPurchase(order)).toEqual(answer);
  });

  it.each([
    [400, { rate: ['Rate with supplied object_id not found.'] }, /^rate: Rate with supplied/],
    [422, 'Unprocessable', /^Unprocessable\.$/],
    [401, { detail: 'Token does not exist' }, /is not accepting orders/],
  ])('that Shippo rejects with %d is refused', async (status, body, text) => {
    const order = await anOrder();
    next('POST /transactions', status, body);
    expect(await buy(order)).toEqual(refusal(text));
  });

  it('over the rate limit was not sent and can be ordered again', async () => {
    const order = await anOrder();
    next('POST /transactions', 429);
    expect(await buy(order)).toMatchObject({ outcome: 'not-sent' });
    expect(await shippo.labelProvider.findPurchase(order)).toBeNull();
    asBought(await buy(order));
  });

  it('with a rate of another provider is refused without a call', async () => {
    const { rate, ...order } = await anOrder();
    const { offerId: _, ...foreign } = rate;
    expect(await buy({ ...order, rate: foreign })).toEqual(refusal(/get new rates/));
    expect(orders()).toBe(0);
  });

  it.each(['QUEUED', 'WAITING'])('with the status %s is pending', async (status) => {
    const order = await anOrder();
    next('POST /transactions', 201, { object_id: 't', status, tracking_number: null, label_url: null });
    expect(await buy(order)).toEqual({ outcome: 'pending' });
  });

  it('that is queued stays pending until it is finished', async () => {
    shippo.double.set({ queued: { share: 1, ms: null } });
    const order = await anOrder();
    expect(await buy(order)).toEqual({ outcome: 'pending' });
    expect(await shippo.labelProvider.findPurchase(order)).toEqual({ outcome: 'pending' });
    shippo.double.set({ queued: { share: 1, ms: 50 } });
    const next = await anOrder();
    await buy(next);
    await expect
      .poll(async () => (await shippo.labelProvider.findPurchase(next))?.outcome, { timeout: 20_000 })
      .toBe('bought');
    expect(orders()).toBe(2);
  });

  it('with an unknown status has an unknown outcome', async () => {
    const order = await anOrder();
    next('POST /transactions', 201, { object_id: 't', status: 'PONDERING' });
    await expect(buy(order)).rejects.toThrow(/unknown status PONDERING/);
  });

  it('has the cost of the transaction', async () => {
    shippo.double.set({ rateObjects: true, nextWrongAnswers: [null, 'cost-plus-one-cent'] });
    const order = await anOrder();
    expect(asBought(await buy(order)).costCents).toBe(order.rate.costCents);
    expect(asBought(await buy(order)).costCents).toBe(order.rate.costCents + 1);
  });
});

describe('an order whose answer was lost', () => {
  const lost = async (wrongAnswer: 'html-answer' | null = null) => {
    const order = await anOrder();
    if (wrongAnswer) shippo.double.set({ nextWrongAnswers: [wrongAnswer] });
    else shippo.double.server.faults = { ...shippo.double.server.faults, losesAnswers: 1 };
    await expect(buy(order)).rejects.toThrow(/answer/);
    shippo.double.server.faults = { ...shippo.double.server.faults, losesAnswers: 0 };
    return order;
  };

  it('is found by its rate', async () => {
    const order = await lost();
    asBought(await shippo.labelProvider.findPurchase(order));
    expect(orders()).toBe(1);
  });

  it('is found after an HTML answer', async () => {
    asBought(await shippo.labelProvider.findPurchase(await lost('html-answer')));
  });

  it('is found among the newest transactions, beyond the first page, when the list by rate is empty', async () => {
    const order = await lost();
    shippo.double.set({ listByRateIsEmpty: true });
    const other = await anOrder();
    for (let times = 0; times < 120; times += 1) await shippo.client.createTransaction(orderBody(other));
    asBought(await shippo.labelProvider.findPurchase(order));
    expect(await shippo.labelProvider.findPurchase({ ...order, key: newId() })).toBeNull();
  });

  it('is not confused with another order of the same rate', async () => {
    const order = await lost();
    expect(await shippo.labelProvider.findPurchase({ ...order, key: newId() })).toBeNull();
  });

  it('stays unknown during an outage of Shippo', async () => {
    const order = await lost();
    shippo.double.set({ listByRateIsEmpty: true });
    for (let times = 0; times < 3; times += 1) next('GET /transactions', 500);
    await expect(shippo.labelProvider.findPurchase(order)).rejects.toThrow(/status 500/);
  });

  const orderBody = ({ rate }: LabelOrder) => ({
    rate: rate.offerId,
    async: false,
    metadata: 'lading other',
  });
});

describe('a label that cannot be used', () => {
  it.each([
    ['no-tracking-number', /no tracking number/],
    ['other-currency', /not in US dollars/],
    ['foreign-label-host', /unknown host/],
    ['html-label', /not a PDF/],
  ] as const)('(%s) is voided and refused', async (wrongAnswer, text) => {
    shippo.double.set({ nextWrongAnswers: [wrongAnswer] });
    const order = await anOrder();
    expect(await buy(order)).toEqual(refusal(text));
    expect(journal('label_refunded')).toMatchObject([{ metadata: `lading ${order.key}` }]);
    expect(await shippo.labelProvider.findPurchase(order)).toEqual(refusal(/was voided/));
    expect(shippo.logText()).toContain('Shippo sold an unusable label; voiding it');
  });

  it('stays unvoided while Shippo has not confirmed the void', async () => {
    shippo.double.set({ nextWrongAnswers: ['html-label'], refundAfterMs: minutes(60) });
    const order = await anOrder();
    const unvoided = {
      transactionId: expect.stringMatching(/./),
      trackingNumber: expect.stringMatching(/./),
    };
    expect(await buy(order)).toEqual({ ...refusal(/not a PDF/), unvoided });
    expect(await shippo.labelProvider.findPurchase(order)).toEqual({ ...refusal(/was voided/), unvoided });
  });

  it('is voided at the next lookup when the void request failed', async () => {
    shippo.double.set({ nextWrongAnswers: ['no-tracking-number'] });
    const order = await anOrder();
    next('POST /refunds', 500);
    await expect(buy(order)).rejects.toThrow(/status 500/);
    expect(journal('label_refunded')).toEqual([]);
    expect(await shippo.labelProvider.findPurchase(order)).toEqual(refusal(/no tracking number/));
    expect(journal('label_refunded')).toHaveLength(1);
  });

  it('is still refused when Shippo does not void it, and the log says so', async () => {
    shippo.double.set({ nextWrongAnswers: ['no-tracking-number'] });
    const order = await anOrder();
    next('POST /refunds', 400, ['Labels of this carrier cannot be refunded.']);
    const unvoided = { transactionId: expect.stringMatching(/./), trackingNumber: '' };
    expect(await buy(order)).toEqual({ ...refusal(/no tracking number/), unvoided });
    expect(shippo.logText()).toContain('Shippo refused to void an unusable label');
  });

  it('never counts as a purchase, for every known kind of wrong answer', async () => {
    const harmless = new Set<string>([
      'cost-plus-one-cent',
      'used-tracking-number',
      'html-invoice',
      'foreign-invoice-host',
    ]);
    for (const wrongAnswer of WRONG_ANSWERS.filter((one) => !harmless.has(one))) {
      shippo.double.set({ nextWrongAnswers: [wrongAnswer] });
      const order = await anOrder();
      const outcome = await buy(order).then(
        (purchase) => purchase.outcome,
        () => 'unknown',
      );
      expect([wrongAnswer, outcome]).toEqual([
        wrongAnswer,
        wrongAnswer === 'html-answer' ? 'unknown' : 'refused',
      ]);
    }
  });

  it('is also one whose link has a password, another port or another host (WH11)', async () => {
    const { host } = new URL(shippo.double.url);
    for (const link of [
      `http://user:secret@${host}/labels/1.pdf`,
      `http://user@${host}/labels/1.pdf`,
      'http://127.0.0.1:1/labels/1.pdf',
      `https://${host}.evil.example/1.pdf`,
      'http://169.254.169.254/latest/meta-data/1.pdf',
      'https://localhost/labels/1.pdf',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'not a link',
      '',
    ]) {
      const order = await anOrder();
      const body = { object_id: 'none', status: 'SUCCESS', tracking_number: '94001', label_url: link };
      next('POST /transactions', 201, body);
      next('POST /refunds', 201, { transaction: 'none', status: 'QUEUED' });
      const unvoided = { transactionId: 'none', trackingNumber: '94001' };
      expect(await buy(order)).toEqual({ ...refusal(/unknown host/), unvoided });
    }
  });
});

describe('a broken label link', () => {
  const file = 'GET /labels/*';

  it.each([500, 403, 302])(
    '(%d) leaves the purchase open, and the next lookup gets a fresh link',
    async (status) => {
      const order = await anOrder();
      next(file, status);
      await expect(buy(order)).rejects.toThrow(/Downloading a label .* failed/);
      asBought(await shippo.labelProvider.findPurchase(order));
      expect([orders(), refundsAsked()]).toEqual([1, 0]);
    },
  );

  it('that expired is replaced by a fresh one', async () => {
    shippo.double.set({ labelLinkMs: -1 });
    const order = await anOrder();
    await expect(buy(order)).rejects.toThrow(/status 403/);
    shippo.double.set({ labelLinkMs: minutes(1) });
    asBought(await shippo.labelProvider.findPurchase(order));
  });

  it('that stays broken for ten minutes makes us void the label', async () => {
    shippo.double.set({ labelLinkMs: -1 });
    const order = await anOrder();
    await expect(buy(order)).rejects.toThrow(/status 403/);
    shippo.clock.advance(minutes(11));
    expect(await shippo.labelProvider.findPurchase(order)).toEqual(refusal(/cannot be downloaded/));
    expect(journal('label_refunded')).toHaveLength(1);
  });

  it('is also one to a file that is too large (WH11)', async () => {
    const order = await anOrder();
    shippo.double.server.answerNext({
      call: file,
      status: 200,
      body: Buffer.alloc(11 * 1024 * 1024, '%PDF-'),
    });
    await expect(buy(order)).rejects.toThrow(/did not answer as expected/);
  });
});
