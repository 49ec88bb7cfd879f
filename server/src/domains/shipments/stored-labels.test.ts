import { createHash } from 'node:crypto';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { type S3Double, startS3Double } from '../../../test/doubles/s3-double.ts';
import { labelPdf } from '../../../test/doubles/shippo-double-pdf.ts';
import { makeOperator } from '../../../test/operator.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';
import { moveLabels } from './move-labels.ts';
import { claimLabels } from './stored-labels.store.ts';

let double: S3Double;
let test: TestApp;
let shop: Shop;
let owner: pg.Client;

beforeAll(async () => {
  double = await startS3Double({ now: () => test.clock.now() });
  test = await buildTestApp(double.settings());
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
  await double.server.close();
});
beforeEach(async () => {
  shop = await makeShop(test);
  // Keeps labels of earlier tests out of the storage and the counts.
  await asOwner('DELETE FROM shipment_labels; DELETE FROM label_leftovers');
  double.files.clear();
  double.server.journal.length = 0;
});

/** Runs as the database owner, who bypasses every guard of the application. */
const asOwner = (statements: string) =>
  owner.query(`SET session_replication_role = replica; ${statements}; SET session_replication_role = origin`);
const move = () => moveLabels(test.deps);
const buyOne = async (by = shop) => (await boughtLabel(test, by)).transactionId;
const labelOf = async (id: string) =>
  (await owner.query('SELECT * FROM shipment_labels WHERE shipment_id = $1', [id])).rows[0];
const asPdf = (id: string, pdf: Buffer) =>
  asOwner(
    `UPDATE shipment_labels SET format = 'pdf', bytes = '\\x${pdf.toString('hex')}', bought_sha256 = NULL
     WHERE shipment_id = '${id}'`,
  );
const leasesEnd = () =>
  owner.query('UPDATE shipment_labels SET moving_until = now() WHERE bytes IS NOT NULL');
const fileOf = (id: string, query = '') => `${API.labelFile.replace(':id', id)}?${query}`;
const read = async (id: string, query = '') =>
  (await call(test, shop, 'GET', fileOf(id, query))).rawPayload.toString('latin1');
const storageFails = (errors: number) => {
  double.server.faults = { ...double.server.faults, errors };
};

describe('a label with external storage', () => {
  it('is first stored in the database, then moved to the storage, and looks the same in every format', async () => {
    const ids = [await buyOne(), await buyOne()];
    expect(double.files.size).toBe(0);
    const forms = ['format=pdf', 'format=pdf&paper=letter', 'format=png', 'format=zpl'];
    const readAll = async () => ({
      each: await Promise.all(ids.flatMap((id) => forms.map((form) => read(id, form)))),
      merged: (await call(test, shop, 'GET', `${API.mergedLabels}?ids=${ids.join()}`)).rawPayload,
    });
    const before = await readAll();
    const { bytes } = await labelOf(ids[0] ?? '');
    await move();
    const name = `labels/2026/11/${ids[0]}.page`;
    expect(await labelOf(ids[0] ?? '')).toMatchObject({
      bytes: null,
      stored_as: name,
      moving_until: null,
      sha256: createHash('sha256').update(bytes).digest(),
    });
    expect(double.files.get(name)).toEqual({ bytes, contentType: 'application/octet-stream' });
    expect(double.files.size).toBe(2);
    expect(await readAll()).toEqual(before);
  });

  it('is moved once even if several processes move labels', async () => {
    for (let count = 0; count < 5; count += 1) await buyOne();
    await Promise.all([move(), move(), move()]);
    expect(double.files.size).toBe(5);
    expect(double.server.journal.filter(({ kind }) => kind === 'put')).toHaveLength(5);
  });

  it('stays in the database and remains available while the storage fails', async () => {
    const id = await buyOne();
    const before = await read(id);
    storageFails(1);
    await move();
    expect((await labelOf(id)).bytes).not.toBeNull();
    expect(await read(id)).toBe(before);
    expect(test.logText()).toContain('labels.move_failed');
    storageFails(0);
    await move();
    expect((await labelOf(id)).bytes).not.toBeNull();
    await leasesEnd();
    await move();
    expect((await labelOf(id)).bytes).toBeNull();
    expect(await read(id)).toBe(before);
  });

  it('stays in the database when the storage returns different bytes', async () => {
    const id = await buyOne();
    double.server.answerNext({ call: 'GET /labels-of-a-shop/labels/*/*/*', status: 200, body: 'truncated' });
    await move();
    expect((await labelOf(id)).bytes).not.toBeNull();
    await leasesEnd();
    await move();
    expect((await labelOf(id)).bytes).toBeNull();
  });

  it('is moved by another process when the first was killed before or after writing the file', async () => {
    const ids = [await buyOne(), await buyOne()];
    const [first] = await claimLabels(test.deps.db, 2, 60_000);
    if (!first) throw new Error('no label was claimed');
    await test.deps.labelStorage?.put(first.stored_as, {
      contentType: 'application/pdf',
      bytes: first.bytes,
    });
    await move();
    for (const id of ids) expect((await labelOf(id)).bytes).not.toBeNull();
    await leasesEnd();
    await move();
    for (const id of ids) expect((await labelOf(id)).bytes).toBeNull();
  });
});

