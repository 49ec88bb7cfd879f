import { BULK } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
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
  work,
} from '../../../test/bulk.ts';
import { FaultyLabelProvider } from '../../../test/faulty-label-provider.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import type { AddressToCheck, AddressVerifier } from '../../providers/address-verification/port.ts';

/** The real verifier, which can be delayed or made to fail. */
class FaultyVerifier implements AddressVerifier {
  readonly asked: string[] = [];
  /** Streets for which the service fails. */
  readonly failing = new Set<string>();
  waiting: Promise<void> = Promise.resolve();
  readonly #inner: AddressVerifier;

  constructor(inner: AddressVerifier) {
    this.#inner = inner;
  }

  async verify(address: AddressToCheck) {
    this.asked.push(address.street1);
    await this.waiting;
    if (this.failing.has(address.street1)) throw new Error('the service is down');
    return this.#inner.verify(address);
  }
}

let test: TestApp;
let shop: Shop;
let verifier: FaultyVerifier;
let labelProvider: FaultyLabelProvider;
beforeAll(async () => {
  test = await buildTestApp({}, (deps) => {
    deps.addressVerifier = verifier = new FaultyVerifier(deps.addressVerifier);
    deps.labelProvider = labelProvider = new FaultyLabelProvider(deps.labelProvider);
  });
  shop = await makeShop(test);
});
afterAll(() => test.close());

const remove = (id: string, numbers: number[], removed: boolean) =>
  act(test, shop, API.batchRemovals, id, { numbers, removed });
const rowAt = async (id: string, number: number) =>
  (await rowsOfBatch(test, shop, id)).find((row) => row.number === number);

