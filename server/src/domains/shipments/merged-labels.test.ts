import { buffer } from 'node:stream/consumers';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDocument } from '../../../test/add-document.ts';
import { keepAsPdf } from '../../../test/keep-as-pdf.ts';
import { pdfPages } from '../../../test/pdf-pages.ts';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { anExport } from '../../labels/customs/customs-order.fixture.ts';
import { kitPdf } from '../../labels/pdf/foreign/foreign-pdfs.fixture.ts';
import { mergedLabels, mergedZpl } from './merged-labels.ts';

let faulty: FaultyApp;
let owner: pg.Client;
let shop: Shop;
let labels: { id: string; number: string }[];
beforeAll(async () => {
  faulty = await buildFaultyApp();
  owner = new pg.Client({ connectionString: faulty.test.ownerUrl });
  await owner.connect();
  // Skips the triggers that forbid changing a label, as a damaged disk would.
  await owner.query(`SET session_replication_role = 'replica'`);
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
  labels = [];
  for (let count = 0; count < 3; count += 1) {
    const { transactionId, trackingNumber } = await boughtLabel(faulty.test, shop);
    labels.push({ id: transactionId, number: trackingNumber ?? '' });
  }
});
afterAll(async () => {
  await owner.end();
  await faulty.test.close();
});

const idOf = (index: number) => labels[index]?.id ?? '';
const numberOf = (index: number) => labels[index]?.number ?? '';
const merged = (query = '') => {
  const ids = labels.map(({ id }) => id).join(',');
  return call(faulty.test, shop, 'GET', `${API.mergedLabels}?ids=${ids}${query}`);
};
const encryptedPdf = async () => Buffer.from(await kitPdf({ password: 'secret', version: '1.7' }));
/** The index of each label that counts as downloaded. */
const downloaded = async () => {
  const rows = await faulty.test.deps.db
    .selectFrom('shipments')
    .select('id')
    .where('user_id', '=', shop.userId)
    .where('downloaded_at', 'is not', null)
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return labels.flatMap(({ id }, index) => (ids.has(id) ? [index] : []));
};
/** Damages a label and the label provider's copy of it. */
async function destroy(index: number) {
  await owner.query(`UPDATE shipment_labels SET bytes = '' WHERE shipment_id = $1`, [idOf(index)]);
  await owner.query(
    `UPDATE sandbox.carrier_purchases SET label_bytes = ''
     WHERE transaction_id = (SELECT transaction_id FROM shipments WHERE id = $1)`,
    [idOf(index)],
  );
}

describe('a file of several labels', () => {
  it('has every label in the requested order, and marks all as downloaded', async () => {
    const pages = pdfPages((await merged()).rawPayload);
    expect(pages.map(({ text }, index) => text.includes(numberOf(index)))).toEqual([true, true, true]);
    expect(pages.some(({ text }) => text.includes('Labelmissing'))).toBe(false);
    expect(await downloaded()).toEqual([0, 1, 2]);
  });

  it.each<[string, () => Promise<void>, string]>([
    [
      'cannot be merged',
      async () => keepAsPdf(faulty.test, [idOf(1)], await encryptedPdf()),
      'itisencrypted',
    ],
    ['is damaged', () => destroy(1), 'isdamaged'],
  ])('has a page with the tracking number in place of a label that %s', async (_, spoil, reason) => {
    await spoil();
    const pages = pdfPages((await merged()).rawPayload);
    expect(pages).toHaveLength(3);
    expect(pages[1]?.text).toContain('Labelmissing');
    expect(pages[1]?.text).toContain(numberOf(1));
    expect(pages.map(({ text }) => text).join('')).toContain(reason);
    expect(pages[2]?.text).toContain(numberOf(2));
    expect(await downloaded()).toEqual([0, 2]);
  });

  it('puts the page of a missing label on sheets of office paper', async () => {
    await destroy(1);
    const answer = await merged('&paper=letter');
    expect(answer.rawPayload.toString('latin1')).toContain('/Count 2');
  });

  it('has a page in place of a document that cannot be merged, and does not mark its label', async () => {
    await addDocument(faulty.test, idOf(1), anExport('USPS'));
    await owner.query(
      `UPDATE shipment_documents SET format = 'pdf', bytes = $2, sha256 = sha256($2) WHERE shipment_id = $1`,
      [idOf(1), await encryptedPdf()],
    );
    const pages = pdfPages((await merged('&content=all')).rawPayload);
    expect(pages).toHaveLength(4);
    expect(pages[1]?.text).toContain(numberOf(1));
    expect(pages[2]?.text).toContain('Documentmissing');
    expect(pages[2]?.text).toContain(numberOf(1));
    expect(await downloaded()).toEqual([0, 2]);
  });

  it('has the page of a missing label after 25 others', async () => {
    await destroy(2);
    const ids = [...Array.from({ length: 25 }, (_, at) => idOf(at % 2)), idOf(2)];
    const file = await mergedLabels(faulty.test.deps, shop.userId, ids, { paper: '4x6', content: 'label' });
    const pages = pdfPages(await buffer(file.content as AsyncIterable<Uint8Array>));
    expect([pages.length, pages[25]?.text.includes('Labelmissing')]).toEqual([26, true]);
    expect(await downloaded()).toEqual([0, 1]);
  });

  it('names a missing label in ZPL, too', async () => {
    await destroy(1);
    const ids = labels.map(({ id }) => id);
    const file = await mergedZpl(faulty.test.deps, shop.userId, ids, '300');
    const zpl = (await buffer(file.content as AsyncIterable<Uint8Array>)).toString().split('^XZ');
    expect(zpl[1]).toContain('Label missing');
    expect(zpl[1]).toContain(numberOf(1));
    expect(zpl[1]).toContain('^PW1200');
    expect(await downloaded()).toEqual([0, 2]);
  });

  it('is an error if every label is damaged', async () => {
    for (const index of [0, 1, 2]) await destroy(index);
    expect((await merged()).json().error).toBe('LABEL_DAMAGED');
    expect(await downloaded()).toEqual([]);
  });
});
