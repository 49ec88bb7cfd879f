import { API } from '@lading/contract/routes.ts';
import { type HistoryItem, LABEL_FORMATS, type LabelFormat } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { labelPdf } from '../../../test/doubles/shippo-double-pdf.ts';
import { keepAsPdf } from '../../../test/keep-as-pdf.ts';
import {
  aShipment,
  buy,
  call,
  centsOfRate,
  makeShop,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';

const pdf = labelPdf(['A label from another provider']);

let test: TestApp;
let shop: Shop;
let drawn: { id: string; rateId: string };
let foreign: { id: string; rateId: string };
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  drawn = await bought();
  foreign = await bought();
  await keepAsPdf(test, [foreign.id], pdf);
});
afterAll(() => test.close());

async function bought() {
  const [rate] = await ratesFor(test, shop);
  const rateId = rate?.objectId ?? '';
  await pay(test, shop, centsOfRate(rate), [rateId]);
  return { id: (await buy(test, shop, rateId)).json().transactionId as string, rateId };
}
const get = (url: string) => call(test, shop, 'GET', url);
const fileOf = (id: string, query: string) => get(`${API.labelFile.replace(':id', id)}?${query}`);
const inHistory = async (id: string): Promise<HistoryItem> =>
  (await get(API.history)).json().shipments.find((item: HistoryItem) => item.shipment_id === id);
const transactionOf = async (id: string): Promise<HistoryItem> =>
  (await get(API.transaction.replace(':id', id))).json().transaction;

describe('the available formats of a label', () => {
  it.each<[string, () => typeof drawn, readonly LabelFormat[]]>([
    ['rendered by us: all formats', () => drawn, LABEL_FORMATS],
    ['supplied by the provider: PDF only', () => foreign, ['pdf']],
  ])('are listed for a label %s', async (_kind, labelOf, formats) => {
    const { id, rateId } = labelOf();
    expect((await buy(test, shop, rateId)).json()).toMatchObject({
      transactionId: id,
      labelFormats: formats,
    });
    expect((await inHistory(id)).labelFormats).toEqual(formats);
    expect((await transactionOf(id)).labelFormats).toEqual(formats);
    for (const format of LABEL_FORMATS) {
      const { statusCode } = await fileOf(id, `format=${format}`);
      expect([format, statusCode]).toEqual([format, formats.includes(format) ? 200 : 400]);
    }
  });

  it('are absent once the label is voided', async () => {
    const { id } = await bought();
    for (const state of ['void_requested', 'voided'] as const)
      await test.deps.db.updateTable('shipments').set({ state }).where('id', '=', id).execute();
    expect(await inHistory(id)).not.toHaveProperty('labelFormats');
    expect(await transactionOf(id)).not.toHaveProperty('labelFormats');
  });
});

it('a print of a label counts as a download, but a preview does not', async () => {
  const { id } = await bought();
  expect((await fileOf(id, 'format=pdf&media=screen')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await inHistory(id)).downloadedAt).toBeNull();
  expect((await fileOf(id, 'format=pdf&media=wall')).statusCode).toBe(400);
  await fileOf(id, 'format=pdf');
  expect((await inHistory(id)).downloadedAt).not.toBeNull();
});

it('a pallet gets a freight rate, a tracking number and a label in every format', async () => {
  const size = { length: 48, width: 40, height: 60, weight: 650, distance_unit: 'in', mass_unit: 'lb' };
  const pallet = aShipment({ package: { ...size, type: 'pallet' } });
  const [rate] = await ratesFor(test, shop, pallet);
  expect(rate).toMatchObject({ service: 'fedex_freight_economy', estimated: true, retailAmount: null });
  const rateId = rate?.objectId ?? '';
  await pay(test, shop, centsOfRate(rate), [rateId]);
  const answer = await call(test, shop, 'POST', API.label, { ...pallet, rateId });
  expect([answer.statusCode, answer.json().labelStatus]).toEqual([200, 'ready']);
  expect(answer.json().trackingNumber).toMatch(/^\d{12}$/);
  for (const format of LABEL_FORMATS)
    expect((await fileOf(answer.json().transactionId, `format=${format}`)).statusCode).toBe(200);
});
