import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  act,
  batchOf,
  begunBatch,
  edit,
  endRests,
  goodCells,
  ratedBatch,
  rowOfBatch,
  rowsOf,
  rowsOfBatch,
  upload,
  waitForEvening,
  work,
} from '../../../test/bulk.ts';
import { buildFaultyApp, type FaultyApp, makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import type {
  LabelOrder,
  LabelProvider,
  Pace,
  RateRequest,
  SoughtPurchase,
} from '../../providers/label-providers/port.ts';

interface Call {
  kind: 'rates' | 'buy';
  from: number;
  to: number;
}

/** A label provider with its own pace that delays each call and records when it ran. */
class PacedLabelProvider implements LabelProvider {
  pace: Pace;
  tookMs = 0;
  /** Calls of a kind wait until this many are open, so that a slow machine shows the full concurrency. */
  gather = 0;
  /** Requests that fail, by the recipient's name. */
  readonly failing = new Set<string>();
  /** Services that are not offered. */
  readonly withheld = new Set<string>();
  calls: Call[] = [];
  /** Of each request for rates. */
  readonly references: RateRequest['reference'][] = [];
  readonly #open = { rates: 0, buy: 0 };
  readonly #gathered = { rates: Promise.withResolvers<void>(), buy: Promise.withResolvers<void>() };
  readonly #inner: LabelProvider;

  constructor(inner: LabelProvider) {
    this.#inner = inner;
    this.pace = inner.pace;
  }

  get name() {
    return this.#inner.name;
  }

  get repeatable() {
    return this.#inner.repeatable;
  }
  get records() {
    return this.#inner.records;
  }

  services = () => this.#inner.services();
  findPurchase = (sought: SoughtPurchase) => this.#inner.findPurchase(sought);
  readFiles = (sought: SoughtPurchase) => this.#inner.readFiles(sought);
  voidLabel = (id: string) => this.#inner.voidLabel(id);
  track: LabelProvider['track'] = (carrier, number) => this.#inner.track(carrier, number);

  rates = (request: RateRequest) =>
    this.#timed('rates', async () => {
      this.references.push(request.reference);
      if (this.failing.has(request.to.name)) throw new Error('the carrier does not answer');
      const answer = await this.#inner.rates(request);
      return { ...answer, rates: answer.rates.filter(({ service }) => !this.withheld.has(service)) };
    });

  buyLabel = (order: LabelOrder) => this.#timed('buy', () => this.#inner.buyLabel(order));

  async #timed<T>(kind: Call['kind'], answer: () => Promise<T>): Promise<T> {
    const from = performance.now();
    this.#open[kind] += 1;
    if (this.gather > 0 && this.#open[kind] >= this.gather) this.#gathered[kind].resolve();
    if (this.gather > 0) await Promise.race([this.#gathered[kind].promise, sleep(5_000)]);
    await sleep(this.tookMs);
    try {
      return await answer();
    } finally {
      this.#open[kind] -= 1;
      this.calls.push({ kind, from, to: performance.now() });
    }
  }
}

let faulty: FaultyApp;
let labelProvider: PacedLabelProvider;
let shop: Shop;
/** A new app per test, because most tests move its clock. */
beforeEach(async () => {
  faulty = await buildFaultyApp({}, (builtin) => {
    labelProvider = new PacedLabelProvider(builtin);
    return labelProvider;
  });
  shop = await makeShop(faulty.test);
});
afterEach(() => faulty.test.close());

const checked = async (rows: Parameters<typeof upload>[2]): Promise<Batch> => {
  const batch = await upload(faulty.test, shop, rows);
  await work(faulty.test);
  return batch;
};
const getRates = (id: string, numbers?: number[]) => act(faulty.test, shop, API.batchRates, id, { numbers });
const statuses = async (id: string) => (await rowsOfBatch(faulty.test, shop, id)).map(({ status }) => status);

describe('rates', () => {
  it('move a row from pending to rate_selected with the cheapest selected', async () => {
    const { id } = await checked([goodCells(1), goodCells(2, { receiver_city: '' })]);
    expect(await statuses(id)).toEqual(['pending', 'invalid']);
    const started = await getRates(id);
    expect(started.json().batch).toMatchObject({
      step: 'rate_selection',
      work: { what: 'rates', done: 0, total: 1 },
    });
    await work(faulty.test);
    expect(await statuses(id)).toEqual(['rate_selected', 'invalid']);
    const { rates, rate, selectedRateId } = await rowOfBatch(faulty.test, shop, id, 1);
    expect(rates.length).toBeGreaterThan(3);
    expect(rates.map(({ amount }) => amount)).toEqual(
      rates.map(({ amount }) => amount).toSorted((a, b) => a - b),
    );
    expect(selectedRateId).toBe(rates[0]?.objectId);
    expect(rate).toMatchObject({ amount: rates[0]?.amount, chosenBy: 'rule' });
  });

  it('are requested with the order number of the row, again after it was edited', async () => {
    const { id } = await checked([goodCells(1, { order_ref: '="1042"' }), goodCells(2)]);
    await getRates(id);
    await work(faulty.test);
    expect(labelProvider.references.toSorted()).toEqual(['1042', undefined]);
    await edit(faulty.test, shop, id, [{ number: 1, cells: { order_ref: '1043' } }]);
    await work(faulty.test);
    expect((await rowOfBatch(faulty.test, shop, id, 1)).rates).toEqual([]);
    await getRates(id, [1]);
    await work(faulty.test);
    expect(labelProvider.references.toSorted()).toEqual(['1042', '1043', undefined]);
  });

  it('return an error when no row is ready', async () => {
    const { id } = await checked([goodCells(1, { receiver_city: '' })]);
    const answer = await getRates(id);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'NOTHING_READY']);
    expect(labelProvider.calls).toEqual([]);
  });

  it('make the row invalid with the specification’s message if no carrier offers any', async () => {
    const { id } = await checked([goodCells(1, { package_weight: '900' }), goodCells(2)]);
    await getRates(id);
    await work(faulty.test);
    const row = await rowOfBatch(faulty.test, shop, id, 1);
    expect(row).toMatchObject({ status: 'invalid', error: BULK.noRates, rates: [], selectedRateId: null });
    expect(row.problems).toMatchObject([{ kind: 'rates', message: 'No rates found' }]);
    expect(row.messages.length).toBeGreaterThan(0);
    expect(await statuses(id)).toEqual(['invalid', 'rate_selected']);
  });

  it('keep in the row why no carrier offers any', async () => {
    const { id } = await checked([goodCells(1, { package_weight: '900' }), goodCells(2)]);
    await getRates(id);
    await work(faulty.test);
    const [refused, offered] = await rowsOfBatch(faulty.test, shop, id);
    expect(refused?.refusals).toContainEqual({
      carriers: ['USPS'],
      text: 'USPS accepts up to 70 lb; this package weighs 900 lb.',
    });
    expect(offered).not.toHaveProperty('refusals');
    expect(await statuses(id)).toEqual(['invalid', 'rate_selected']);
  });

  it('are tried three times while the label provider is unreachable, without delaying other rows', async () => {
    const { id } = await checked(rowsOf(3));
    labelProvider.failing.add('Dana Reyes 2');
    await getRates(id);
    await work(faulty.test);
    expect(await statuses(id)).toEqual(['rate_selected', 'pending', 'rate_selected']);
    for (let tries = 2; tries <= 3; tries += 1) {
      await endRests(faulty.test);
      await work(faulty.test);
    }
    const error = 'Failed to get rates: The carrier is not responding. Please try again in a moment.';
    expect(await rowOfBatch(faulty.test, shop, id, 2)).toMatchObject({
      status: 'invalid',
      error,
      work: null,
    });
    expect(labelProvider.calls).toHaveLength(5);

    labelProvider.failing.clear();
    await getRates(id, [2]);
    await work(faulty.test);
    expect(await statuses(id)).toEqual(['rate_selected', 'rate_selected', 'rate_selected']);
  });

  it('keep the manually selected service when fetched again', async () => {
    const { id } = await ratedBatch(faulty.test, shop, rowsOf(2));
    const { rates } = await rowOfBatch(faulty.test, shop, id, 1);
    const favorite = rates.at(-1);
    const choices = [{ number: 1, rateId: favorite?.objectId }];
    await act(faulty.test, shop, API.batchChoices, id, { choices }, 'PUT');
    const other = (await rowsOfBatch(faulty.test, shop, id))[1];
    await getRates(id, [1]);
    await work(faulty.test);
    const rows = await rowsOfBatch(faulty.test, shop, id);
    expect(rows[0]?.rate).toMatchObject({
      serviceName: favorite?.serviceName,
      amount: favorite?.amount,
      chosenBy: 'hand',
    });
    expect(rows[0]?.selectedRateId).not.toBe(favorite?.objectId);
    expect(rows[1]).toEqual(other);
  });

  it('keep the manually selected service through a failed request', async () => {
    const { id } = await ratedBatch(faulty.test, shop, [goodCells(1)]);
    const favorite = (await rowOfBatch(faulty.test, shop, id, 1)).rates.at(-1);
    const choices = [{ number: 1, rateId: favorite?.objectId }];
    await act(faulty.test, shop, API.batchChoices, id, { choices }, 'PUT');
    labelProvider.failing.add('Dana Reyes 1');
    await getRates(id, [1]);
    for (let tries = 1; tries <= 3; tries += 1) {
      await work(faulty.test);
      await endRests(faulty.test);
    }
    expect(await rowOfBatch(faulty.test, shop, id, 1)).toMatchObject({
      status: 'invalid',
      selectedRateId: null,
      rate: null,
    });
    labelProvider.failing.clear();
    await getRates(id, [1]);
    await work(faulty.test);
    expect(await rowOfBatch(faulty.test, shop, id, 1)).toMatchObject({
      status: 'rate_selected',
      rate: { serviceName: favorite?.serviceName, chosenBy: 'hand' },
    });
  });

  it('wait for the manually selected service while it is not offered', async () => {
    const { id } = await ratedBatch(faulty.test, shop, [goodCells(1)]);
    const favorite = (await rowOfBatch(faulty.test, shop, id, 1)).rates.at(-1);
    const choices = [{ number: 1, rateId: favorite?.objectId }];
    await act(faulty.test, shop, API.batchChoices, id, { choices }, 'PUT');
    labelProvider.withheld.add(favorite?.service ?? '');
    for (let tries = 1; tries <= 2; tries += 1) {
      await getRates(id, [1]);
      await work(faulty.test);
      expect(await rowOfBatch(faulty.test, shop, id, 1)).toMatchObject({
        status: 'rates_loaded',
        selectedRateId: null,
        rate: null,
      });
    }
    labelProvider.withheld.clear();
    await getRates(id, [1]);
    await work(faulty.test);
    expect(await rowOfBatch(faulty.test, shop, id, 1)).toMatchObject({
      status: 'rate_selected',
      rate: { serviceName: favorite?.serviceName, chosenBy: 'hand' },
    });
  });

  it('report a ship date that passed overnight until the date is changed', async () => {
    waitForEvening(faulty.test);
    shop = await makeShop(faulty.test);
    const { id } = await checked([
      goodCells(1, { shipping_date: '2026-11-16' }),
      goodCells(2, { shipping_date: '2026-11-30' }),
    ]);
    faulty.test.clock.advance(minutes(11));
    await getRates(id);
    await work(faulty.test);
    const [row, other] = await rowsOfBatch(faulty.test, shop, id);
    expect(row).toMatchObject({ status: 'invalid', error: BULK.datePast('2026-11-16') });
    expect(row?.problems).toMatchObject([{ column: 'shipping_date', kind: 'date_past' }]);
    expect(other?.status).toBe('rate_selected');
    await edit(faulty.test, shop, id, [{ number: 1, cells: { shipping_date: '2026-11-17' } }]);
    await work(faulty.test);
    await getRates(id);
    await work(faulty.test);
    expect(await statuses(id)).toEqual(['rate_selected', 'rate_selected']);
  });

  it('wait while the client is suspended', async () => {
    const suspended = await makeShop(faulty.test);
    const { id } = await upload(faulty.test, suspended, rowsOf(2));
    await work(faulty.test);
    await act(faulty.test, suspended, API.batchRates, id);
    const setStatus = (status: 'active' | 'suspended') =>
      faulty.test.deps.db.updateTable('users').set({ status }).where('id', '=', suspended.userId).execute();
    await setStatus('suspended');
    await work(faulty.test);
    expect(labelProvider.calls).toEqual([]);
    await setStatus('active');
    await work(faulty.test);
    expect((await batchOf(faulty.test, suspended, id)).counts.rate_selected).toBe(2);
  });
});

