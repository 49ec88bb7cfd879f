import {
  ADMIN_SHIPMENT_STATUSES,
  type AdminShipmentsAnswer,
  type AdminShipmentsFilter,
  AdminShipmentsQuerySchema,
  LABEL_FILTERS,
  MAX_COUNTED_MATCHES,
} from '@lading/contract/admin-shipments.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../../../test/factories.ts';
import { makeShipments, type ShipmentFacts } from '../../../../test/many-shipments.ts';
import { inTier } from '../../../../test/tier.ts';
import { hours, later, minutes } from '../../../platform/clock.ts';
import { foldTotals } from '../../analytics/fold-totals.ts';
import { listShipments } from './list-shipments.ts';

/** Havana sets its clocks back to midnight, so on 2026-11-01 the first hour occurs twice. */
const TIME_ZONE = 'America/Havana';
const TWICE = new Date('2026-11-01T04:00:00Z');
const STATES = ['paid', 'purchased', 'in_transit', 'delivered', 'purchase_failed', 'voided'] as const;

let test: TestApp;
let admin: { id: string; token: string };
let clients: string[];
beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE });
  const user = await makeUser(test, { role: 'admin' });
  admin = { id: user.id, token: (await logInAs(test, user)).token };
  clients = [(await makeUser(test, { name: 'Ann Lee' })).id, (await makeUser(test)).id];
  const facts = Array.from({ length: 420 }, (_, index): ShipmentFacts => {
    const time = later(TWICE, minutes(20) * Math.floor(index / 3) - hours(30));
    return {
      userId: clients[index % 7 === 0 ? 1 : 0] ?? '',
      createdAt: time,
      carrier: CARRIERS[index % 4] ?? 'USPS',
      state: STATES[index % 6] ?? 'paid',
      trackingNumber: `9400A${String(index).padStart(4, '0')}B${index % 4}`,
    };
  });
  await makeShipments(test.deps.db, facts);
});
afterAll(() => test.close());

type Query = Partial<AdminShipmentsFilter> & {
  page?: string;
  limit?: string;
  sortBy?: string;
  sortOrder?: string;
};

const list = (query: Query): Promise<AdminShipmentsAnswer> => {
  const actor = { userId: admin.id, role: 'admin' as const, ip: null, requestId: null };
  return listShipments(test.deps, actor, AdminShipmentsQuerySchema.parse(query));
};

async function walk(query: Query, limit: number): Promise<{ ids: string[]; totals: Set<number> }> {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { shipments, pagination } = (await list({ ...query, page: String(page), limit: String(limit) }))
      .data;
    ids.push(...shipments.map(({ shipmentId }) => shipmentId));
    totals.add(pagination.totalRecords);
    if (!pagination.hasNextPage) return { ids, totals };
  }
}

/** The expected list, from one simple query. */
const expectedIds = async ({ status, carrier, clientId, label, startDate, endDate }: Query, like = '%') =>
  (
    await sql<{ id: string }>`
      SELECT id FROM shipments
      WHERE (${status ?? ''} = '' OR status = ${status ?? ''}) AND (${carrier ?? ''} = '' OR carrier = ${carrier ?? ''})
        AND (${clientId ?? ''} = '' OR user_id::text = ${clientId ?? ''})
        AND (CASE WHEN purchased_at IS NULL THEN 'none' WHEN state = 'voided' THEN 'voided' ELSE 'made' END
             = ANY(${label === 'not_voided' ? ['none', 'made'] : [label]}) OR ${label ?? ''} = '')
        AND operator_day(created_at) BETWEEN ${startDate ?? '2000-01-01'} AND ${endDate ?? '2100-01-01'}
        AND (${like} = '%' OR tracking_number LIKE ${like})
      ORDER BY created_at DESC, id DESC`.execute(test.deps.db)
  ).rows.map(({ id }) => id);

/** Filters to combine. */
const MAX_FILTERS = inTier(2, 5);
const RANGES: Query[] = [
  {},
  { startDate: '2026-11-01' },
  { endDate: '2026-10-31' },
  { startDate: '2026-11-01', endDate: '2026-11-01' },
  { startDate: '2031-01-01' },
];

