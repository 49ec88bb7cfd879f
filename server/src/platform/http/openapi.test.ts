import { API } from '@lading/contract/routes.ts';
import { TEST_GATEWAY_CONFIRM, TEST_GATEWAY_CONFIRM_SETUP } from '@lading/contract/test-gateway.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { ROUTES } from '../../app.ts';

interface Parameter {
  enum?: string[];
  maximum?: number;
  maxLength?: number;
}

interface Operation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  security?: object[];
  'x-api-key-scope'?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Parameter }[];
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
const FILE = { schema: { type: 'string', format: 'binary' } };
type Paths = Record<string, Record<string, Operation>>;

let test: TestApp;
let paths: Paths;
beforeAll(async () => {
  test = await buildTestApp();
  const document = (await test.inject({ url: API.openapi })).json();
  expect(document.openapi).toBe('3.1.0');
  paths = document.paths;
});
afterAll(() => test.close());

const described = (path: string) => path.replace(/:(\w+)/g, '{$1}');
/** Names of the fields of bodies that are described as cents. */
function fieldsInCents(part: unknown): string[] {
  const names = new Set<string>();
  JSON.stringify(part, (name, value) => {
    const variants = [value, ...(value?.anyOf ?? [])];
    if (name !== '' && variants.some((schema) => schema?.description === 'In cents.')) names.add(name);
    return value;
  });
  return [...names].filter((name) => !/^\d+$/.test(name)).sort();
}
const longest = ({ enum: values, maximum, maxLength }: Parameter = {}) =>
  values ? Math.max(...values.map(({ length }) => length)) : (maxLength ?? String(maximum).length);