describe('a label in external storage', () => {
  let id: string;
  let other: string;
  beforeEach(async () => {
    id = await buyOne();
    await move();
    other = await buyOne();
  });
  const isDownloaded = async () =>
    (await owner.query('SELECT downloaded_at FROM shipments WHERE id = $1', [id])).rows[0].downloaded_at !==
    null;

  it('answers with an error while the storage is unreachable; other labels remain available', async () => {
    storageFails(1);
    for (const url of [fileOf(id), fileOf(id, 'format=png'), `${API.mergedLabels}?ids=${other},${id}`]) {
      const answer = await call(test, shop, 'GET', url);
      expect([answer.statusCode, answer.json().error]).toEqual([502, 'LABEL_STORAGE_UNREACHABLE']);
      expect(answer.headers['retry-after']).toBe('10');
    }
    expect(await isDownloaded()).toBe(false);
    expect((await call(test, shop, 'GET', fileOf(other))).statusCode).toBe(200);
    storageFails(0);
    test.clock.advance(10_000);
    expect((await call(test, shop, 'GET', fileOf(id))).statusCode).toBe(200);
    expect(await isDownloaded()).toBe(true);
  });

  const incidents = async () =>
    (await owner.query("SELECT detail FROM incidents WHERE kind = 'label_damaged' AND object_id = $1", [id]))
      .rows;

  it.each([
    ['was changed', 'does not match its stored hash'],
    ['is missing', 'is missing'],
  ])('is replaced by the label provider’s copy when its file %s', async (_case, problem) => {
    const before = await read(id);
    const [file] = double.files.entries();
    if (!file) throw new Error('no file was stored');
    double.files.clear();
    if (problem !== 'is missing')
      double.files.set(file[0], { ...file[1], bytes: Buffer.concat([file[1].bytes, Buffer.from(' ')]) });
    expect(await read(id)).toBe(before);
    expect(await incidents()).toEqual([{ detail: 'replaced by the copy of the label provider' }]);
    expect(test.logText()).toContain(problem);
  });

  it('is left out of a merged file when its file is missing and the label provider has no copy', async () => {
    double.files.clear();
    const { labelProvider } = test.deps;
    const readFiles = labelProvider.readFiles.bind(labelProvider);
    labelProvider.readFiles = async () => null;
    const single = await call(test, shop, 'GET', fileOf(id));
    const merged = await call(test, shop, 'GET', `${API.mergedLabels}?ids=${other},${id}`);
    labelProvider.readFiles = readFiles;
    expect(single.json().error).toBe('LABEL_DAMAGED');
    expect(merged.statusCode).toBe(200);
    expect(await incidents()).toEqual([{ detail: 'the label provider has no copy' }]);
  });
});

describe('the link of a label in external storage', () => {
  const pdf = labelPdf(['A label from another provider']);
  let id: string;
  beforeEach(async () => {
    id = await buyOne();
    await asPdf(id, pdf);
  });
  const link = async () => {
    const { shipments } = (await call(test, shop, 'GET', API.history)).json();
    return shipments[0].labelPath as string;
  };
  const open = async (url: string) => test.inject({ method: 'GET', url });

  it('redirects to the file when the stored format was requested', async () => {
    expect((await open(await link())).statusCode).toBe(200);
    await move();
    const answer = await open(await link());
    expect(answer.statusCode).toBe(302);
    const address = String(answer.headers.location);
    const file = await fetch(address);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="label-\w+\.pdf"$/);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
    test.clock.advance(61_000);
    expect((await fetch(address)).status).toBe(403);
  });

  it('serves the file directly for another paper size or a call with a token', async () => {
    await move();
    expect((await open(`${await link()}&paper=letter`)).statusCode).toBe(200);
    expect((await call(test, shop, 'GET', await link())).statusCode).toBe(200);
    expect((await call(test, shop, 'GET', fileOf(id))).statusCode).toBe(200);
  });
});

