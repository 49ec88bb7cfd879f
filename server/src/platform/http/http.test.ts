import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';

const METRICS_TOKEN = 'a-token-for-metrics';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await buildTestApp({
    METRICS_TOKEN,
    API_BASE_URL: 'https://api.example.com/',
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as { port: number }).port;
});
afterAll(() => test.close());

/** Sends raw bytes and returns the whole response. */
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

describe('the HTTP server', { shuffle: false }, () => {
  describe('every response', () => {
    it.each(['/healthz', '/nothing-here', API.verify, API.openapi, API.runtimeConfig])(
      'carries the security headers: %s (AU09, BR01, BR02)',
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

    it('of the API is not cached, and errors carry the request id', async () => {
      const answer = await test.inject({ url: API.verify });
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json()).toEqual({
        error: 'NOT_AUTHENTICATED',
        message: 'Session expired. Please log in again.',
        requestId: answer.headers['x-request-id'],
      });
    });

    it('to an internal error contains only its code, message and request id', async () => {
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
      [`${'['.repeat(7000)}${']'.repeat(7000)}`, 400, 'BAD_REQUEST'],
      [JSON.stringify({ email: 'a', password: 'x'.repeat(20_000) }), 413, 'BODY_TOO_LARGE'],
    ])('rejects malformed body %# (RX03, MA05)', async (payload, status, code) => {
      const answer = await post(payload);
      expect([answer.statusCode, answer.json().error]).toEqual([status, code]);
    });

    it('rejects other content types and compressed bodies (RX04)', async () => {
      expect(
        (await post('email=a', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode,
      ).toBe(415);
      expect((await post('<a/>', { 'content-type': 'text/xml' })).statusCode).toBe(415);
      expect((await post('\u001f\u008b', { 'content-encoding': 'gzip' })).statusCode).toBe(400);
    });

    it('rejects long URLs and large headers (RX02, IN06)', async () => {
      expect(await raw(`GET /${'a'.repeat(9000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 414 /,
      );
      expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(64_000)}\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 431 /,
      );
    });

    it('answers a malformed URL in the usual error shape', async () => {
      for (const [url, error] of [
        [`${API.zip}/%E0%A4%A`, 'BAD_REQUEST'],
        [`${API.zip}/${'9'.repeat(200)}`, 'URL_TOO_LONG'],
      ] as const) {
        const answer = await test.inject({ url });
        expect(answer.json()).toMatchObject({ error, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      }
    });

    it('answers 400 to a NUL character in any text', async () => {
      const payload = { email: 'nul\u0000@shop.example', password: 'a long password' };
      const answer = await test.inject({ method: 'POST', url: API.login, payload });
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'BAD_REQUEST']);
    });

    it('rejects requests with ambiguous boundaries (RX05)', async () => {
      const both =
        'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';
      expect(await raw(both)).toMatch(/^HTTP\/1.1 400 /);
      expect(await raw('GET / HTTP/1.1\nhost: x\n\nGET /b HTTP/1.1\n\n')).toMatch(/^HTTP\/1.1 400 /);
      expect(await raw('nonsense\r\n\r\n')).toContain('"error":"BAD_REQUEST"');
    });

    it('limits the time for headers and bodies (RX01)', () => {
      expect(test.app.server.headersTimeout).toBe(10_000);
      expect(test.app.server.requestTimeout).toBe(120_000);
    });

    it('rejects methods that a path does not have (RX11)', async () => {
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
    ])('%s does not bypass the guard (AZ06)', async (url) => {
      const answer = await test.inject({ url, headers: { 'x-http-method-override': 'GET' } });
      expect([401, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toContain('auditLogs');
    });
  });

  describe('operational endpoints', () => {
    it('show metrics only with the token (RX13)', async () => {
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

    it('serve the settings of the web application', async () => {
      expect((await test.inject({ url: API.runtimeConfig })).json()).toEqual({
        productName: 'Lading',
        apiBaseUrl: 'https://api.example.com',
        adminBaseUrl: '',
        verifyBaseUrl: '',
        supportEmail: null,
        demo: false,
        emailsLabels: false,
        security: 'standard',
        secondFactorFor: 'none',
        passkeyOrigin: 'https://labels.example.com',
        timeZone: 'UTC',
        payment: { provider: 'test' },
      });
    });
  });

  describe('rate limits', () => {
    it('stop a script from signing up, even with forged forwarded addresses (AU21, RX07)', async () => {
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
      const refusals = await limited.deps.db
        .selectFrom('audit_logs')
        .select(['ip_address', 'details'])
        .where('event_type', '=', 'RATE_LIMITED')
        .execute();
      expect(refusals).toEqual([
        {
          ip_address: '127.0.0.1',
          details: { method: 'POST', path: API.register, error: last?.json().message },
        },
      ]);
      await limited.close();
    });

    it('trust a forwarded address only from the configured proxy', async () => {
      const proxied = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
      const logIn = {
        method: 'POST',
        url: API.login,
        payload: { email: 'a@b.example', password: 'x' },
      } as const;
      await proxied.inject({ ...logIn, headers: { 'x-forwarded-for': '198.51.100.7' } });
      expect(proxied.logText()).not.toContain('http.forwarded_for_ignored');
      const untrusted = { headers: { 'x-forwarded-for': '198.51.100.8' }, remoteAddress: '192.0.2.1' };
      await proxied.inject({ ...logIn, ...untrusted });
      await proxied.inject({ url: '/healthz', ...untrusted });
      const rows = await proxied.deps.db
        .selectFrom('audit_logs')
        .select('ip_address')
        .orderBy('seq')
        .execute();
      expect(rows.map((row) => row.ip_address)).toEqual(['198.51.100.7', '192.0.2.1']);
      expect(proxied.logText().split('http.forwarded_for_ignored')).toHaveLength(2);
      await proxied.close();
    });
  });
});
