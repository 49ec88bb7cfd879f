import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  act,
  announceUpload,
  begunBatch,
  edit,
  goodCells,
  path,
  rowOfBatch,
  rowsOfBatch,
  upload,
  uploadRow,
  work,
} from '../../../test/bulk.ts';
import { CPF } from '../../../test/customs.ts';
import { tablesIn, tracesOf } from '../../../test/personal-traces.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { installationSecrets } from '../../platform/db/installation-secret.ts';
import { SealedSecrets } from '../../platform/sealed-secrets.ts';
import { openDeclaration } from '../pricing/stored-declaration.ts';
import { sweepBatches } from './sweep-batches.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(() => test.close());

const EIN = '12-3456789';
const MASKED = { recipient_tax_id: 'BR-CPF: ••••••••••••25', sender_tax_id: '••••••••89' };
const SAO_PAULO: BulkCells = {
  receiver_phone: '+5511987654321',
  receiver_address: 'Rua Augusta 1500',
  receiver_city: 'Sao Paulo',
  receiver_state: 'SP',
  receiver_zipcode: '01304-001',
  receiver_country: 'BR',
  item_description: 'Soy wax candle',
  item_quantity: '2',
  item_weight: '8',
  item_value: '22.00',
  item_hs: '3406.00',
  item_origin: 'US',
  recipient_tax_id: `BR-CPF: ${CPF}`,
  sender_tax_id: EIN,
};
const toBrazil = (number: number, changes: BulkCells = {}) => goodCells(number, { ...SAO_PAULO, ...changes });

const MARKS = [CPF, EIN, CPF.replaceAll(/\D/g, '')];
const NOT_IN_DOCUMENTS = /^(?!public\.shipment_(?:labels|documents)|sandbox\.carrier_purchases)/;
const traces = async () =>
  tablesIn(await tracesOf(test.ownerUrl, MARKS)).filter((table) => NOT_IN_DOCUMENTS.test(table ?? ''));

/** As in a file whose row has the number twice, once without punctuation. */
async function uploadFile(cells: BulkCells): Promise<string> {
  const { id } = await announceUpload(test, shop, 1);
  const row = {
    ...uploadRow(1, cells),
    originalRowData: ['Dana', cells.recipient_tax_id ?? '', cells.sender_tax_id ?? '', `brcpf ${MARKS[2]}`],
  };
  expect((await call(test, shop, 'PUT', path(API.batchRows, id), { rows: [row] })).statusCode).toBe(200);
  return id;
}

