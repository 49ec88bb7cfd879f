import { buffer } from 'node:stream/consumers';
import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDocument } from '../../../test/add-document.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { begunBatch, goodCells, path, ratedBatch, rowsOfBatch, work } from '../../../test/bulk.ts';
import { labelPdf } from '../../../test/doubles/shippo-double-pdf.ts';
import { keepAsPdf } from '../../../test/keep-as-pdf.ts';
import { pdfPages } from '../../../test/pdf-pages.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { anExport } from '../../labels/customs/customs-order.fixture.ts';
import { mergedLabels } from '../shipments/merged-labels.ts';

const FORMULAS = ['=HYPERLINK("https://evil.example")', '+1', '-2+3', '@SUM(A1)', '＝1'];

let test: TestApp;
let shop: Shop;
let batch: Batch;
let labels: BulkRow[];
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  batch = await begunBatch(test, shop, [
    ...FORMULAS.map((order_ref, index) => goodCells(index + 1, { order_ref })),
    goodCells(6, { receiver_city: '' }),
    goodCells(7, { receiver_fullname: 'Ann "Q", Jr.' }),
  ]);
  await work(test);
  labels = (await rowsOfBatch(test, shop, batch.id)).filter(({ transaction }) => transaction !== null);
  expect(labels).toHaveLength(6);
});
afterAll(() => test.close());

const file = (name: string, owner = shop, id = batch.id) =>
  call(test, owner, 'GET', path(API.batchFile, id).replace(':file', name));
const numbersOf = (rows: BulkRow[]) => rows.map(({ transaction }) => transaction?.trackingNumber ?? '');

const pageTexts = (pdf: Buffer) => pdfPages(pdf).map(({ text }) => text);

