import type { BulkCells, BulkColumn } from '@lading/contract/bulk/columns.ts';
import { type ItemCells, NO_ITEM, writeItems } from '@lading/contract/bulk/item-cells.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, Rate } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../src/labels/customs/document-texts.fixture.ts';
import { pictureOfPage } from '../src/labels/read-back/page-picture.fixture.ts';
import { readCodes } from '../src/labels/read-back/read-codes.fixture.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import {
  act,
  batchOf,
  goodCells,
  path,
  payForBatch,
  ratedBatch,
  rowOfBatch,
  rowsOfBatch,
  work,
} from './bulk.ts';
import { INTERNATIONAL_PARCELS } from './international-parcels.ts';
import {
  aShipment,
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  pay,
  type Shop,
} from './shipping.ts';
import { type ShippoAtDouble, shippoAtDouble } from './shippo-at-double.ts';

type Bought = Pick<LabelAnswer, 'transactionId'>;
type Parcel = (typeof INTERNATIONAL_PARCELS)[number];

const shipmentOf = ({ receiver, weight, customs }: Parcel) => {
  const shipment = aShipment();
  return {
    ...shipment,
    receiver,
    package: { ...shipment.package, weight },
    ...(customs && { customs }),
  };
};

async function buyFrom(test: TestApp, shop: Shop, parcel: Parcel, rate: Rate) {
  await pay(test, shop, centsOfRate(rate), [rate.objectId]);
  const body = { ...shipmentOf(parcel), rateId: rate.objectId };
  const answer = await call(test, shop, 'POST', API.label, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as LabelAnswer;
}

async function detailsOf(test: TestApp, shop: Shop, { transactionId }: Bought) {
  const answer = await call(test, shop, 'GET', API.transaction.replace(':id', transactionId));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().transaction;
}

const pdfOf = async (test: TestApp, shop: Shop, { transactionId }: Bought, content: string) =>
  call(test, shop, 'GET', `${API.labelFile.replace(':id', transactionId)}?content=${content}`);

const cellsOfItem = ({ unitWeight, unitValue, hsCode, ...item }: Record<string, unknown>): ItemCells => ({
  ...NO_ITEM,
  item_description: String(item.description),
  item_quantity: String(item.quantity),
  item_weight: String(unitWeight),
  item_value: String(unitValue),
  item_hs: String(hsCode),
  item_origin: String(item.origin),
  item_sku: String(item.sku ?? ''),
});

/** The parcel as a row of a file. */
function cellsOf({ receiver, weight, customs = {} }: Parcel, number: number): BulkCells {
  const cells: BulkCells = { package_weight: String(weight), order_ref: `A-${number}` };
  for (const [field, text] of Object.entries(receiver))
    cells[`receiver_${field.toLowerCase()}` as BulkColumn] = text;
  const { contentsType = '', itn = '', signer = '', recipientTaxId } = customs as Record<string, string>;
  const { kind, number: taxId } = (recipientTaxId as unknown as Record<string, string> | undefined) ?? {};
  const items = (customs.items as Record<string, unknown>[] | undefined) ?? [];
  return goodCells(number, {
    ...cells,
    customs_contents: contentsType,
    customs_itn: itn,
    customs_signer: signer,
    recipient_tax_id: taxId ? `${kind}: ${taxId}` : '',
    ...writeItems(items.map(cellsOfItem)),
  });
}

/** The bar codes of the label and of every page of its documents. */
async function codesOf(test: TestApp, shop: Shop, shipmentId: string): Promise<string[][]> {
  const png = await call(test, shop, 'GET', `${path(API.labelFile, shipmentId)}?format=png`);
  expect(png.statusCode, png.body.slice(0, 200)).toBe(200);
  const documents = await test.deps.db
    .selectFrom('shipment_documents')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .execute();
  const pages = documents.flatMap((document) => pagesOf(document));
  return [
    await readCodes(png.rawPayload, ['Code128']),
    ...(await Promise.all(
      pages.map(({ page, size }) => readCodes(pictureOfPage(page, 203, size), ['Code128'])),
    )),
  ];
}

describe.each(['built-in', 'Shippo'] as const)('with the %s provider', (provider) => {
  let test: TestApp;
  let shop: Shop;
  let shippo: ShippoAtDouble | null = null;
  beforeAll(async () => {
    if (provider === 'Shippo') shippo = await shippoAtDouble();
    test = await buildTestApp({}, (deps) => {
      if (shippo) deps.labelProvider = shippo.labelProvider;
    });
    shop = await makeShop(test);
  });
  afterAll(async () => {
    if (provider === 'built-in') await expectConsistentLedger(test);
    await test.close();
    await shippo?.close();
  });

  it.each(INTERNATIONAL_PARCELS)('a shop sends $name', async (parcel) => {
    const answer = await call(test, shop, 'POST', API.rates, shipmentOf(parcel));
    expect(answer.statusCode, answer.body).toBe(200);
    const rates: Rate[] = answer.json();
    for (const carrier of parcel.carriers) {
      const rate = rates.find((each) => each.carrier === carrier);
      if (!rate) throw new Error(`${carrier} offers no rate: ${JSON.stringify(rates)}`);
      const label = await buyFrom(test, shop, parcel, rate);
      const { customs, documents = [] } = await detailsOf(test, shop, label);
      expect(customs?.items?.length ?? 0).toBe((parcel.customs?.items as unknown[] | undefined)?.length ?? 0);
      const all = await pdfOf(test, shop, label, 'all');
      expect(all.statusCode, all.body).toBe(200);
      const alone = await pdfOf(test, shop, label, 'documents');
      expect(alone.statusCode).toBe(documents.length > 0 ? 200 : 404);
    }
  });

  it('a shop uploads the same parcels as a file', async () => {
    // One row per parcel and carrier; the client chooses the carrier by hand.
    const wanted = INTERNATIONAL_PARCELS.flatMap((parcel, index) =>
      (index === 0 ? parcel.carriers : parcel.carriers.slice(0, 1)).map((carrier) => ({ parcel, carrier })),
    );
    const { id } = await ratedBatch(
      test,
      shop,
      wanted.map(({ parcel }, index) => cellsOf(parcel, index + 1)),
    );
    const rated = await rowsOfBatch(test, shop, id);
    expect(rated.map(({ error }) => error)).toEqual(wanted.map(() => null));
    const choices = await Promise.all(
      wanted.map(async ({ carrier }, index) => {
        const { rates, number } = await rowOfBatch(test, shop, id, index + 1);
        return { number, rateId: rates.find((rate) => rate.carrier === carrier)?.objectId };
      }),
    );
    expect((await act(test, shop, API.batchChoices, id, { choices }, 'PUT')).statusCode).toBe(200);
    const { paymentIntentId } = await payForBatch(test, shop, await batchOf(test, shop, id));
    await act(test, shop, API.batchLabels, id, { paymentIntentId });
    await work(test);
    const rows = await rowsOfBatch(test, shop, id);
    for (const [index, { parcel, carrier }] of wanted.entries())
      await expectBought(rows[index] as BulkRow, parcel, carrier);
    const merged = await call(
      test,
      shop,
      'GET',
      `${path(API.batchFile, id).replace(':file', 'labels.pdf')}?content=all`,
    );
    expect(merged.statusCode, merged.body.slice(0, 200)).toBe(200);
  });

  async function expectBought({ transaction, status, error }: BulkRow, parcel: Parcel, carrier: string) {
    expect([parcel.name, status, error]).toEqual([parcel.name, 'label_generated', null]);
    const shipmentId = transaction?.transactionId ?? '';
    const { customs, documents = [] } = await detailsOf(test, shop, { transactionId: shipmentId });
    expect(transaction?.carrier).toBe(carrier);
    expect(customs?.items?.length ?? 0).toBe((parcel.customs?.items as unknown[] | undefined)?.length ?? 0);
    const alone = await pdfOf(test, shop, { transactionId: shipmentId }, 'documents');
    expect(alone.statusCode).toBe(documents.length > 0 ? 200 : 404);
    // The double of Shippo sends files without bar codes.
    if (provider === 'Shippo') return;
    const expected =
      carrier === 'USPS' ? parcel.customs !== undefined : parcel.customs?.contentsType !== 'documents';
    expect([parcel.name, documents.length]).toEqual([parcel.name, expected ? 1 : 0]);
    const pages = await codesOf(test, shop, shipmentId);
    expect(pages.length).toBeGreaterThan(documents.length);
    for (const codes of pages)
      expect(codes.filter((code) => code.includes(transaction?.trackingNumber ?? '?'))).not.toEqual([]);
  }
});