const numbersOf = async (batchId: string) => {
  const { shipment_id } = await test.deps.db
    .selectFrom('bulk_rows')
    .select('shipment_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  const { declaration } = await test.deps.db
    .selectFrom('shipments')
    .select('declaration')
    .where('id', '=', shipment_id ?? '')
    .executeTakeFirstOrThrow();
  const { customs } = await openDeclaration(test.deps.taxIdSecrets, shop.userId, declaration);
  return [customs?.senderTaxId, customs?.recipientTaxId];
};

describe('tax IDs of uploaded rows', () => {
  it('are encrypted at rest, masked everywhere, and declared in full', async () => {
    const id = await uploadFile(toBrazil(1));
    expect(await traces()).toEqual([]);
    const [listed] = await rowsOfBatch(test, shop, id);
    expect(listed).toMatchObject({
      status: 'pending',
      cells: MASKED,
      originalRowData: [
        'Dana',
        MASKED.recipient_tax_id,
        MASKED.sender_tax_id,
        expect.stringMatching(/^•+25$/),
      ],
    });
    expect(await rowOfBatch(test, shop, id, 1)).toMatchObject({ cells: MASKED });

    const batch = await begunBatch(test, shop, [toBrazil(2)]);
    await work(test);
    expect(await numbersOf(batch.id)).toEqual([
      { kind: 'other', number: EIN },
      { kind: 'BR-CPF', number: CPF },
    ]);
    expect(await traces()).toEqual([]);
    const urls = [
      path(API.batchRows, id),
      path(API.batchFile, batch.id).replace(':file', 'results.csv'),
      API.accountExport,
    ];
    for (const url of urls) {
      const { statusCode, body } = await call(test, shop, 'GET', url);
      expect([url, statusCode]).toEqual([url, 200]);
      for (const mark of MARKS) expect(body).not.toContain(mark);
    }
    expect((await call(test, shop, 'GET', API.accountExport)).body).toContain(MASKED.recipient_tax_id);
    for (const mark of MARKS) expect(test.logText()).not.toContain(mark);
  });

  it('stay when an edit sends them masked, and a masked number that is not theirs is refused', async () => {
    const { id } = await upload(test, shop, [toBrazil(1)]);
    const change = async (cells: BulkCells) => {
      const answer = await edit(test, shop, id, [{ number: 1, cells }]);
      expect(answer.statusCode, answer.body).toBe(200);
      return (await rowsOfBatch(test, shop, id))[0];
    };
    expect(await change({ ...MASKED, receiver_fullname: 'Ana Lima' })).toMatchObject({
      status: 'pending',
      cells: { ...MASKED, receiver_fullname: 'Ana Lima' },
    });
    expect(await change({ item_value: '23.00' })).toMatchObject({ status: 'pending', cells: MASKED });
    const other = await change({ recipient_tax_id: 'BR-CPF: 111.444.777-35' });
    expect(other?.cells.recipient_tax_id).toBe('BR-CPF: ••••••••••••35');
    expect(await change({ recipient_tax_id: '' })).toMatchObject({
      status: 'invalid',
      error: CUSTOMS.taxIdRequired,
    });
    // Another row's number, or a number that was changed in part.
    expect(await change({ recipient_tax_id: 'BR-CPF: ••••••••••••99' })).toMatchObject({
      problems: [{ column: 'recipient_tax_id', message: CUSTOMS.taxIdMasked }],
    });
  });

  it('are restored from the file when an edit is undone', async () => {
    const id = await uploadFile(toBrazil(1));
    await edit(test, shop, id, [{ number: 1, cells: { recipient_tax_id: '' } }]);
    await edit(test, shop, id, [{ number: 1, cells: { recipient_tax_id: MASKED.recipient_tax_id } }]);
    expect((await rowsOfBatch(test, shop, id))[0]).toMatchObject({ status: 'pending', cells: MASKED });
  });

  it('stay when missing customs data is filled in', async () => {
    const { id } = await upload(test, shop, [toBrazil(1, { item_hs: '', item_sku: 'C-1' })]);
    const values = { description: '', unitWeight: null, unitValue: null, hsCode: '3406.00', origin: '' };
    await act(test, shop, API.batchItems, id, { answers: [{ sku: 'C-1', values }] });
    expect((await rowsOfBatch(test, shop, id))[0]).toMatchObject({ status: 'pending', cells: MASKED });
  });
});

describe('rows of earlier versions', () => {
  it('are shown masked and are encrypted by the sweep', async () => {
    const id = await uploadFile(toBrazil(1));
    await work(test);
    const plain = { recipient_tax_id: `BR-CPF: ${CPF}`, sender_tax_id: EIN };
    const taxIds = {
      recipientTaxId: { kind: 'BR-CPF', number: CPF },
      senderTaxId: { kind: 'other', number: EIN },
    };
    await sql`
      UPDATE bulk_rows
      SET cells = cells || ${JSON.stringify(plain)}::jsonb, original = ${JSON.stringify(['Dana', plain.recipient_tax_id])}::jsonb,
          shipment = jsonb_set(shipment, '{customs}', shipment -> 'customs' || ${JSON.stringify(taxIds)}::jsonb)
      WHERE batch_id = ${id}`.execute(test.deps.db);
    expect(await traces()).toEqual(['public.bulk_rows']);
    const before = await rowsOfBatch(test, shop, id);
    expect(before[0]).toMatchObject({ cells: MASKED, originalRowData: ['Dana', MASKED.recipient_tax_id] });
    await sweepBatches(test.deps);
    expect(await traces()).toEqual([]);
    expect(await rowsOfBatch(test, shop, id)).toEqual(before);
  });
});

describe('a replaced key', () => {
  it('is found by a process that does not know it yet; without any key the client is asked again', async () => {
    const { id } = await upload(test, shop, [toBrazil(1)]);
    const known = test.deps.taxIdSecrets;
    const owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
    await owner.query(
      `INSERT INTO installation_secrets (name, secret) VALUES ('tax-ids:2', decode(repeat('ab', 32), 'hex'))`,
    );
    test.deps.taxIdSecrets = new SealedSecrets(installationSecrets(test.deps.db, 'tax-ids'));
    await edit(test, shop, id, [{ number: 1, cells: { sender_tax_id: '12-3456780' } }]);
    test.deps.taxIdSecrets = known;
    await edit(test, shop, id, [{ number: 1, cells: { receiver_fullname: 'Ana Lima' } }]);
    expect((await rowsOfBatch(test, shop, id))[0]).toMatchObject({ status: 'pending' });

    await work(test);
    await owner.query(`DELETE FROM installation_secrets WHERE name IN ('tax-ids', 'tax-ids:2')`);
    await owner.end();
    test.deps.taxIdSecrets = new SealedSecrets(installationSecrets(test.deps.db, 'tax-ids'));
    await act(test, shop, API.batchRates, id);
    await work(test);
    expect((await rowsOfBatch(test, shop, id))[0]).toMatchObject({
      status: 'invalid',
      problems: [
        { column: 'sender_tax_id', message: CUSTOMS.taxIdMasked },
        { column: 'recipient_tax_id', message: CUSTOMS.taxIdMasked },
      ],
    });
  });
});
