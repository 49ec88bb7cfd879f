import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { API, PAGES } from '@lading/contract/routes.ts';
import { TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { createLog } from '../log.ts';
import { createServer } from './create-server.ts';
import { Metrics } from './metrics.ts';
import { installStaticFiles } from './static-files.ts';

const ORIGIN = 'https://shop.example.com';
const METRICS_TOKEN = 'a-token-for-metrics';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await buildTestApp({
    CORS_ORIGINS: ORIGIN,
    METRICS_TOKEN,
    API_BASE_URL: 'https://api.example.com/',
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as { port: number }).port;
});
afterAll(() => test.close());

/** Sends bytes as they are and returns everything that comes back. */
async function raw(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(request);
  return text(socket);
}

const post = (payload: string, headers: Record<string, string> = {}) =>
  test.inject({
    method: 'POST',
    url: API.login,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('every answer', () => {
  it.each(['/healthz', '/nothing-here', API.verify, API.openapi, API.runtimeConfig])(
    'carries the security headers: %s',
    async (url) => {
      const { headers } = await test.inject({ url });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("connect-src 'self' https://api.example.com;");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('of the API is never stored, and errors name the request', async () => {
    const answer = await test.inject({ url: API.verify });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      error: 'NOT_AUTHENTICATED',
      message: 'Session expired. Please log in again.',
      requestId: answer.headers['x-request-id'],
    });
  });

  it('to a failure of ours tells the sentence and nothing else', async () => {
    const app = await buildTestApp();
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    await app.deps.db.destroy();
    const answer = await app.inject({
      method: 'POST',
      url: API.login,
      payload: { email: 'a@b.example', password: 'x' },
    });
    expect(answer.statusCode).toBe(500);
    expect(Object.keys(answer.json()).sort()).toEqual(['error', 'message', 'requestId']);
    expect(answer.json().message).toBe('Server error. Please try again later.');
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
    await app.app.close();
  });
});

describe('hostile requests', () => {
  it.each([
    ['{"email":', 400, 'BAD_REQUEST'],
    ['', 400, 'BAD_REQUEST'],
    ['[]', 400, 'VALIDATION_FAILED'],
    ['null', 400, 'VALIDATION_FAILED'],
    ['"text"', 400, 'VALIDATION_FAILED'],
    ['{"__proto__":{"admin":true},"email":"a","password":"b"}', 400, 'BAD_REQUEST'],
    [`${'['.repeat(7000)}${']'.repeat(7000)}`, 400, 'VALIDATION_FAILED'],
    [JSON.stringify({ email: 'a', password: 'x'.repeat(20_000) }), 413, 'BODY_TOO_LARGE'],
  ])('RX03, MA05: body %#', async (payload, status, code) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().error]).toEqual([status, code]);
  });

  it('RX04: accepts neither other types nor compressed bodies', async () => {
    expect((await post('email=a', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(
      415,
    );
    expect((await post('<a/>', { 'content-type': 'text/xml' })).statusCode).toBe(415);
    expect((await post('\u001f\u008b', { 'content-encoding': 'gzip' })).statusCode).toBe(400);
  });

  it('RX02: refuses long addresses and large headers', async () => {
    expect(await raw(`GET /${'a'.repeat(9000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 414 /,
    );
    expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(64_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
  });

  it('refuses an address that nobody can read in the same shape as everything else', async () => {
    for (const [url, error] of [
      [`${API.zip}/%E0%A4%A`, 'BAD_REQUEST'],
      [`${API.zip}/${'9'.repeat(200)}`, 'URL_TOO_LONG'],
    ] as const) {
      const answer = await test.inject({ url });
      expect(answer.json()).toMatchObject({ error, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    }
  });

  it('refuses a NUL in any text as a mistake of the request', async () => {
    const payload = { email: 'nul@shop.example', password: 'a long password', full_name: 'Ada\u0000Park' };
    const answer = await test.inject({ method: 'POST', url: API.register, payload });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'BAD_REQUEST']);
  });

  it('RX05: refuses requests whose borders are unclear', async () => {
    const both =
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(await raw(both)).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw('GET / HTTP/1.1\nhost: x\n\nGET /b HTTP/1.1\n\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw('nonsense\r\n\r\n')).toContain('"error":"BAD_REQUEST"');
  });

  it('RX01: gives slow headers and slow bodies a limit', () => {
    expect(test.app.server.headersTimeout).toBe(10_000);
    expect(test.app.server.requestTimeout).toBe(30_000);
  });

  it('RX11: knows only the methods it has', async () => {
    expect(await raw('TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 4\d\d /,
    );
    expect((await test.inject({ method: 'DELETE', url: API.login })).statusCode).toBe(404);
    expect((await test.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(200);
  });

  it.each([
    '/API/admin/audit-logs',
    '/api//admin/audit-logs',
    '/api/admin/audit-logs/',
    '/api/admin/audit-logs.',
    '/api/admin%2Faudit-logs',
  ])('AZ06: %s is no way around the guard', async (url) => {
    const answer = await test.inject({ url, headers: { 'x-http-method-override': 'GET' } });
    expect([401, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('auditLogs');
  });
});

describe('other origins', () => {
  const from = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    test.inject({ method, url: API.verify, headers: { origin } });

  it('may call if they are listed, without credentials', async () => {
    const { headers } = await from(ORIGIN);
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const preflight = await from(ORIGIN, 'OPTIONS');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
  });

  it.each([
    'null',
    'https://evil.example',
    'https://shop.example.com.evil.example',
    'http://shop.example.com',
    'https://xshop.example.com',
  ])('BR03: %s gets no permission', async (origin) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await from(origin, method);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('operation', () => {
  it('RX13: shows metrics only to whoever has the token', async () => {
    expect((await test.inject({ url: '/metrics' })).statusCode).toBe(404);
    expect(
      (await test.inject({ url: '/metrics', headers: { authorization: 'Bearer wrong' } })).statusCode,
    ).toBe(404);
    const answer = await test.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(
      /lading_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    );
    expect(answer.body).toContain('lading_db_connections ');
  });

  it('describes every call as OpenAPI 3.1 and as a page without scripts', async () => {
    const document = (await test.inject({ url: API.openapi })).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).sort()).toEqual(
      [
        ...Object.entries(API).flatMap(([name, path]) => (name.startsWith('admin') ? [path] : [])),
        API.forgotPassword,
        API.login,
        API.logout,
        API.place,
        API.places,
        API.register,
        API.resetPassword,
        API.validateAddress,
        API.rates,
        API.carriers,
        API.createPaymentIntent,
        API.label,
        API.labelFile,
        API.mergedLabels,
        API.testLabel,
        API.emailLabel,
        API.transaction,
        API.history,
        API.bulkLabels,
        API.batches,
        API.batch,
        API.batchRows,
        API.batchRow,
        API.batchRemovals,
        API.batchEvents,
        API.batchRates,
        API.batchChoices,
        API.batchRule,
        API.batchLabels,
        API.batchPause,
        API.batchResume,
        API.batchCancel,
        API.batchRetry,
        API.batchFile,
        API.profile,
        API.savedAddresses,
        API.savedAddress,
        API.savedParcels,
        API.savedParcel,
        TEST_GATEWAY_CONFIRM,
        API.verify,
        `${API.zip}/{zip}`,
      ]
        .map((path) => path.replace(/:(\w+)/g, '{$1}'))
        .sort(),
    );
    const body = document.paths[API.register].post.requestBody.content['application/json'].schema;
    expect(Object.keys(body.properties)).toEqual(['email', 'password', 'full_name', 'phone']);
    expect(body.required).toEqual(['email', 'password', 'full_name']);
    const page = await test.inject({ url: API.docs });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('data.pagination.totalPages');
    expect(page.body).not.toContain('<script');
  });

  it('tells the browser where the calls go', async () => {
    expect((await test.inject({ url: API.runtimeConfig })).json()).toEqual({
      productName: 'Lading',
      apiBaseUrl: 'https://api.example.com',
      adminBaseUrl: '',
      verifyBaseUrl: '',
      supportEmail: null,
      demo: false,
      emailsLabels: false,
      timeZone: 'UTC',
      payment: { provider: 'test' },
    });
  });
});

describe('limits', () => {
  it('AU21, RX07: stop a script that signs up, also when it pretends to be many', async () => {
    const limited = await buildTestApp({ LADING_RATE_LIMITS: 'on' });
    const answers = [];
    for (let number = 0; number < 22; number += 1) {
      const payload = { email: `bot${number}@x.example`, password: 'short', full_name: 'Bot' };
      const headers = { 'x-forwarded-for': `10.0.0.${number}` };
      answers.push(await limited.inject({ method: 'POST', url: API.register, payload, headers }));
    }
    expect(answers.map((answer) => answer.statusCode)).toEqual([...Array(20).fill(400), 429, 429]);
    const last = answers.at(-1);
    expect(last?.json()).toMatchObject({
      error: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Please wait a moment and try again.',
    });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(3000);
    await limited.close();
  });

  it('believe a forwarded address only from the proxy that was named', async () => {
    const proxied = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
    await proxied.inject({ method: 'POST', url: API.logout, headers: { 'x-forwarded-for': '198.51.100.7' } });
    await proxied.inject({
      method: 'POST',
      url: API.logout,
      headers: { 'x-forwarded-for': '198.51.100.8' },
      remoteAddress: '192.0.2.1',
    });
    const rows = await proxied.deps.db.selectFrom('audit_logs').select('ip_address').orderBy('seq').execute();
    expect(rows.map((row) => row.ip_address)).toEqual(['198.51.100.7', '192.0.2.1']);
    await proxied.close();
  });
});

describe('files', () => {
  let folder: string;
  let files: FastifyInstance;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-web-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>landing</title>');
    writeFileSync(join(folder, 'app.html'), '<!doctype html><title>application</title>');
    writeFileSync(join(folder, 'assets/a-1234.js'), 'let a');
    writeFileSync(join(folder, 'assets/a-1234.js.br'), 'compressed');
    writeFileSync(join(folder, 'assets/a-1234.js.map'), 'source');
    writeFileSync(join(folder, '.env'), 'SECRET=1');
    files = createServer(createLog('silent'), new Metrics(), []);
    installStaticFiles(files, folder);
  });
  afterAll(async () => {
    await files.close();
    rmSync(folder, { recursive: true });
  });
  const page = { accept: 'text/html' };

  it('are the landing page, the application for every page of ours, and the application with 404 for the rest', async () => {
    expect((await files.inject({ url: '/?x=1', headers: page })).body).toContain('landing');
    for (const url of Object.values(PAGES).filter((path) => path !== '/')) {
      const answer = await files.inject({ url, headers: page });
      expect([url, answer.statusCode, answer.body.includes('application')]).toEqual([url, 200, true]);
    }
    const missing = await files.inject({ url: '/clinet/dashbord', headers: page });
    expect([missing.statusCode, missing.body.includes('application')]).toEqual([404, true]);
  });

  it('are kept by browsers for ever when their name has a digest, and asked for again otherwise', async () => {
    const script = await files.inject({
      url: '/assets/a-1234.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const landing = await files.inject({ url: '/' });
    expect(landing.headers['cache-control']).toBe('no-cache');
    const again = await files.inject({
      url: '/',
      headers: { 'if-none-match': String(landing.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    '/.env',
    '/assets/a-1234.js.map',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f.env',
    '/.git/config',
    '/app.html',
    '/api/nothing',
    '/assets/missing.js',
  ])('FI01, FI12: %s is not there', async (url) => {
    const answer = await files.inject({ url });
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND']);
  });
});
