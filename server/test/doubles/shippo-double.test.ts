import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mergeLabels } from '../../src/labels/pdf/merge-labels.ts';
import { readTrackingNumber } from '../read-tracking-number.ts';
import { type ShippoDouble, type ShippoDoubleOptions, startShippoDouble } from './shippo-double.ts';
import { ERROR_BODIES, REFUSED_NAME, WRONG_ANSWERS } from './shippo-double-options.ts';

const ADDRESS = {
  name: 'Ann',
  street1: '965 Mission St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
};
const PARCEL = { length: '10', width: '8', height: '4', distance_unit: 'in', weight: '2', mass_unit: 'lb' };

/** Long, because a busy machine is slow. */
const PATIENT = { timeout: 20_000 };

interface Rate {
  object_id: string;
  amount: string;
  provider: string;
}

/** The checked fields of all objects. */
interface Body {
  object_id: string;
  status: string;
  tracking_number: string;
  label_url: string;
  rate: Rate;
  rates: Rate[];
  results: Body[];
  next: string;
  tracking_status: { status: string };
}

describe('the Shippo double', () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  const start = async (options: ShippoDoubleOptions = {}) => {
    const double = await startShippoDouble(options);
    open.push(double);
    return double;
  };

  const call = async (double: ShippoDouble, method: string, path: string, body?: unknown) => {
    const response = await fetch(new URL(path, double.url), {
      method,
      headers: { authorization: 'ShippoToken shippo_test_x', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    const answer: Body = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: answer };
  };
  const ship = async (double: ShippoDouble, change = {}) =>
    (
      await call(double, 'POST', '/shipments', {
        address_from: ADDRESS,
        address_to: { ...ADDRESS, zip: '60606' },
        parcels: [PARCEL],
        async: false,
        ...change,
      })
    ).body;
  const buy = async (double: ShippoDouble, metadata = 'order 1', change = {}) => {
    const rate = cheapest(await ship(double, change));
    const order = { rate: rate.object_id, label_file_type: 'PDF_4x6', async: false, metadata };
    return { rate, ...(await call(double, 'POST', '/transactions', order)) };
  };

  const cheapest = ({ rates }: Body): Rate => {
    const [rate] = rates;
    if (!rate) throw new Error('No rate');
    return rate;
  };

  it.each([
    ['none', {}],
    ['of another kind', { authorization: 'Bearer shippo_test_x' }],
    ['unknown', { authorization: 'ShippoToken shippo_test_other' }],
  ])('answers 401 to a token that is %s', async (_, headers) => {
    const double = await start({ apiKey: 'shippo_test_mine' });
    const response = await fetch(`${double.url}/transactions`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  });

  it('gives the same parcel the same price, and charges more for weight and distance', async () => {
    const double = await start();
    const price = async (change: object) => Number(cheapest(await ship(double, change)).amount);
    const base = await price({});
    expect(await price({})).toBe(base);
    expect(await price({ parcels: [{ ...PARCEL, weight: '9' }] })).toBeGreaterThan(base);
    expect(await price({ address_to: { ...ADDRESS, zip: '94110' } })).toBeLessThan(base);
  });

  it('has a message instead of a rate for a carrier that is down, and rates of the others', async () => {
    const double = await start({ carriersDown: ['UPS'] });
    const { rates, ...shipment } = await ship(double);
    expect(new Set(rates.map(({ provider }) => provider))).toEqual(new Set(['USPS', 'FedEx', 'DHL Express']));
    expect(shipment).toMatchObject({
      messages: [{ source: 'UPS', code: 'carrier_timeout', text: expect.stringContaining('not respond') }],
    });
  });

  it('sells a label for every rate with a tracking number of that carrier', async () => {
    const double = await start();
    const { rates } = await ship(double);
    for (const rate of rates) {
      const { body } = await call(double, 'POST', '/transactions', { rate: rate.object_id, async: false });
      const carrier = readTrackingNumber(body.tracking_number)?.carrier;
      expect(carrier).toBe(rate.provider === 'DHL Express' ? 'DHL' : rate.provider);
    }
    expect(double.server.journal.filter(({ kind }) => kind === 'label_bought')).toHaveLength(rates.length);
  });

  it('records every sale with cost and metadata in the journal', async () => {
    const double = await start();
    const { rate, body } = await buy(double, 'lading abc');
    expect(double.server.journal).toEqual([
      expect.objectContaining({
        kind: 'label_bought',
        transaction: body.object_id,
        rate: rate.object_id,
        metadata: 'lading abc',
        trackingNumber: body.tracking_number,
        cents: Math.round(Number(rate.amount) * 100),
        currency: 'USD',
      }),
    ]);
  });

  it('links to a printable label until the link expires or is changed', async () => {
    const double = await start();
    const { label_url: link } = (await buy(double)).body;
    const bytes = new Uint8Array(await (await fetch(link)).arrayBuffer());
    const sheets = mergeLabels([{ format: 'pdf', bytes }], () => expect.fail(), {
      paper: 'label',
      perSheet: 1,
    });
    let merged = '';
    for await (const piece of sheets) merged += Buffer.from(piece).toString('latin1');
    expect(merged).toContain('/Count 1');
    expect((await fetch(link.replace(/.$/, 'x'))).status).toBe(403);
    double.set({ labelLinkMs: -1 });
    expect((await fetch((await buy(double)).body.label_url)).status).toBe(403);
  });

  it.each([
    ['the name of the receiver', {}, 'order', { address_to: { ...ADDRESS, name: REFUSED_NAME } }],
    ['the metadata', {}, `order ${REFUSED_NAME}`, {}],
    ['every nth', { refuseEvery: 1 }, 'order', {}],
  ])('refuses a label with 201 and status ERROR by %s', async (_, options, metadata, change) => {
    const { status, body } = await buy(await start(options), metadata, change);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'ERROR',
      tracking_number: '',
      label_url: '',
      messages: [{ text: expect.any(String) }],
    });
  });

  it.each([
    ['sold after a while', 30, 'SUCCESS'],
    ['never sold', null, 'QUEUED'],
  ])('queues a label that is %s', async (_, ms, end) => {
    const double = await start({ queued: { share: 1, ms } });
    const { body } = await buy(double);
    expect(body).toMatchObject({ status: 'QUEUED', tracking_number: '' });
    const sold = () => double.server.journal.filter(({ kind }) => kind === 'label_bought').length;
    await vi.waitFor(() => expect(sold()).toBe(end === 'SUCCESS' ? 1 : 0), PATIENT);
    expect((await call(double, 'GET', `/transactions/${body.object_id}`)).body.status).toBe(end);
  });

  it('answers before it is finished when the request is asynchronous', async () => {
    const double = await start();
    const queued = await ship(double, { async: true });
    expect(queued).toMatchObject({ status: 'QUEUED', rates: [] });
    const { body: shipment } = await call(double, 'GET', `/shipments/${queued.object_id}`);
    const order = { rate: cheapest(shipment).object_id };
    const { body } = await call(double, 'POST', '/transactions', order);
    expect(body.status).toBe('QUEUED');
    const read = async () => (await call(double, 'GET', `/transactions/${body.object_id}`)).body.status;
    await vi.waitFor(async () => expect(await read()).toBe('SUCCESS'), PATIENT);
  });

  it.each([
    ['POST /shipments', { address_from: ADDRESS, parcels: [PARCEL] }, 'address_to'],
    ['POST /transactions', {}, 'rate'],
    ['POST /transactions', { rate: 'unknown' }, 'rate'],
    ['POST /refunds', { transaction: 'unknown' }, 'transaction'],
    ['POST /addresses', { city: 'Chicago' }, 'country'],
  ])('names the wrong field: %s with %o', async (name, body, field) => {
    const [method = '', path = ''] = name.split(' ');
    const answer = await call(await start(), method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
  });

  it('lists transactions newest first, in pages, by rate, and late when it lags', async () => {
    const double = await start();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await buy(double)).body.object_id);
    const list = async (query: string) => (await call(double, 'GET', `/transactions?${query}`)).body;
    const idsOf = (page: { results: { object_id: string }[] }) =>
      page.results.map(({ object_id }) => object_id);
    const first = await list('results=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const next = new URL(first.next);
    expect(idsOf((await call(double, 'GET', next.pathname + next.search)).body)).toEqual(ids.slice(2));
    const { rate } = (await call(double, 'GET', `/transactions/${ids[0]}`)).body;
    expect(idsOf(await list(`rate=${rate}`))).toEqual([ids[0]]);
    double.set({ listByRateIsEmpty: true });
    expect(idsOf(await list(`rate=${rate}`))).toEqual([]);
    double.set({ listLagMs: 60_000 });
    expect(idsOf(await list(''))).toEqual([]);
  });

  it('voids a label after a delay, once', async () => {
    const double = await start({ refundAfterMs: 40 });
    const { object_id: transaction } = (await buy(double)).body;
    const { status, body } = await call(double, 'POST', '/refunds', { transaction });
    expect({ status, refund: body.status }).toEqual({ status: 201, refund: 'QUEUED' });
    expect((await call(double, 'POST', '/refunds', { transaction })).status).toBe(400);
    const kinds = () => double.server.journal.map(({ kind }) => kind);
    await vi.waitFor(
      () => expect(kinds()).toEqual(['label_bought', 'refund_requested', 'label_refunded']),
      PATIENT,
    );
    expect((await call(double, 'GET', `/refunds/${body.object_id}`)).body.status).toBe('SUCCESS');
    expect((await call(double, 'GET', `/transactions/${transaction}`)).body.status).toBe('REFUNDED');
  });

  it('does not void a used label', async () => {
    const double = await start();
    const { object_id: transaction, tracking_number } = (await buy(double)).body;
    await double.move(tracking_number, 'TRANSIT');
    const { status, body } = await call(double, 'POST', '/refunds', { transaction });
    expect({ status, refund: body.status }).toEqual({ status: 201, refund: 'ERROR' });
    expect((await call(double, 'GET', `/transactions/${transaction}`)).body.status).toBe('REFUNDREJECTED');
  });

  it('sends a webhook when a parcel moves, and again after a failure', async () => {
    const heard: unknown[] = [];
    const statuses = [503, 200];
    const listener = createServer(async (request, response) => {
      heard.push(await json(request));
      response.writeHead(statuses.shift() ?? 200).end();
    }).listen(0, '127.0.0.1');
    open.push(listener);
    await once(listener, 'listening');
    const webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
    const double = await start({ webhookUrl });
    const { tracking_number } = (await buy(double)).body;
    await double.move(tracking_number, 'DELIVERED', 'Left at the door');
    expect(heard).toHaveLength(2);
    expect(heard[1]).toMatchObject({
      event: 'track_updated',
      test: true,
      data: { carrier: 'usps', tracking_number, tracking_status: { status: 'DELIVERED' } },
    });
  });

  it('answers 429 with a wait time over the limit, separately for each kind', async () => {
    const double = await start({ limits: { list: 2, getTracks: 1 } });
    const statuses = [];
    for (let count = 0; count < 3; count++)
      statuses.push((await call(double, 'GET', '/transactions')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { headers, body } = await call(double, 'GET', '/refunds/');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toEqual({ detail: expect.stringContaining('throttled') });
    expect((await call(double, 'GET', '/tracks/shippo/SHIPPO_TRANSIT')).status).toBe(200);
    expect((await call(double, 'GET', '/tracks/shippo/SHIPPO_TRANSIT')).status).toBe(429);
  });

  it.each(Object.entries(ERROR_BODIES))('refuses once in the format %s on request', async (_, body) => {
    const double = await start();
    double.server.answerNext({ call: 'POST /transactions', status: 400, body });
    expect(await buy(double)).toMatchObject({ status: 400, body });
    expect(await buy(double)).toMatchObject({ status: 201, body: { status: 'SUCCESS' } });
  });

  it.each([
    ['no-tracking-number', { status: 201, body: { status: 'SUCCESS', tracking_number: '' } }],
    ['other-currency', { status: 201, body: { rate: { currency: 'EUR' } } }],
    ['cost-plus-one-cent', { status: 201, body: { status: 'SUCCESS', rate: { currency: 'USD' } } }],
    ['html-answer', { status: 201, body: expect.stringContaining('<h1>') }],
    ['html-label', { status: 201, body: { status: 'SUCCESS' } }],
    ['error-with-200', { status: 200, body: { status: 'ERROR' } }],
    ['used-tracking-number', { status: 201, body: { status: 'SUCCESS' } }],
    ['foreign-label-host', { status: 201, body: { label_url: expect.stringContaining('elsewhere') } }],
  ] as const)('gives a wrong answer on request: %s', async (wrongAnswer, shape) => {
    const double = await start();
    const before = (await buy(double)).body;
    double.set({ nextWrongAnswers: [wrongAnswer] });
    const { rate, ...answer } = await buy(double);
    expect(answer).toMatchObject(shape);
    const sold = double.server.journal.filter(({ kind }) => kind === 'label_bought').length - 1;
    expect(sold).toBe(wrongAnswer === 'error-with-200' ? 0 : 1);
    if (wrongAnswer === 'cost-plus-one-cent')
      expect(Math.round((Number(answer.body.rate.amount) - Number(rate.amount)) * 100)).toBe(1);
    if (wrongAnswer === 'used-tracking-number')
      expect(answer.body.tracking_number).toBe(before.tracking_number);
    if (wrongAnswer === 'html-label')
      expect(await (await fetch(answer.body.label_url)).text()).toContain('<h1>');
    expect(await buy(double)).toMatchObject({ status: 201, body: { status: 'SUCCESS' } });
  });

  it('gives the requested share of wrong answers, the same for the same seed', async () => {
    const wrongAnswers = async (seed: number) => {
      const double = await start({ seed, wrongAnswers: { 'no-tracking-number': 0.3 } });
      for (let count = 0; count < 60; count++) await buy(double);
      return double.server.journal.map(({ wrongAnswer }) => wrongAnswer);
    };
    const first = await wrongAnswers(7);
    expect(await wrongAnswers(7)).toEqual(first);
    expect(first.filter((wrongAnswer) => wrongAnswer === WRONG_ANSWERS[0]).length).toBeGreaterThan(8);
    expect(first.filter((wrongAnswer) => wrongAnswer === null).length).toBeGreaterThan(30);
  });

  it('can be controlled over HTTP', async () => {
    const double = await start();
    await call(double, 'PUT', '/double/options', { refuseEvery: 2 });
    const [first, second] = [(await buy(double)).body, (await buy(double)).body];
    expect([first.status, second.status]).toEqual(['SUCCESS', 'ERROR']);
    const { tracking_number: trackingNumber } = first;
    await call(double, 'POST', '/double/move', { trackingNumber, status: 'TRANSIT' });
    expect((await call(double, 'GET', `/tracks/usps/${trackingNumber}`)).body.tracking_status.status).toBe(
      'TRANSIT',
    );
    expect((await call(double, 'GET', '/double/journal')).body).toHaveLength(2);
  });
});