describe('files of batches', () => {
  describe('the files of a batch', () => {
    it('contain all labels in row order, one page each, as PDF', async () => {
      const answer = await file('labels.pdf');
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="labels-6.pdf"',
      });
      const pages = pageTexts(answer.rawPayload);
      expect(pages).toHaveLength(6);
      for (const [index, number] of numbersOf(labels).entries()) expect(pages[index]).toContain(number);
    });

    it('are streamed, and read 25 labels at a time', async () => {
      const ids = Array.from({ length: 60 }, (_, at) => labels[at % 6]?.transaction?.transactionId ?? '');
      const reads = (sent: readonly string[]) => sent.filter((text) => /"bytes".*ANY/.test(text)).length;
      const sent = await sentStatements(async (sent) => {
        const options = { paper: '4x6', content: 'label' } as const;
        const { content } = await mergedLabels(test.deps, shop.userId, ids, options);
        expect(reads(sent)).toBe(1);
        expect(pdfPages(await buffer(content as AsyncIterable<Uint8Array>))).toHaveLength(60);
      });
      expect(reads(sent)).toBe(3);
    });

    it('contain all labels in row order as ZPL', async () => {
      const zpl = (await file('labels.zpl')).body.replaceAll(' ', '');
      const places = numbersOf(labels).map((number) => zpl.indexOf(number));
      expect(Math.min(...places)).toBeGreaterThan(0);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(zpl.match(/\^XA/g)).toHaveLength(6);
    });

    it('list the result of each row as CSV without executable formulas (CS07)', async () => {
      const answer = await file('results.csv');
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="results.csv"',
      });
      const [header, ...lines] = answer.body.trimEnd().split('\r\n');
      expect(header).toMatch(/^Shipment ID,Status,Tracking Number,Cost,/);
      expect(lines).toHaveLength(7);
      const [first] = labels;
      expect(lines[0]).toContain(
        `csv_ship_1,label_generated,${first?.transaction?.trackingNumber},${first?.transaction?.cost.toFixed(2)},`,
      );
      for (const [index, formula] of FORMULAS.entries())
        expect(lines[index]).toContain(`'${formula.replaceAll('"', '""')}`);
      expect(lines[5]).toMatch(/^csv_ship_6,invalid,,,.*Missing required field: receiver_city$/);
      expect(lines[6]).toContain('"Ann ""Q"", Jr."');
    });

    it('leave out voided labels', async () => {
      const some = await begunBatch(test, shop, [goodCells(41), goodCells(42), goodCells(43)]);
      await work(test);
      const rows = await rowsOfBatch(test, shop, some.id);
      const set = (state: 'void_requested' | 'voided') =>
        test.deps.db
          .updateTable('shipments')
          .set({ state })
          .where('id', '=', rows[1]?.transaction?.transactionId ?? '')
          .execute();
      await set('void_requested');
      await set('voided');
      const pages = pageTexts((await file('labels.pdf', shop, some.id)).rawPayload);
      expect(pages).toHaveLength(2);
      const [, dead = ''] = numbersOf(rows);
      expect(pages.join()).not.toContain(dead);
      expect((await file('labels.zpl', shop, some.id)).body.replaceAll(' ', '')).not.toContain(dead);
    });

    it('do not exist before the first label, except for the results', async () => {
      const early = await ratedBatch(test, shop, [goodCells(8)]);
      expect((await file('labels.pdf', shop, early.id)).json().error).toBe('LABEL_NOT_FOUND');
      expect((await file('labels.zpl', shop, early.id)).statusCode).toBe(404);
      expect((await file('results.csv', shop, early.id)).body).toContain('csv_ship_1,rate_selected,,,');
    });

    it('are not found by other clients or under unknown names (AZ01)', async () => {
      const other = await makeShop(test);
      for (const name of ['labels.pdf', 'labels.zpl', 'results.csv'])
        expect((await file(name, other)).json().error).toBe('BATCH_NOT_FOUND');
      for (const name of ['labels.exe', '..%2f..%2fetc%2fpasswd', 'results.csv%00'])
        expect((await file(name)).statusCode).toBe(400);
    });
  });

  describe('the documents of a batch', () => {
    let documented: Batch;
    let numbers: string[];
    beforeAll(async () => {
      documented = await begunBatch(test, shop, [goodCells(31), goodCells(32), goodCells(33)]);
      await work(test);
      const rows = await rowsOfBatch(test, shop, documented.id);
      numbers = numbersOf(rows);
      for (const index of [0, 2])
        await addDocument(test, rows[index]?.transaction?.transactionId ?? '', anExport('USPS'));
    });

    it('follow their labels in row order', async () => {
      const answer = await file('labels.pdf?content=all', shop, documented.id);
      const pages = pageTexts(answer.rawPayload);
      expect(pages.map((text) => text.includes('CUSTOMSDECLARATION'))).toEqual([
        false,
        true,
        false,
        false,
        true,
      ]);
      for (const [page, row] of [0, 2, 3].entries()) expect(pages[row]).toContain(numbers[page]);
    });

    it('can be downloaded alone, and are left out by default', async () => {
      const documents = await file('labels.pdf?content=documents', shop, documented.id);
      expect(documents.headers['content-disposition']).toContain('documents-2.pdf');
      expect(pageTexts(documents.rawPayload)).toHaveLength(2);
      expect(pageTexts((await file('labels.pdf', shop, documented.id)).rawPayload)).toHaveLength(3);
      expect((await file('labels.pdf?content=documents')).json().error).toBe('DOCUMENTS_NOT_FOUND');
    });
  });

  describe('the ZPL of a batch with carrier PDFs among its labels', () => {
    const pdf = labelPdf(['A label from somewhere else']);
    const idOf = (row: BulkRow | undefined) => row?.transaction?.transactionId ?? '';
    const formatsOf = (rows: BulkRow[]) => rows.map(({ transaction }) => transaction?.labelFormats);
    let mixed: Batch;
    const rows = () => rowsOfBatch(test, shop, mixed.id);
    beforeEach(async () => {
      mixed = await begunBatch(test, shop, [goodCells(21), goodCells(22), goodCells(23)]);
      await work(test);
      await keepAsPdf(test, [idOf((await rows())[1])], pdf);
    });

    it('leaves the PDFs out and does not count them as downloaded', async () => {
      const everything = ['pdf', 'png', 'zpl'];
      expect(formatsOf(await rows())).toEqual([everything, ['pdf'], everything]);
      const answer = await file('labels.zpl', shop, mixed.id);
      expect(answer.headers['content-disposition']).toBe('attachment; filename="labels-2.zpl"');
      expect(answer.body.match(/\^XA/g)).toHaveLength(2);
      const shipments = await test.deps.db
        .selectFrom('shipments')
        .select('id')
        .where('id', 'in', (await rows()).map(idOf))
        .where('downloaded_at', 'is', null)
        .execute();
      expect(shipments).toEqual([{ id: idOf((await rows())[1]) }]);
    });

    it('returns an error that explains the reason when there are only PDFs', async () => {
      await keepAsPdf(test, (await rows()).map(idOf), pdf);
      const answer = await file('labels.zpl', shop, mixed.id);
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        expect.stringContaining('only available as PDF'),
      ]);
      expect((await file('labels.pdf', shop, mixed.id)).statusCode).toBe(200);
    });
  });
});
