import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { ledgerSnapshot } from '../../../test/ledger-snapshot.ts';
import { aShipment, call, centsOfRate, makeShop, pay, ratesFor, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let shop: Shop;
let other: Shop;
const labels: { shop: Shop; id: string; number: string }[] = [];

beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  other = await makeShop(test);
  for (const owner of [shop, shop, other]) labels.push(await labelWithHostileName(owner));
});
afterAll(() => test.close());

async function labelWithHostileName(owner: Shop) {
  const { receiver } = aShipment();
  const shipment = aShipment({
    receiver: { ...receiver, fullName: 'a"; filename="evil.exe', company: '../../etc/passwd' },
  });
  const [rate] = await ratesFor(test, owner, shipment as never);
  await pay(test, owner, centsOfRate(rate), [rate?.objectId ?? '']);
  const answer = await call(test, owner, 'POST', API.label, { ...shipment, rateId: rate?.objectId });
  const { transactionId: id, trackingNumber: number } = answer.json();
  return { shop: owner, id, number };
}

const fileOf = (id: string) => API.labelFile.replace(':id', id);
const linkOf = async (index: number): Promise<string> => {
  const label = labels[index];
  if (!label) throw new Error('unknown label');
  const { shipments } = (await call(test, label.shop, 'GET', API.history)).json();
  return shipments.find((item: { shipment_id: string }) => item.shipment_id === label.id).labelPath;
};
const open = async (url: string) => (await test.inject({ method: 'GET', url })).statusCode;

describe('a label link (FI03)', () => {
  it('opens without a token for a minute, and with the owner’s token at any time', async () => {
    const link = await linkOf(0);
    expect(await open(link)).toBe(200);
    test.clock.advance(59_000);
    expect(await open(link)).toBe(200);
    test.clock.advance(2_000);
    expect(await open(link)).toBe(401);
    expect((await call(test, shop, 'GET', fileOf(labels[0]?.id ?? ''))).statusCode).toBe(200);
  });

  it('does not open when any part of it was changed', async () => {
    const link = await linkOf(0);
    const expires = /expires=(\d+)/.exec(link)?.[1] ?? '';
    const signature = /signature=([\w-]+)/.exec(link)?.[1] ?? '';
    const path = fileOf(labels[0]?.id ?? '');
    const changed = [
      link.replace(labels[0]?.id ?? '', labels[1]?.id ?? ''),
      link.replace(labels[0]?.id ?? '', labels[2]?.id ?? ''),
      link.replace(expires, String(Number(expires) + 1)),
      link.replace(expires, '9999999999999'),
      link.replace(expires, '1e99'),
      link.replace(signature, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`),
      link.replace(signature, signature.slice(0, -1)),
      link.replace(signature, ''),
      link.replace(signature, encodeURIComponent('é'.repeat(22))),
      `${path}?expires=${expires}`,
      `${path}?signature=${signature}`,
      path,
    ];
    for (const url of changed) expect([url, await open(url)]).toEqual([url, 401]);
    expect(await open(link)).toBe(200);
  });

  it('does not open after the client was suspended (L13)', async () => {
    const link = await linkOf(2);
    const setStatus = (status: 'active' | 'suspended') =>
      test.deps.db.updateTable('users').set({ status }).where('id', '=', other.userId).execute();
    await setStatus('suspended');
    expect(await open(link)).toBe(401);
    await setStatus('active');
    expect(await open(link)).toBe(200);
  });

  it('does not open for another client', async () => {
    const answer = await call(test, shop, 'GET', await linkOf(2));
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'LABEL_NOT_FOUND']);
  });

  it('is refused when a parameter is repeated', async () => {
    const link = await linkOf(0);
    expect(await open(`${link}&expires=1`)).toBe(400);
    expect(await open(`${link}&format=png&format=pdf`)).toBe(400);
  });
});

describe('the URL of a label (FI01)', () => {
  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '..%5c..%5cwindows',
    '%00',
    '%2fetc%2fpasswd',
    'file:%2f%2f%2fetc%2fpasswd',
    '.',
    '..',
  ])('%s answers 404', async (path) => {
    const before = await ledgerSnapshot(test);
    const { statusCode, body } = await call(test, shop, 'GET', `${API.mergedLabels}/${path}`);
    expect([400, 404]).toContain(statusCode);
    expect(body).not.toMatch(/root:|ENOENT|at .*\.ts/);
    expect(await ledgerSnapshot(test)).toEqual(before);
  });

  it.each(['', 'ids=', 'ids=x', 'ids=x,y', `ids=${','.repeat(10)}`, 'ids=a&ids=b', 'paper=a3'])(
    'for several labels refuses ?%s',
    async (query) => {
      expect((await call(test, shop, 'GET', `${API.mergedLabels}?${query}`)).statusCode).toBe(400);
    },
  );

  it.each(['format=exe', 'format=PDF', 'dpi=1', 'dpi=9999', 'paper=letter%0d%0a'])(
    'refuses ?%s',
    async (query) => {
      const url = `${fileOf(labels[0]?.id ?? '')}?${query}`;
      expect((await call(test, shop, 'GET', url)).statusCode).toBe(400);
    },
  );
});

describe('a label file (IN08, BR10)', () => {
  it.each([
    ['pdf', 'application/pdf'],
    ['png', 'image/png'],
    ['zpl', 'x-application/zpl'],
  ])('as %s has our file name, its content type, and forbids sniffing', async (format, type) => {
    const { headers } = await call(test, shop, 'GET', `${fileOf(labels[0]?.id ?? '')}?format=${format}`);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="label-${labels[0]?.number}.${format}"`,
    );
    expect(String(headers['content-type'])).toContain(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is unavailable for a voided shipment', async () => {
    const id = labels[1]?.id ?? '';
    for (const state of ['void_requested', 'voided'] as const)
      await test.deps.db.updateTable('shipments').set({ state }).where('id', '=', id).execute();
    expect((await call(test, shop, 'GET', fileOf(id))).statusCode).toBe(404);
    expect((await call(test, shop, 'GET', `${API.mergedLabels}?ids=${id}`)).statusCode).toBe(404);
  });
});

it('the printer test page has the requested paper size, and only signed-in clients get it', async () => {
  for (const [query, box] of [
    ['', '[0 0 288 432]'],
    ['?paper=letter', '[0 0 612 792]'],
    ['?paper=a4', '[0 0 595.28 841.89]'],
  ]) {
    const answer = await call(test, shop, 'GET', `${API.testLabel}${query}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="test-label.pdf"');
    expect(answer.body).toContain(`/MediaBox${box}`);
  }
  expect((await call(test, shop, 'GET', `${API.testLabel}?paper=wall`)).statusCode).toBe(400);
  expect(await open(API.testLabel)).toBe(401);
});