describe('the list of all shipments', () => {
  it('neither loses nor repeats a shipment on any page, even with equal timestamps', async () => {
    for (const status of [undefined, ...ADMIN_SHIPMENT_STATUSES])
      for (const carrier of [undefined, ...CARRIERS])
        for (const clientId of [undefined, clients[1]])
          for (const label of [undefined, ...LABEL_FILTERS])
            for (const range of RANGES) {
              const query: Query = { status, carrier, clientId, label, ...range };
              if (Object.values(query).filter(Boolean).length > MAX_FILTERS) continue;
              const expected = await expectedIds(query);
              const { ids, totals } = await walk(query, 23);
              expect(ids, JSON.stringify(query)).toEqual(expected);
              expect([...totals], JSON.stringify(query)).toEqual([expected.length]);
            }
  }, 120_000);

  it('has the correct total before, during and after changes are folded into the totals', async () => {
    const expected = (await expectedIds({ status: 'delivered' })).length;
    const total = async () => (await list({ status: 'delivered' })).data.pagination.totalRecords;
    const waiting = async () =>
      (await sql<{ count: number }>`SELECT count(*) FROM shipment_changes`.execute(test.deps.db)).rows[0]
        ?.count;
    expect(await waiting()).toBeGreaterThan(500);
    expect(await total()).toBe(expected);
    await sql`SELECT fold_shipment_changes(333)`.execute(test.deps.db);
    expect(await total()).toBe(expected);
    await foldTotals(test.deps);
    expect(await waiting()).toBe(0);
    expect(await total()).toBe(expected);
    const { ids } = await walk({ status: 'delivered' }, 10);
    expect(ids).toEqual(await expectedIds({ status: 'delivered' }));
  });

  it.each(
    (['date', 'cost', 'status', 'carrier'] as const).flatMap((sortBy) =>
      (['ASC', 'DESC'] as const).map((sortOrder) => [sortBy, sortOrder] as const),
    ),
  )('sorts by %s %s without losing or repeating a shipment', async (sortBy, sortOrder) => {
    const rows: AdminShipmentsAnswer['data']['shipments'] = [];
    let pages = 1;
    for (let page = 1; page <= pages; page += 1) {
      const { data } = await list({ sortBy, sortOrder, page: String(page), limit: '50' });
      rows.push(...data.shipments);
      pages = data.pagination.totalPages;
    }
    const keys = rows.map(
      ({ createdAt, cost, status, carrier }) => ({ date: createdAt, cost, status, carrier })[sortBy],
    );
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(sortOrder === 'ASC' ? sorted : sorted.toReversed());
    expect(new Set(rows.map(({ shipmentId }) => shipmentId))).toEqual(new Set(await expectedIds({})));
    const found = (await list({ trackingNumber: 'B2', sortBy, sortOrder, limit: '100' })).data.shipments;
    const foundIds = new Set(found.map(({ shipmentId }) => shipmentId));
    expect(
      found.map(
        ({ createdAt, cost, status, carrier }) => ({ date: createdAt, cost, status, carrier })[sortBy],
      ),
    ).toEqual(keys.filter((_, index) => foundIds.has(rows[index]?.shipmentId ?? '')));
  });

  it('is empty beyond its last page, and reports the last page', async () => {
    for (const query of [{}, { clientId: clients[1] }, { trackingNumber: '9400A' }]) {
      const { shipments, pagination } = (await list({ ...query, page: '999999', limit: '10' })).data;
      expect(shipments).toEqual([]);
      expect(pagination.totalPages).toBeGreaterThan(5);
      expect(pagination).toMatchObject({ currentPage: 999_999, hasNextPage: false, hasPrevPage: true });
    }
  });

  it('returns each shipment as the contract defines it, and audits the view once', async () => {
    const createdAt = new Date('2026-11-10T12:00:00Z');
    const [id] = await makeShipments(test.deps.db, [
      {
        userId: clients[0] ?? '',
        createdAt,
        carrier: 'UPS',
        trackingNumber: '1ZTORONTO',
        receiver: { city: 'Toronto', state: 'ON', country: 'CA' },
      },
    ]);
    for (const _again of [1, 2]) {
      const answer = await test.inject({
        method: 'GET',
        url: `${API.adminShipments}?trackingNumber=1ztor&limit=5`,
        headers: bearer(admin.token),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toEqual({
        data: {
          shipments: [
            {
              shipmentId: id,
              trackingNumber: '1ZTORONTO',
              clientName: 'Ann Lee',
              status: 'pending',
              origin: { formatted: 'Portland, OR' },
              destination: { formatted: 'Toronto, ON, Canada' },
              carrier: 'UPS',
              createdAt: createdAt.toISOString(),
              cost: 10,
              clientId: clients[0],
              trackingUrl: test.deps.trackingUrl('UPS', '1ZTORONTO'),
              refunded: 0,
              refundable: 10,
              hasLabel: true,
              voided: false,
              failureReason: null,
            },
          ],
          pagination: {
            totalRecords: 1,
            currentPage: 1,
            totalPages: 1,
            recordsPerPage: 5,
            hasPrevPage: false,
            hasNextPage: false,
            isMore: false,
          },
        },
      });
    }
    const views = await test.deps.db
      .selectFrom('audit_logs')
      .select(['user_id', 'details'])
      .where('event_type', '=', 'VIEW_SHIPMENTS')
      .where(sql<boolean>`details -> 'filters' ->> 'trackingNumber' = '1ztor'`)
      .execute();
    expect(views).toEqual([
      {
        user_id: admin.id,
        details: { filters: { trackingNumber: '1ztor' }, pagination: { page: 1, limit: 5 } },
      },
    ]);
  });

  it.each([
    ['status', 'lost'],
    ['carrier', 'Pigeon'],
    ['clientId', '1'],
    ['label', 'lost'],
    ['page', '0'],
    ['startDate', '2026-02-30'],
    ['trackingNumber', 'x'.repeat(61)],
  ])('refuses %s=%s', async (name, value) => {
    const answer = await test.inject({
      method: 'GET',
      url: `${API.adminShipments}?${name}=${value}`,
      headers: bearer(admin.token),
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('the search for a tracking number', () => {
  it.each([
    ['A0007', '%A0007%'],
    [' 9400 a01 ', '%9400A01%'],
    ['7b3', '%7B3%'],
    ['94', '94%'],
    ['9', '9%'],
    ['B2', 'B2%'],
    ['%', '\\%%'],
    ['_____', '\\_\\_\\_\\_\\_%'],
    ['9_0', '9\\_0%'],
    ['0_4000', '%0\\_4000%'],
    ['9400%', '%9400\\%%'],
    ['9400\\', '%9400\\\\%'],
  ])('for “%s” matches the literal text on every page', async (trackingNumber, like) => {
    for (const filters of [
      {},
      { carrier: 'FedEx' as const, startDate: '2026-11-01' },
      { clientId: clients[1] },
    ]) {
      const expected = await expectedIds(filters, like);
      const { ids, totals } = await walk({ ...filters, trackingNumber }, 20);
      expect(ids).toEqual(expected);
      expect([...totals]).toEqual([expected.length]);
    }
  });

  it('counts and shows matches up to its limit, and says that there are more', async () => {
    const time = new Date('2026-11-05T12:00:00Z');
    const most = Array.from({ length: MAX_COUNTED_MATCHES - 1 }, (_, index) => ({
      userId: clients[0] ?? '',
      createdAt: later(time, index),
      state: 'paid' as const,
      trackingNumber: `COMMON${index}`,
    }));
    await makeShipments(test.deps.db, most);
    const search = { trackingNumber: 'common', limit: '100' };
    const pages = MAX_COUNTED_MATCHES / 100;
    expect((await list(search)).data.pagination).toMatchObject({
      totalRecords: MAX_COUNTED_MATCHES - 1,
      isMore: false,
    });
    const more = [-1, -2].map((offset) => ({
      userId: clients[0] ?? '',
      createdAt: later(time, offset),
      trackingNumber: `COMMON${offset}`,
    }));
    const [last = '', beyond = ''] = await makeShipments(test.deps.db, more);
    const { shipments, pagination } = (await list({ ...search, page: String(pages) })).data;
    expect(pagination).toMatchObject({
      totalRecords: MAX_COUNTED_MATCHES,
      totalPages: pages,
      hasNextPage: false,
      isMore: true,
    });
    expect(shipments).toHaveLength(100);
    expect(shipments.at(-1)?.shipmentId).toBe(last);
    expect((await list({ ...search, page: String(pages + 1) })).data.shipments).toEqual([]);
    const named = (await list({ trackingNumber: 'COMMON-2' })).data.shipments.map(
      ({ shipmentId }) => shipmentId,
    );
    expect(named).toEqual([beyond]);
  }, 60_000);
});
