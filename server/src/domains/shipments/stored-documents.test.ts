import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boughtExport } from '../../../test/exports.ts';
import { pdfPages } from '../../../test/pdf-pages.ts';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { eraseJournalLabels, eraseJournalsOf } from '../../provider-stores/erase-journals.store.ts';
import { findViolations } from '../reconciliation/invariants.store.ts';
import { eraseShipmentsOf } from './erase-shipments.ts';
import { deleteLabels } from './old-addresses.store.ts';

let faulty: FaultyApp;
let owner: pg.Client;
let shop: Shop;
let id: string;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  owner = new pg.Client({ connectionString: faulty.test.ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
  id = (await boughtExport(faulty.test, shop, 'USPS')).transactionId;
});
afterAll(async () => {
  await owner.end();
  await faulty.test.close();
});

const stored = async () =>
  (await owner.query('SELECT * FROM shipment_documents WHERE shipment_id = $1', [id])).rows;
const download = (query: string) =>
  call(faulty.test, shop, 'GET', `${API.labelFile.replace(':id', id)}?${query}`);
const incidents = async () =>
  (await owner.query('SELECT kind, detail FROM incidents WHERE object_id = $1', [id])).rows.map(
    ({ kind, detail }) => `${kind}: ${detail}`,
  );
const loseCopy = () =>
  owner.query(
    `UPDATE sandbox.carrier_purchases SET document_bytes = '' WHERE transaction_id = (SELECT transaction_id FROM shipments WHERE id = $1)`,
    [id],
  );

/** Of this shipment: other tests damage theirs. */
const violations = async () => {
  const scope = { now: faulty.test.clock.now(), maxInProgressMs: 3_600_000, since: null };
  const all = await findViolations(faulty.test.deps.db, scope);
  return all.filter(({ objectId }) => objectId === id);
};

const LOSSES: [string, string][] = [
  ['lost', 'DELETE FROM shipment_documents WHERE shipment_id = $1'],
  ['empty', `UPDATE shipment_documents SET bytes = '' WHERE shipment_id = $1`],
  [
    'changed',
    `UPDATE shipment_documents SET bytes = set_byte(bytes, 50, (get_byte(bytes, 50) + 1) % 256) WHERE shipment_id = $1`,
  ],
];

describe('a stored document', () => {
  it('is written with the label, with its hash', async () => {
    const rows = await stored();
    expect(rows).toMatchObject([{ position: 0, kind: 'customs_form', format: 'lading-page' }]);
    const { rows: labels } = await owner.query(
      `SELECT l.documents, d.sha256 = sha256(d.bytes) AS sound, d.bytes = c.document_bytes AS same
       FROM shipment_labels l JOIN shipment_documents d USING (shipment_id) JOIN shipments s ON s.id = shipment_id
       JOIN sandbox.carrier_purchases c USING (transaction_id) WHERE shipment_id = $1`,
      [id],
    );
    expect(labels).toEqual([{ documents: 1, sound: true, same: true }]);
    expect(await violations()).toEqual([]);
  });

  it('is found again when the answer to the order was lost', async () => {
    const { labelProvider } = faulty.test.deps;
    const { rows } = await owner.query(
      'SELECT a.id, q.carrier_rate FROM purchase_attempts a JOIN shipments s ON s.id = a.shipment_id JOIN quotes q ON q.id = s.quote_id WHERE s.id = $1',
      [id],
    );
    const found = await labelProvider.findPurchase({ key: rows[0].id, rate: rows[0].carrier_rate });
    expect(found?.outcome === 'bought' && found.documents.map(({ bytes }) => Buffer.from(bytes))).toEqual(
      (await stored()).map(({ bytes }) => bytes),
    );
  });

  it.each(LOSSES)('that is %s is replaced by the copy of the carrier', async (_, statement) => {
    const intact = (await download('content=all')).rawPayload;
    await owner.query(statement, [id]);
    const again = await download('content=all');
    expect([again.statusCode, again.rawPayload.equals(intact)]).toEqual([200, true]);
    expect(await incidents()).toEqual(['document_damaged: replaced by the copies of the label provider']);
  });

  it.each(LOSSES)(
    'that is %s and has no copy causes an error; the label still prints',
    async (_, statement) => {
      const { transactionId: other } = await boughtLabel(faulty.test, shop);
      await owner.query(statement, [id]);
      await loseCopy();
      const url = `${API.mergedLabels}?content=all&ids=`;
      for (const answer of [
        await download('content=all'),
        await download('content=documents'),
        await call(faulty.test, shop, 'GET', `${url}${id}`),
      ])
        expect([answer.statusCode, answer.json().error]).toEqual([500, 'DOCUMENTS_DAMAGED']);
      expect((await download('content=label')).statusCode).toBe(200);
      const merged = await call(faulty.test, shop, 'GET', `${url}${id},${other}`);
      const pages = pdfPages(merged.rawPayload).map(({ text }) => text.includes('Labelmissing'));
      expect(pages).toEqual([true, false]);
      expect(await incidents()).toHaveLength(1);
    },
  );

  it('that is a PDF which we cannot merge is sent as it is, and not with the label', async () => {
    const pdf = Buffer.from('%PDF-1.4 from a carrier');
    await owner.query(
      `UPDATE shipment_documents SET format = 'pdf', bytes = $2, sha256 = sha256($2) WHERE shipment_id = $1`,
      [id, pdf],
    );
    expect((await download('content=documents')).rawPayload.equals(pdf)).toBe(true);
    const all = await download('content=all');
    expect([all.statusCode, all.json().error]).toEqual([409, 'DOCUMENTS_NOT_MERGED']);
    expect(await incidents()).toEqual([]);
  });

  it('that is missing violates an invariant', async () => {
    expect(await violations()).toEqual([]);
    await owner.query('DELETE FROM shipment_documents WHERE shipment_id = $1', [id]);
    expect(await violations()).toMatchObject([{ detail: 'documents missing; bought with 1' }]);
  });

  it('cannot be changed or deleted by the application, except with its label', async () => {
    const { db } = faulty.test.deps;
    await expect(db.deleteFrom('shipment_documents').execute()).rejects.toThrow('permission denied');
    await expect(
      db
        .updateTable('shipment_documents')
        .set({ kind: 'customs_form' } as never)
        .execute(),
    ).rejects.toThrow('permission denied');
    await expect(transaction(db, (trx) => deleteLabels(trx, [id]))).rejects.toThrow(
      'before their owner is erased',
    );
    expect(await stored()).toHaveLength(1);
  });

  it.each<[string, string, (trx: Trx) => Promise<void>]>([
    [
      'its shipment becomes old',
      'UPDATE shipments SET addresses_erased_at = now() WHERE id = $1',
      async (trx) => {
        await deleteLabels(trx, [id]);
        await eraseJournalLabels(trx, [id]);
      },
    ],
    [
      'its client is erased',
      'UPDATE users SET erased_at = now() WHERE id = (SELECT user_id FROM shipments WHERE id = $1)',
      async (trx) => {
        await eraseShipmentsOf(trx, shop.userId);
        await eraseJournalsOf(trx, shop.userId);
      },
    ],
  ])('is erased when %s', async (_, permission, erase) => {
    await owner.query(permission, [id]);
    await transaction(faulty.test.deps.db, erase);
    expect(await stored()).toEqual([]);
    const { rows } = await owner.query(
      'SELECT document_bytes FROM sandbox.carrier_purchases JOIN shipments s USING (transaction_id) WHERE s.id = $1',
      [id],
    );
    expect(rows).toEqual([{ document_bytes: null }]);
  });
});
