import { API_KEY_SCOPES, type ApiKeyScope } from '@lading/contract/api-keys.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../src/app.ts';
import { routesOf } from '../src/platform/http/route.ts';
import { compileSerializer } from '../src/platform/http/schema-compilers.ts';
import { newId } from '../src/platform/ids.ts';
import { knownRoutes } from './admin-matrix.ts';
import { makeApiKey } from './api-keys.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { bearer, logInAs, makeUser } from './factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** A key of each scope. Routes refuse it before they look at the input. */
const keys: Partial<Record<ApiKeyScope, string>> = {};
beforeAll(async () => {
  const { token } = await logInAs(test, await makeUser(test));
  for (const scope of API_KEY_SCOPES) keys[scope] = (await makeApiKey(test, token, scope)).key;
});

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('the route table', () => {
  it('contains every route under /api that the server has', () => {
    const known = knownRoutes(test.app.printRoutes({ commonPrefix: false })).filter((route) =>
      /^(?!HEAD )\w+ \/api\b/.test(route),
    );
    const documents = [API.openapi, API.docs, `${API.docs}.css`].map((path) => `GET ${path}`);
    const table = [...ROUTES, ...test.deps.providerRoutes].map(nameOf);
    expect(known.sort()).toEqual([...table, ...documents].sort());
  });

  it('has only response schemas that compile', () => {
    for (const { answer } of [...ROUTES, ...test.deps.providerRoutes])
      if (answer) expect(compileSerializer(answer)).toBeTypeOf('function');
  });

  it('gives every route under /api/admin to admins, and no other route', () => {
    const ofAdmins = ROUTES.filter(({ access }) => access === 'admin');
    expect(ofAdmins.map(nameOf)).toEqual(
      ROUTES.filter(({ path }) => path.startsWith('/api/admin/')).map(nameOf),
    );
  });

  it('does not compile with an admin route without a permission, or another route with one', () => {
    const route = routesOf('Test');
    const rest = { method: 'GET', path: '/x', operationId: 'x', summary: 'x' } as const;
    const handle = () => {
      throw new Error('never called');
    };
    // @ts-expect-error: an admin route needs a permission.
    expect(route({ ...rest, access: 'admin', handle })).toBeDefined();
    // @ts-expect-error: only admin routes have one.
    expect(route({ ...rest, access: 'user', permission: 'clients.read', handle })).toBeDefined();
    expect(route({ ...rest, access: 'admin', permission: 'clients.read', handle })).toBeDefined();
  });

  it('lets API keys call nothing that manages the account, its money or its stores (AZ15)', () => {
    const accepting = ROUTES.filter(({ apiKey }) => apiKey);
    const areas = new Set(accepting.map(({ path }) => path.split('/').slice(0, 3).join('/')));
    expect([...areas].sort()).toEqual([
      '/api/auth',
      '/api/balance',
      '/api/bulk',
      '/api/order-rules',
      '/api/orders',
      '/api/packages',
      '/api/products',
      '/api/shippo',
    ]);
    const ofAccounts = accepting.filter(({ path }) => /^\/api\/(auth|balance)/.test(path));
    expect(ofAccounts.map(nameOf)).toEqual([
      `GET ${API.verify}`,
      `GET ${API.balance}`,
      `GET ${API.balanceEntries}`,
    ]);
    expect(accepting.filter(({ proof }) => proof)).toEqual([]);
  });

  it('lists every route that is open to all or checks its callers itself (AZ05)', () => {
    const open = ROUTES.filter(({ access }) => access === 'public' || access === 'custom');
    expect(open.map((route) => `${route.access} ${nameOf(route)}`)).toEqual([
      `public POST ${API.register}`,
      `public POST ${API.login}`,
      `custom POST ${API.logout}`,
      `public POST ${API.forgotPassword}`,
      `public POST ${API.resetPassword}`,
      `public POST ${API.invitation}`,
      `public POST ${API.acceptInvitation}`,
      `public POST ${API.loginSecondFactor}`,
      `public POST ${API.loginPasskeyRequest}`,
      `public POST ${API.loginPasskey}`,
      `public POST ${API.verifyEmail}`,
      `custom GET ${API.labelFile}`,
      `public POST ${API.etsyHooks}`,
      `public POST ${API.orderHooks}`,
      `public GET ${API.ebayDeletionNotices}`,
      `public POST ${API.ebayDeletionNotices}`,
      `public GET ${API.orderSourceAuthorized}`,
      `public POST ${API.orderSourceAuthorized}`,
    ]);
  });
});

describe.each(
  ROUTES.filter(({ access }) => access !== 'public').map((route) => [nameOf(route), route] as const),
)('%s', (_, { method, path, apiKey }) => {
  it.each([
    ['no token', {}],
    ['a malformed token', bearer('x')],
    ['an unknown token', bearer('x'.repeat(43))],
  ])('answers 401 to %s, before it looks at the input (AZ05)', async (_token, headers) => {
    // A valid id, but no query and no body: a route that checked them first would answer 400.
    const url = path.replace(/:(id|objectId)\b/g, newId()).replace(/:\w+/g, '1');
    const answer = await test.inject({ method, url, headers });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'NOT_AUTHENTICATED']);
  });

  it.each(API_KEY_SCOPES)('accepts an API key with the scope %s only if it says so (AZ15)', async (scope) => {
    const url = path.replace(/:(id|objectId)\b/g, newId()).replace(/:\w+/g, '1');
    const answer = await test.inject({ method, url, headers: bearer(keys[scope] ?? '') });
    const isAccepted = apiKey === scope || (apiKey !== undefined && scope === 'labels');
    const error = answer.headers['content-type']?.includes('json') ? answer.json().error : undefined;
    const isRefused = ['API_KEY_NOT_ALLOWED', 'NOT_AUTHENTICATED'].includes(error);
    expect(isRefused, error).toBe(!isAccepted);
  });
});
