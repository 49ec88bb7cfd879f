import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../src/app.ts';
import { routesOf } from '../src/platform/http/route.ts';
import { compileSerializer } from '../src/platform/http/schema-compilers.ts';
import { newId } from '../src/platform/ids.ts';
import { knownRoutes } from './admin-matrix.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { bearer } from './factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

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
)('%s', (_, { method, path }) => {
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
});