const operations = () => Object.values(paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI description', () => {
  it('is made once and revalidated by browsers (L14)', async () => {
    const makes = vi.spyOn(test.app, 'swagger');
    for (const url of [API.openapi, API.docs]) {
      const first = await test.inject({ url });
      expect(first.headers['cache-control']).toBe('no-cache');
      const again = await test.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect((await test.inject({ url })).body).toBe(first.body);
    }
    expect(makes).not.toHaveBeenCalled();
  });

  it('can be switched off', async () => {
    const silent = await buildTestApp({ API_DOCS: 'off' });
    for (const url of [API.openapi, API.docs]) expect((await silent.inject({ url })).statusCode).toBe(404);
    await silent.close();
  });

  it('describes every path of the contract', () => {
    const {
      runtimeConfig,
      orderHooks,
      etsyHooks,
      ebayDeletionNotices,
      orderSourceAuthorized,
      openapi,
      docs,
      zip,
      ...rest
    } = API;
    const deprecated = ROUTES.filter((route) => route.deprecated).map(({ path }) => path);
    const expected = [
      ...Object.values(rest),
      `${zip}/:zip`,
      TEST_GATEWAY_CONFIRM,
      TEST_GATEWAY_CONFIRM_SETUP,
      ...deprecated,
    ];
    expect(Object.keys(paths).sort()).toEqual(expected.map(described).sort());
  });

  it.each(
    ROUTES.filter(({ hidden }) => !hidden).map((route) => [`${route.method} ${route.path}`, route] as const),
  )('describes %s as it is defined', (_, route) => {
    const operation = paths[described(route.path)]?.[route.method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: route.operationId, summary: route.summary });
    expect(operation?.deprecated).toBe(route.deprecated);
    const security = [{ token: [] }, ...(route.apiKey ? [{ apiKey: [] }] : [])];
    expect(operation?.security).toEqual(route.access === 'public' ? undefined : security);
    expect(operation?.['x-api-key-scope']).toBe(route.apiKey);
    const statuses = [route.status ?? 200, ...(route.isPending ? [202] : []), '4XX'];
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(statuses.map(String).sort());
  });

  it('gives every operation its own id and a one-sentence summary', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations().filter(({ summary }) => !/^[A-Z].+\.$/.test(summary))).toEqual([]);
  });

  it('describes fields as the contract defines them', () => {
    const body = paths[API.register]?.post?.requestBody?.content['application/json']?.schema;
    expect(Object.keys(body?.properties ?? {})).toEqual(['email', 'password', 'full_name', 'phone']);
    expect(body?.required).toEqual(['email', 'password', 'full_name']);
  });

  it.each([
    ['post', API.createPaymentIntent, ['idempotency-key']],
    ['get', API.batchEvents, ['last-event-id']],
    ['post', API.login, []],
  ])('names the optional headers of %s %s', (method, path, expected) => {
    const parameters = paths[described(path)]?.[method]?.parameters ?? [];
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    expect(headers.map(({ name }) => name)).toEqual(expected);
    expect(headers.some(({ required }) => required)).toBe(false);
  });

  it.each([
    [API.productsFile, ['text/csv']],
    [API.ordersFile, ['text/csv']],
    [API.adjustmentEvidence, ['application/pdf', 'image/png', 'image/jpeg']],
  ])('describes the file that %s takes', (path, types) => {
    const content = paths[described(path)]?.post?.requestBody?.content ?? {};
    expect(content).toEqual(Object.fromEntries(types.map((type) => [type, FILE])));
  });

  it('describes responses that are files or streams', () => {
    const success = (path: string) => paths[described(path)]?.get?.responses['200']?.content;
    expect(success(API.productsFile)).toEqual({ '*/*': FILE });
    expect(success(API.batchEvents)).toEqual({ 'text/event-stream': FILE });
    const empty = operations().filter(({ responses }) => responses['200'] && !responses['200'].content);
    expect(empty.map(({ operationId }) => operationId)).toEqual([]);
  });

  it.each([
    [API.mergedLabels, 'ids'],
    [API.products, 'skus'],
  ])('limits %s to as many %s as fit into a URL', (path, name) => {
    const parameters = paths[path]?.get?.parameters?.filter((each) => each.in === 'query') ?? [];
    expect(parameters.map((each) => each.name)).toContain(name);
    const query = parameters.map(({ name, schema }) => `${name}=`.length + longest(schema));
    expect(query.reduce((sum, length) => sum + '?'.length + length, path.length)).toBeLessThanOrEqual(
      8 * 1024,
    );
  });

  it('describes the fields of imported orders', () => {
    const body = JSON.stringify(paths[API.ordersImport]?.post?.requestBody);
    for (const field of ['external_id', 'to_address', 'line_items', 'requires_shipping', 'ship_by'])
      expect(body).toContain(`"${field}":`);
    expect(body).toContain('"weight_unit":{"default":"g"');
  });

  it.each([
    ['get', API.balance, ['available', 'balance', 'creditLimit', 'overdue', 'owed', 'payable']],
    ['post', API.topUps, ['amount']],
    ['post', API.balancePayout, ['amount', 'balance', 'cents', 'paidOut']],
    ['put', API.automaticTopUp, ['amount', 'monthlyCap', 'threshold', 'usedThisMonth']],
    ['post', API.adminClientBalance, ['amount', 'balance', 'creditLimit']],
    ['put', API.adminClientBalanceTerms, ['balance', 'creditLimit']],
    ['put', API.adminAdjustmentPolicy, ['fee', 'threshold']],
    ['get', API.adminCarrierInvoices, ['billed', 'statedTotal', 'total']],
    ['get', API.billingDocuments, ['due', 'refunded', 'tax', 'total']],
    ['get', API.adminAttention, ['amount']],
    ['get', API.orders, ['insuranceCents', 'total']],
    ['post', API.createPaymentIntent, ['amount', 'balanceAmount']],
    ['get', API.adminRefunds, []],
    ['post', API.rates, []],
  ])('says which amounts of %s %s are in cents', (method, path, expected) => {
    expect(fieldsInCents(paths[described(path)]?.[method])).toEqual(expected);
  });

  it('shows the fields of lists, unions, nullable objects and files on the page', async () => {
    const page = (await test.inject({ url: API.docs })).body;
    const sectionOf = (method: string, path: string) =>
      page.split('<section>').find((section) => section.includes(`${method}</span> <code>${path}</code>`)) ??
      '';
    const rates = sectionOf('POST', API.rates);
    for (const name of ['[].objectId', 'rates[].objectId', 'messages[].text'])
      expect(rates).toContain(`<code>${name}</code>`);
    expect(sectionOf('GET', API.orders)).toContain('<code>orders[].hold.reason</code>');
    expect(sectionOf('GET', API.billingDocuments)).toContain('<code>documents[].corrects.number</code>');
    expect(sectionOf('POST', API.productsFile)).toContain('<p>Body: a file (text/csv)</p>');
    expect(sectionOf('GET', API.productsFile)).toContain('<p>Response 200: a file or stream</p>');
  });

  it('is also a page without scripts', async () => {
    const page = await test.inject({ url: API.docs });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('data.pagination.totalPages');
    expect(page.body).toContain('<code>number</code> In cents.</td>');
    expect(page.body).not.toContain('<script');
  });
});