describe('erasing a client with labels in external storage', () => {
  let admin: Shop;
  beforeEach(async () => {
    admin = await makeOperator(test);
  });
  const erase = async () => {
    const url = API.adminClient.replace(':id', shop.userId);
    const answer = await call(test, admin, 'DELETE', url, { confirmPermanentDelete: true });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const leftovers = async () =>
    (await owner.query('SELECT stored_as FROM label_leftovers')).rows.map(({ stored_as }) => stored_as);
  const timePasses = () =>
    owner.query("UPDATE label_leftovers SET noted_at = noted_at - interval '2 minutes'");

  it('removes the files once no process can still be writing them', async () => {
    await buyOne();
    const stranger = await makeShop(test);
    const kept = await buyOne(stranger);
    await move();
    await erase();
    expect(await leftovers()).toHaveLength(1);
    await move();
    expect(double.files.size).toBe(2);
    await timePasses();
    storageFails(1);
    await move();
    expect(await leftovers()).toHaveLength(1);
    expect(test.logText()).toContain('labels.removal_failed');
    storageFails(0);
    await timePasses();
    await move();
    expect(await leftovers()).toEqual([]);
    expect([...double.files.keys()]).toEqual([`labels/2026/11/${kept}.page`]);
  });

  it('removes the other files and moves labels while the storage refuses to remove one file', async () => {
    await owner.query(`
      INSERT INTO label_leftovers
      SELECT 'labels/2026/11/' || n || '.pdf', now() - interval '1 hour' FROM generate_series(1, 50) n`);
    double.server.answerNext({ call: 'DELETE /labels-of-a-shop/labels/*/*/*', status: 403, body: '' });
    const id = await buyOne();
    await move();
    expect((await labelOf(id)).bytes).toBeNull();
    expect(await leftovers()).toHaveLength(11);
    await move();
    expect(await leftovers()).toHaveLength(1);
    await timePasses();
    await move();
    expect(await leftovers()).toEqual([]);
  });

  it('removes a file whose process was killed while moving it', async () => {
    await buyOne();
    const [label] = await claimLabels(test.deps.db, 1, 60_000);
    if (!label) throw new Error('no label was claimed');
    await erase();
    await test.deps.labelStorage?.put(label.stored_as, {
      contentType: 'application/pdf',
      bytes: label.bytes,
    });
    await timePasses();
    await move();
    expect(double.files.size).toBe(0);
  });

  it('removes a file that arrives after its label was erased', async () => {
    await buyOne();
    const storage = test.deps.labelStorage;
    if (!storage) throw new Error('no storage is configured');
    const put = storage.put.bind(storage);
    storage.put = async (name, file) => {
      storage.put = put;
      await erase();
      await owner.query('DELETE FROM label_leftovers');
      await put(name, file);
    };
    await move();
    expect(double.files.size).toBe(1);
    await timePasses();
    await move();
    expect(double.files.size).toBe(0);
  });
});

describe('the database', () => {
  it('does not let the application change a label, or delete one that is not in the storage', async () => {
    await buyOne();
    const refusal = (statement: string) =>
      sql
        .raw(statement)
        .execute(test.deps.db)
        .then(
          () => null,
          (error: pg.DatabaseError) => error.code,
        );
    const NOT_ALLOWED = '42501';
    const drop = 'UPDATE shipment_labels SET bytes = NULL, sha256 = sha256(bytes)';
    expect(await refusal(drop)).toBe(NOT_ALLOWED);
    await expect(sql.raw(drop).execute(test.deps.db)).rejects.toThrow(
      'its bytes can be removed only after their upload',
    );
    await claimLabels(test.deps.db, 1, 60_000);
    for (const statement of [
      'UPDATE shipment_labels SET bytes = NULL',
      "UPDATE shipment_labels SET bytes = NULL, sha256 = sha256('another')",
      "UPDATE shipment_labels SET bytes = 'another'",
      'UPDATE shipment_labels SET sha256 = sha256(bytes)',
      "UPDATE shipment_labels SET stored_as = 'elsewhere'",
      'UPDATE shipment_labels SET stored_as = NULL',
      "UPDATE shipment_labels SET format = 'pdf'",
    ])
      expect([statement, await refusal(statement)]).toEqual([statement, NOT_ALLOWED]);
    expect(await refusal(drop)).toBeNull();
    for (const statement of [
      "UPDATE shipment_labels SET bytes = 'another'",
      "UPDATE shipment_labels SET sha256 = sha256('another')",
    ])
      expect([statement, await refusal(statement)]).toEqual([statement, NOT_ALLOWED]);
  });
});