describe('an edited row', () => {
  it('is validated again with only the changed cells replaced', async () => {
    const { id } = await upload(test, shop, [goodCells(1, { receiver_city: '' }), goodCells(2)]);
    await work(test);
    const other = await rowAt(id, 2);
    const answer = await edit(test, shop, id, [{ number: 1, cells: { receiver_city: 'Austin' } }]);
    expect(answer.json().batch.counts).toMatchObject({ pending: 2, invalid: 0 });
    expect(await rowAt(id, 1)).toMatchObject({
      status: 'pending',
      work: 'addresses',
      problems: [],
      error: null,
    });
    await work(test);
    expect(await rowAt(id, 1)).toMatchObject({ status: 'pending', work: null, isValid: true });
    expect(await rowAt(id, 2)).toEqual(other);
    await edit(test, shop, id, [{ number: 1, cells: { package_weight: '-1' } }]);
    expect(await rowAt(id, 1)).toMatchObject({ status: 'invalid', error: BULK.notNumeric('package_weight') });
  });

  it('keeps concurrent edits of different cells', async () => {
    const { id } = await upload(test, shop, [goodCells(1, { receiver_city: '', package_weight: 'heavy' })]);
    const answers = await Promise.all([
      edit(test, shop, id, [{ number: 1, cells: { receiver_city: 'Austin' } }]),
      edit(test, shop, id, [{ number: 1, cells: { package_weight: '3' } }]),
      edit(test, shop, id, [{ number: 1, cells: { order_ref: 'A-7' } }]),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const row = await rowAt(id, 1);
    expect(row?.cells).toEqual(goodCells(1, { package_weight: '3', order_ref: 'A-7' }));
    expect(row?.status).toBe('pending');
  });

  it('is not overwritten by the check of its old address', async () => {
    const { id } = await upload(test, shop, [
      goodCells(1, { receiver_zipcode: '99999', receiver_city: 'Nowhere' }),
    ]);
    const { promise, resolve } = Promise.withResolvers<void>();
    verifier.waiting = promise;
    const asked = verifier.asked.length;
    const checking = work(test);
    await expect.poll(() => verifier.asked.length, { timeout: 20_000 }).toBeGreaterThan(asked);
    await edit(test, shop, id, [
      { number: 1, cells: { receiver_zipcode: '78701', receiver_city: 'Austin' } },
    ]);
    verifier.waiting = Promise.resolve();
    resolve();
    await checking;
    await work(test);
    expect(await rowAt(id, 1)).toMatchObject({ status: 'pending', isValid: true, work: null, problems: [] });
  });

  it('is not overwritten by the rates of its old parcel', async () => {
    const { id } = await upload(test, shop, [goodCells(1)]);
    await work(test);
    await act(test, shop, API.batchRates, id);
    const letGo = labelProvider.hang();
    const rating = work(test);
    await expect.poll(() => labelProvider.calls.at(-1)?.kind, { timeout: 20_000 }).toBe('rates');
    await edit(test, shop, id, [{ number: 1, cells: { package_weight: '20' } }]);
    letGo();
    await rating;
    await work(test);
    expect(await rowAt(id, 1)).toMatchObject({
      status: 'pending',
      rate: null,
      selectedRateId: null,
      rateCount: 0,
    });
  });

  it('loses its rates and selection', async () => {
    const { id } = await ratedBatch(test, shop, rowsOf(1));
    const { chosen } = await batchOf(test, shop, id);
    expect(chosen).toMatchObject({ count: 1, amount: expect.any(Number) });
    await edit(test, shop, id, [{ number: 1, cells: { package_weight: '9' } }]);
    expect(await rowOfBatch(test, shop, id, 1)).toMatchObject({
      status: 'pending',
      rates: [],
      selectedRateId: null,
    });
    expect((await batchOf(test, shop, id)).chosen).toEqual({ count: 0, amount: 0, retailAmount: null });
  });

  it('must exist, or the whole edit is rejected', async () => {
    const { id } = await upload(test, shop, rowsOf(2));
    const before = await rowsOfBatch(test, shop, id);
    const cells = { receiver_city: 'Dallas' };
    expect(
      (
        await edit(
          test,
          shop,
          id,
          [1, 3].map((number) => ({ number, cells })),
        )
      ).statusCode,
    ).toBe(404);
    expect(await rowsOfBatch(test, shop, id)).toEqual(before);
  });
});

describe('a paid row', () => {
  it('can be neither edited nor removed, before or after its label', async () => {
    const { id } = await begunBatch(test, shop, [goodCells(1), goodCells(2, { receiver_city: '' })]);
    for (const moment of ['before', 'after'] as const) {
      if (moment === 'after') await work(test);
      const before = await rowsOfBatch(test, shop, id);
      const edits = [1, 2].map((number) => ({ number, cells: { receiver_city: 'Dallas' } }));
      const answers = [
        await edit(test, shop, id, edits),
        await remove(id, [2, 1], true),
        await act(
          test,
          shop,
          API.batchChoices,
          id,
          { choices: [{ number: 1, rateId: before[0]?.selectedRateId }] },
          'PUT',
        ),
      ];
      expect(answers.map(({ statusCode, json }) => [statusCode, json().error])).toEqual(
        answers.map(() => [409, 'ROW_PAID']),
      );
      expect(await rowsOfBatch(test, shop, id)).toEqual(before);
    }
  });
});

describe('a removed row', () => {
  it('is not counted or rated, and can be restored unchanged', async () => {
    const { id } = await upload(test, shop, rowsOf(3));
    await work(test);
    const before = await rowsOfBatch(test, shop, id);
    expect((await remove(id, [2], true)).json().batch.counts).toMatchObject({ pending: 2, removed: 1 });
    await act(test, shop, API.batchRates, id);
    await work(test);
    const { chosen, counts } = await batchOf(test, shop, id);
    expect([chosen.count, counts]).toEqual([
      2,
      expect.objectContaining({ rate_selected: 2, removed: 1, pending: 0 }),
    ]);
    expect((await remove(id, [2], false)).json().batch.counts).toMatchObject({ pending: 1, removed: 0 });
    expect(await rowAt(id, 2)).toEqual(before[1]);
  });

  it('does not make a row below it a duplicate', async () => {
    const { id } = await upload(test, shop, [goodCells(1), goodCells(1), goodCells(1)]);
    const duplicates = async () =>
      (await rowsOfBatch(test, shop, id)).map(({ duplicate }) => duplicate?.number ?? null);
    expect(await duplicates()).toEqual([null, 1, 1]);
    await remove(id, [1], true);
    expect((await duplicates()).slice(1)).toEqual([null, 2]);
    await remove(id, [1], false);
    expect(await duplicates()).toEqual([null, 1, 1]);
  });
});

describe('the address check', () => {
  it('is retried and passes once the service recovers', async () => {
    const { id } = await upload(test, shop, [goodCells(1, { sender_address: '1 Main St' })]);
    verifier.failing.add('1 Main St');
    await work(test);
    expect(await rowAt(id, 1)).toMatchObject({ status: 'pending', work: 'addresses', problems: [] });
    verifier.failing.clear();
    await endRests(test);
    await work(test);
    expect(await rowAt(id, 1)).toMatchObject({ status: 'pending', work: null });
  });

  it('reports the specification’s message after three failures and can be repeated', async () => {
    const { id } = await upload(test, shop, [goodCells(1, { sender_address: '2 Main St' })]);
    verifier.failing.add('2 Main St');
    for (let tries = 1; tries <= 3; tries += 1) {
      await work(test);
      await endRests(test);
    }
    const error = 'Sender address API validation error: the service is down';
    expect(await rowAt(id, 1)).toMatchObject({
      status: 'invalid',
      work: null,
      error,
      problems: [{ column: 'sender_address', kind: 'address_check', message: error }],
    });
    verifier.failing.clear();
    await edit(test, shop, id, [{ number: 1, cells: { sender_address: '2 Main St' } }]);
    await work(test);
    expect(await rowAt(id, 1)).toMatchObject({ status: 'pending', problems: [] });
  });

  it('checks a shared sender once and returns the standardized addresses', async () => {
    const address = '3 main street';
    const { id } = await upload(
      test,
      shop,
      rowsOf(5, () => ({ sender_address: address })),
    );
    await work(test);
    expect(verifier.asked.filter((street) => street === address)).toHaveLength(1);
    const { senderValidation, recipientValidation, from } = await rowOfBatch(test, shop, id, 1);
    expect(senderValidation).toMatchObject({ isValid: true, suggestedAddress: { street1: '3 Main St' } });
    expect(recipientValidation).toMatchObject({ isValid: true });
    expect(from).toMatchObject({ address });
  });
});
