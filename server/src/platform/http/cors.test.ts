import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { ROUTES } from '../../app.ts';

const ORIGIN = 'https://shop.example.com';
/** Every request header that the web application sets and browsers ask permission for. */
const WEB_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-background'];

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ CORS_ORIGINS: ORIGIN });
});
afterAll(() => test.close());

const from = (origin: string, method: 'GET' | 'OPTIONS' = 'GET', url: string = API.verify) =>
  test.inject({ method, url, headers: { origin } });

const listOf = (header: unknown) =>
  String(header)
    .split(',')
    .map((item) => item.trim());

describe('a listed origin', () => {
  it('can read API responses, without credentials', async () => {
    const { headers } = await from(ORIGIN);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': 'x-request-id, retry-after, content-disposition',
      vary: 'Origin',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('can read error responses of unknown paths', async () => {
    const answer = await from(ORIGIN, 'GET', '/api/nothing');
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, ORIGIN]);
  });

  it('cannot read anything outside the API', async () => {
    for (const url of [API.runtimeConfig, '/healthz'])
      expect((await from(ORIGIN, 'GET', url)).headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(ROUTES.map(({ method, path }) => [method, path]))(
    'passes the preflight of %s %s with every header of the web application',
    async (method, path) => {
      const answer = await test.inject({
        method: 'OPTIONS',
        url: path.replace(/:\w+/g, '1'),
        headers: {
          origin: ORIGIN,
          'access-control-request-method': method,
          'access-control-request-headers': WEB_HEADERS.join(','),
        },
      });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-max-age': '600',
      });
      expect(listOf(answer.headers['access-control-allow-methods'])).toContain(method);
      expect(listOf(answer.headers['access-control-allow-headers']).sort()).toEqual(WEB_HEADERS);
    },
  );
});

it.each([
  'null',
  'https://evil.example',
  'https://shop.example.com.evil.example',
  'http://shop.example.com',
  'https://xshop.example.com',
])('gives the origin %s no permission (BR03)', async (origin) => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    const { headers } = await from(origin, method);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

it('gives no origin permission when none is listed', async () => {
  const closed = await buildTestApp();
  for (const method of ['GET', 'OPTIONS'] as const) {
    const { headers } = await closed.inject({ method, url: API.verify, headers: { origin: ORIGIN } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  await closed.close();
});
