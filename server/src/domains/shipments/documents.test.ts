import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { anExport, boughtExport } from '../../../test/exports.ts';
import { pdfPages } from '../../../test/pdf-pages.ts';
import { boughtLabel, call, expectConsistentLedger, makeShop, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let shop: Shop;
let postal: LabelAnswer;
let express: LabelAnswer;
let domestic: LabelAnswer;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  postal = await boughtExport(test, shop, 'USPS', anExport(6));
  express = await boughtExport(test, shop, 'UPS');
  domestic = await boughtLabel(test, shop);
});
afterAll(() => test.close());

const file = (id: string, query = '') =>
  call(test, shop, 'GET', `${API.labelFile.replace(':id', id)}?${query}`);
const merged = (ids: string[], query: string) =>
  call(test, shop, 'GET', `${API.mergedLabels}?ids=${ids.join(',')}&${query}`);
/** What each page shows, in order. */
const shown = (pdf: Buffer) =>
  pdfPages(pdf).map(({ text, size }) => {
    const kind = /CUSTOMSDECLARATION|COMMERCIALINVOICE/.exec(text)?.[0] ?? 'label';
    const owner = [postal, express, domestic].find(({ trackingNumber }) =>
      text.includes(trackingNumber ?? '?'),
    );
    return `${kind} ${owner?.trackingNumber} ${size}`;
  });
const label = ({ trackingNumber }: LabelAnswer) => [`label ${trackingNumber} 288 432`];
const form = ({ trackingNumber }: LabelAnswer) => [
  `CUSTOMSDECLARATION ${trackingNumber} 288 432`,
  `CUSTOMSDECLARATION ${trackingNumber} 288 432`,
];
const invoice = ({ trackingNumber }: LabelAnswer) =>
  Array(3).fill(`COMMERCIALINVOICE ${trackingNumber} 612 792`);

describe('the PDF of a shipment', () => {
  it('contains the label, its documents, or both in this order', async () => {
    const pages = async (id: string, content: string) =>
      shown((await file(id, `content=${content}`)).rawPayload);
    expect(await pages(postal.transactionId, 'label')).toEqual(label(postal));
    expect(await pages(postal.transactionId, 'documents')).toEqual(form(postal));
    expect(await pages(postal.transactionId, 'all')).toEqual([...label(postal), ...form(postal)]);
    expect(await pages(express.transactionId, 'all')).toEqual([...label(express), ...invoice(express)]);
    expect(shown((await file(postal.transactionId)).rawPayload)).toEqual(label(postal));
  });

  it('has sheets of the chosen paper for labels and documents', async () => {
    for (const [paper, size] of [
      ['letter', '612 792'],
      ['a4', '595.28 841.89'],
    ]) {
      const pdf = (await file(express.transactionId, `content=all&paper=${paper}`)).rawPayload;
      const sizes = [...pdf.toString('latin1').matchAll(/\/MediaBox\[0 0 (\S+ [\d.]+)\]/g)];
      expect(sizes.map(([, found]) => found)).toEqual(Array(4).fill(size));
    }
  });

  it('of the documents has its own name, and does not count as a download of the label', async () => {
    const answer = await file(express.transactionId, 'content=documents');
    expect(answer.headers['content-disposition']).toContain(`documents-${express.trackingNumber}.pdf`);
    const { transactionId } = await boughtExport(test, shop, 'DHL');
    await file(transactionId, 'content=documents');
    const downloadedAt = async () =>
      (
        await test.deps.db
          .selectFrom('shipments')
          .select('downloaded_at')
          .where('id', '=', transactionId)
          .executeTakeFirstOrThrow()
      ).downloaded_at;
    expect(await downloadedAt()).toBeNull();
    await file(transactionId, 'content=all');
    expect(await downloadedAt()).not.toBeNull();
  });

  it('without documents is the label, or a clear error', async () => {
    const { transactionId } = domestic;
    expect(shown((await file(transactionId, 'content=all')).rawPayload)).toEqual(label(domestic));
    for (const answer of [
      await file(transactionId, 'content=documents'),
      await merged([transactionId], 'content=documents'),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        404,
        { error: 'DOCUMENTS_NOT_FOUND', message: 'This shipment has no customs documents.' },
      ]);
  });

  it('is needed for documents: PNG and ZPL show the label alone', async () => {
    for (const format of ['png', 'zpl']) {
      const [plain, all] = await Promise.all(
        ['label', 'all'].map((content) => file(express.transactionId, `format=${format}&content=${content}`)),
      );
      expect([all?.statusCode, all?.rawPayload.equals(plain?.rawPayload ?? Buffer.alloc(0))]).toEqual([
        200,
        true,
      ]);
    }
  });
});

describe('one PDF of several shipments', () => {
  const ids = () => [express, domestic, postal].map(({ transactionId }) => transactionId);

  it('has each label followed by its documents', async () => {
    const all = await merged(ids(), 'content=all');
    expect(shown(all.rawPayload)).toEqual([
      ...label(express),
      ...invoice(express),
      ...label(domestic),
      ...label(postal),
      ...form(postal),
    ]);
  });

  it('has only the labels, or only the documents', async () => {
    expect(shown((await merged(ids(), '')).rawPayload)).toEqual(
      [express, domestic, postal].flatMap((one) => label(one)),
    );
    const documents = await merged(ids(), 'content=documents');
    expect(documents.headers['content-disposition']).toContain('documents-2.pdf');
    expect(shown(documents.rawPayload)).toEqual([...invoice(express), ...form(postal)]);
  });
});

describe('the documents of a transaction', () => {
  it('are listed with their pages', async () => {
    const documentsOf = async ({ transactionId }: LabelAnswer) =>
      (await call(test, shop, 'GET', API.transaction.replace(':id', transactionId))).json().transaction
        .documents;
    expect(await documentsOf(postal)).toEqual([{ kind: 'customs_form', pages: 2 }]);
    expect(await documentsOf(express)).toEqual([{ kind: 'commercial_invoice', pages: 3 }]);
    expect(await documentsOf(domestic)).toBeUndefined();
    await expectConsistentLedger(test);
  });
});
