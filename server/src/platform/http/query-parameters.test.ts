import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { ROUTES } from '../../app.ts';

let test: TestApp;
let shop: Shop;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  operator = await makeOperator(test);
});
afterAll(() => test.close());

describe('a query parameter (IN03)', () => {
  it.each(['status[]=pending', 'status[$ne]=x', 'filter={"status":"pending"}', 'state=pending'])(
    'that does not exist is named: %s',
    async (query) => {
      const [name = ''] = query.split('=');
      for (const [caller, url] of [
        [shop, API.history],
        [operator, API.adminShipments],
        [operator, API.adminAuditLogs],
        [operator, API.adminClients],
      ] as const) {
        const answer = await call(test, caller, 'GET', `${url}?${encodeURI(query)}`);
        expect([answer.statusCode, answer.json().message]).toEqual([
          400,
          `There is no query parameter "${name}".`,
        ]);
      }
    },
  );

  it('is refused by name on a route without query parameters', async () => {
    for (const [caller, url] of [
      [shop, API.batches],
      [shop, API.balance],
      [operator, API.adminStaff],
    ] as const) {
      const answer = await call(test, caller, 'GET', `${url}?page=2`);
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'There is no query parameter "page".',
      ]);
      expect((await call(test, caller, 'GET', url)).statusCode).toBe(200);
    }
  });

  it('is ignored on a route that writes and has no query parameters', async () => {
    const answer = await call(test, operator, 'DELETE', `${API.adminAttentionSnoozes}?x=1`);
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('that is repeated is named', async () => {
    const answer = await call(test, shop, 'GET', `${API.history}?page=1&page=2`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      message: 'The query parameter "page" is repeated.',
      fields: [{ path: 'page' }],
    });
  });

  it('of the specification is known', async () => {
    for (const url of [
      `${API.adminAuditLogs}?page=1&limit=5&sortBy=timestamp&sortOrder=DESC`,
      `${API.adminAuditLogs}?page=1&limit=25&action=&status=&userEmail=`,
      `${API.adminShipments}?page=1&limit=25&status=&carrier=&trackingNumber=`,
    ])
      expect((await call(test, operator, 'GET', url)).statusCode, url).toBe(200);
  });

  it('is known by name on every route that reads any', () => {
    const unreadable = ROUTES.filter(({ query }) => query && !('shape' in query));
    expect(unreadable.map(({ operationId }) => operationId)).toEqual([]);
  });
});
