import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_CHOICES, type FillChoices, fillInsFor, gapsOf } from './fill-in-choices.ts';
import { KNOWN_EXPORTS } from './known-exports.ts';
import { checkedRows, readFile, rowsOf, TODAY } from './testdata.fixture.ts';

const HEADERS = resolve(import.meta.dirname, '../../../../../server/test/outside/order-export-headers.json');

const PROFILE = {
  fullName: 'Maria Lopez',
  email: 'maria@bluekettle.example',
  phone: '5125550142',
  address: null,
  default_address: {
    address: '1100 Congress Ave',
    suite: 'Suite 200',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
    country: 'US',
  },
};
const CHOICES: FillChoices = {
  ...FIRST_CHOICES,
  parcelId: 'own',
  weight: '2',
  length: '10',
  width: '8',
  height: '4',
};

async function fillInsOf(name: string) {
  const { summary } = await readFile(name);
  const gaps = gapsOf(summary.match.columns, summary.empty);
  return fillInsFor(gaps, CHOICES, { profile: PROFILE, parcels: [], today: TODAY });
}

describe('an order export', () => {
  it.each([
    ['shopify.csv', 'Shopify orders export', 3, 7],
    ['etsy-orders.csv', 'Etsy sold orders', 2, 2],
    ['etsy-orders-delivery.csv', 'Etsy sold orders', 2, 2],
    ['etsy-items.csv', 'Etsy sold order items', 2, 3],
    ['ebay.csv', 'eBay orders report', 2, 5],
    ['amazon.txt', 'Amazon unshipped orders', 2, 3],
    ['woocommerce.csv', 'WooCommerce orders export', 2, 2],
  ])('%s is recognized as %s and needs no editing', async (name, title, orders, rows) => {
    const { summary } = await readFile(name);
    expect(summary.match).toMatchObject({ kind: 'export', title });
    expect([summary.shipmentCount, summary.rowCount]).toEqual([orders, rows]);
    const checked = await checkedRows(name, await fillInsOf(name));
    expect(checked.flatMap(({ problems }) => problems)).toEqual([]);
    // Amazon has a third line.
    const address2 = name === 'amazon.txt' ? 'Apt 4B Building 5' : 'Apt 4B';
    expect(checked.slice(0, 2).map(({ shipment }) => shipment?.receiver)).toMatchObject([
      { fullName: 'Daniel Kim', address: '77 Massachusetts Ave', address2, zipCode: '02139' },
      { fullName: 'Ada Park', address: '1000 SW Park Ave', city: 'Portland', state: 'OR', zipCode: '97205' },
    ]);
  });

  it('skips orders without shipping and names their lines', async () => {
    expect((await readFile('shopify.csv')).summary.leftOut).toEqual([9]);
    expect((await readFile('ebay.csv')).summary.leftOut).toEqual([7, 8]);
  });

  it('lists every filled column, and no other', async () => {
    const [first, second] = await rowsOf('shopify.csv', await fillInsOf('shopify.csv'));
    const always = [
      'sender_fullname',
      'sender_email',
      'sender_phone',
      'sender_address',
      'sender_address2',
      'sender_city',
      'sender_state',
      'sender_zipcode',
      'sender_country',
      'package_weight',
      'package_mass_unit',
      'package_length',
      'package_width',
      'package_height',
      'package_distance_unit',
      'shipping_date',
    ];
    expect(first?.filled.toSorted()).toEqual(always.toSorted());
    expect(first?.cells).toMatchObject({ receiver_phone: '6175550118', order_ref: '#1001' });
    expect(second?.filled.toSorted()).toEqual([...always, 'receiver_phone'].toSorted());
    expect(second?.cells).toMatchObject({ receiver_phone: PROFILE.phone, shipping_date: TODAY });
  });

  it('carries its items', async () => {
    const itemsOf = async (name: string) =>
      (await rowsOf(name)).slice(0, 2).map(({ cells }) => [cells.item_description, cells.item_quantity]);
    expect(await itemsOf('shopify.csv')).toEqual([
      ['Tea pot, blue | Tea cup "Nordic" | Saucer', '1 | 2 | 2'],
      ['Vase', '1'],
    ]);
    expect(await itemsOf('etsy-items.csv')).toEqual([
      ['Mug, large | Mug, large', '1 | 1'],
      expect.anything(),
    ]);
    expect((await itemsOf('amazon.txt'))[0]).toEqual(['Mug 12" tall, blue | Mug 12" tall, blue', '1 | 1']);
  });

  it('keeps the original row unchanged', async () => {
    const [first] = await rowsOf('shopify.csv', await fillInsOf('shopify.csv'));
    expect(first?.originalRowData).toHaveLength(79);
    expect(first?.originalRowData.slice(0, 3)).toEqual(['#1001', 'daniel.kim@mail.example', 'paid']);
  });
});

describe('the table of exports', () => {
  it('matches the published column names', () => {
    const lists: Record<string, Record<string, unknown>> = JSON.parse(readFileSync(HEADERS, 'utf8'));
    const ours = KNOWN_EXPORTS.map(({ headers, alternatives, columns }) => ({
      headers,
      alternatives: alternatives ?? {},
      columns,
    }));
    const theirs = Object.values(lists).map(({ headers, alternate_headers = {}, map }) => ({
      headers,
      alternatives: alternate_headers,
      columns: Object.fromEntries(Object.entries(map as object).map(([name, from]) => [name, [from].flat()])),
    }));
    expect(ours).toEqual(theirs);
  });
});