describe('the pace of a label provider', () => {
  /** The maximum number of concurrent calls. */
  const maxConcurrent = (calls: Call[]) =>
    Math.max(...calls.map(({ from }) => calls.filter((call) => call.from <= from && from < call.to).length));

  const dated = () => ({ shipping_date: '2026-11-30' });

  it('limits rates and labels to one at a time with pauses', async () => {
    labelProvider.pace = { parallel: 1, pauseBetweenRatesMs: 40, pauseBetweenLabelsMs: 70 };
    labelProvider.tookMs = 5;
    const { id } = await begunBatch(faulty.test, shop, rowsOf(4, dated));
    await work(faulty.test);
    expect((await batchOf(faulty.test, shop, id)).counts.label_generated).toBe(4);
    for (const [kind, pause] of [
      ['rates', 40],
      ['buy', 70],
    ] as const) {
      const calls = labelProvider.calls.filter((call) => call.kind === kind);
      const waits = calls.slice(1).map(({ from }, index) => from - (calls[index]?.to ?? 0));
      expect(waits).toHaveLength(3);
      // A timer may fire up to a millisecond early.
      expect(Math.min(...waits), `${kind}: ${waits}`).toBeGreaterThanOrEqual(pause - 1);
    }
  });

  it('uses the allowed concurrency and never exceeds it', async () => {
    labelProvider.pace = { parallel: 3, pauseBetweenRatesMs: 0, pauseBetweenLabelsMs: 0 };
    labelProvider.gather = 3;
    labelProvider.tookMs = 10;
    const { id } = await begunBatch(faulty.test, shop, rowsOf(12, dated));
    await work(faulty.test);
    expect((await batchOf(faulty.test, shop, id)).counts.label_generated).toBe(12);
    for (const kind of ['rates', 'buy'] as const)
      expect(maxConcurrent(labelProvider.calls.filter((call) => call.kind === kind)), kind).toBe(3);
  });
});
