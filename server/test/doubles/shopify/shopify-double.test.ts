import { afterEach, describe, expect, it } from 'vitest';
import { type ShopifyDouble, type ShopifyDoubleOptions, startShopifyDouble } from './shopify-double.ts';
import { BAD_ANSWERS } from './shopify-double-options.ts';

const open: ShopifyDouble[] = [];
const start = async (options?: ShopifyDoubleOptions) => {
  const double = await startShopifyDouble(options);
  open.push(double);
  return double;
};
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});

const ask = async (double: ShopifyDouble, query: string, token = double.behavior.pastedToken) => {
  const response = await fetch(`${double.url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'x-shopify-access-token': token },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
};

describe('the double of Shopify', () => {
  it('refuses an unknown token', async () => {
    expect(await ask(await start(), '{ shop { name } }', 'other')).toMatchObject({ status: 401 });
  });

  it.each([
    '{ shop { nickname } }',
    '{ orders(first: "2") { nodes { id } } }',
    'mutation { orderDelete { id } }',
  ])('refuses %s, which is not in the schema, and remembers it', async (query) => {
    const double = await start();
    const { body } = await ask(double, query);
    expect(body.errors.length).toBeGreaterThan(0);
    expect(double.api.invalid.length).toBeGreaterThan(0);
  });

  it('returns the sample unchanged', async () => {
    const double = await start();
    double.addSample();
    const { body } = await ask(double, '{ fulfillmentOrders(first: 1) { nodes { orderName status } } }');
    expect(body.data).toEqual({ fulfillmentOrders: { nodes: [{ orderName: '#1001', status: 'OPEN' }] } });
  });

  it('denies fields and types without their scope', async () => {
    const double = await start({ scopes: ['read_orders'] });
    const { body } = await ask(double, '{ fulfillmentOrders(first: 1) { nodes { id } } }');
    expect(body).toMatchObject({ data: null, errors: [{ extensions: { code: 'ACCESS_DENIED' } }] });
  });

  it('calculates the cost of a query, and limits it', async () => {
    const double = await start({ maxQueryCost: 100 });
    const lines = (first: number) =>
      `{ fulfillmentOrders(first: ${first}) { nodes { id lineItems(first: 10) { nodes { id weight { unit } } } } } }`;
    const { body } = await ask(double, lines(4));
    expect(body.extensions.cost).toMatchObject({
      requestedQueryCost: 84,
      actualQueryCost: expect.any(Number),
    });
    expect((await ask(double, lines(5))).body.errors[0].extensions.code).toBe('MAX_COST_EXCEEDED');
  });

  it.each(BAD_ANSWERS)('can answer with: %s', async (badAnswer) => {
    const double = await start({ nextBadAnswers: [badAnswer] });
    const bad = await ask(double, '{ shop { name } }');
    expect(bad.body?.data).toBeUndefined();
    expect(await ask(double, '{ shop { name } }')).toMatchObject({ status: 200, body: { data: {} } });
  });

  it('is controlled from another process', async () => {
    const double = await start();
    const control = (path: string, method: string, body?: object) =>
      fetch(`${double.url}/double/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    await control('orders', 'POST', { count: 3 });
    expect(await (await control('orders', 'GET')).json()).toMatchObject(
      Array(3).fill({ trackingNumbers: [], mails: 0 }),
    );
    await control('options', 'PUT', { withholdsPersonalData: true });
    expect(double.behavior.withholdsPersonalData).toBe(true);
  });
});
