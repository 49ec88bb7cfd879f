import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { API } from '@lading/contract/routes.ts';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { AppError } from '../app-error.ts';
import { createLog } from '../log.ts';
import { createServer } from './create-server.ts';
import { installErrorAnswers } from './error-answers.ts';
import { Metrics } from './metrics.ts';
import { limitParallelCalls, parallelCalls } from './parallel-calls.ts';
import { RefusalDelays } from './refusal-delays.ts';
import { installRequestLimits, SMALL_BODY } from './request-limits.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await buildTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as { port: number }).port;
});
afterAll(() => test.close());

/** Sends raw bytes and returns everything until the server closes the connection. */
async function raw(request: string, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(request);
  return text(socket);
}

/** Lets the first request wait in a hook, as for a query, until its caller has disconnected. */
function addSlowGuard(app: FastifyInstance) {
  const started = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let isFirst = true;
  app.addHook('onRequest', async (_request, reply) => {
    if (!isFirst) return;
    isFirst = false;
    const gone = once(reply.raw, 'close');
    started.resolve();
    await gone;
    setTimeout(arrived.resolve, 20);
  });
  const leave = async (to: number, request: string) => {
    const socket = connect(to, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(request);
    await started.promise;
    socket.destroy();
  };
  return { arrived: arrived.promise, leave };
}

const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', ...headers, '', ''].join('\r\n');

describe('a caller without a token', () => {
  it('is refused before the body arrives, and a large body closes the connection', async () => {
    const answer = await raw(`${head(API.bulkLabels, 'content-length: 8000000')}[[[[`);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toMatch(/connection: close/i);
  });

  it('cannot keep a connection busy with an endless body', async () => {
    expect(await raw(`${head(API.bulkLabels, 'transfer-encoding: chunked')}4\r\n[[[[\r\n`)).toMatch(
      /^HTTP\/1.1 401 /,
    );
  });

  it.each([
    ['a body that is not JSON', 'text/xml', '<a/>'],
    ['broken JSON', 'application/json', '{"shipments":'],
    ['a body that is too large', 'application/json', JSON.stringify('x'.repeat(9_000_000))],
  ])('learns nothing about the input: %s', async (_name, type, payload) => {
    for (const url of [API.bulkLabels, API.adminGlobalPricing]) {
      const method = url === API.bulkLabels ? 'POST' : 'PUT';
      const answer = await test.inject({ method, url, payload, headers: { 'content-type': type } });
      expect(answer.statusCode).toBe(401);
    }
  });

  it('may not send more than 16 KB to a public route', async () => {
    const payload = { token: 'x'.repeat(20_000) };
    for (const url of [API.login, API.register, API.forgotPassword, API.resetPassword, API.logout])
      expect((await test.inject({ method: 'POST', url, payload })).statusCode).toBe(413);
  });
});

describe('requests of an unusual shape', () => {
  it('are refused when JSON is nested too deeply (RX03)', async () => {
    const payload = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await test.inject({ method: 'POST', url: API.login, payload, headers });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The JSON is nested more than 64 levels deep.',
    ]);
  });

  it('are refused with more than a hundred headers', async () => {
    const headers = (count: number) =>
      `${Array.from({ length: count }, (_, at) => `x-${at}: 1\r\n`).join('')}connection: close\r\n\r\n`;
    expect(await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\n${headers(98)}`)).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\n${headers(99)}`)).toMatch(/^HTTP\/1.1 431 /);
    expect(await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\n${headers(10_000)}`)).toMatch(/^HTTP\/1.1 431 /);
  });

  it('are refused in HTTP/0.9', async () => {
    expect(await raw('GET /healthz\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  const manyHeaders = (count: number) => `GET / HTTP/1.1\r\nhost: x\r\n${'x: 1\r\n'.repeat(count)}\r\n`;
  const deepJson = '['.repeat(16_000);

  it.each([
    ['ten thousand headers', manyHeaders(10_000), '431'],
    ['a few headers too many', manyHeaders(150), '431'],
    [
      'deep JSON',
      head('/', 'connection: close', `content-length: ${deepJson.length}`).concat(deepJson),
      '400',
    ],
    ['a large body and no token', `${head('/guarded', 'content-length: 8000000')}[[[[`, '401'],
  ])('with %s wait longer each time, and only they', async (_name, request, status) => {
    const app = createServer(createLog('silent'), new Metrics(), []);
    installErrorAnswers(app);
    app.get('/', async () => 'read');
    app.post('/', async () => 'read');
    const refuse = async () => {
      throw new AppError('NOT_AUTHENTICATED');
    };
    app.post('/guarded', { onRequest: refuse }, async () => 'read');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const to = (app.server.address() as { port: number }).port;
    for (let sent = 0; sent < 6; sent += 1) expect((await raw(request, to)).slice(9, 12)).toBe(status);
    const order: string[] = [];
    const refused = raw(request, to).then((answer) => order.push(answer.slice(9, 12)));
    const welcome = raw('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', to);
    order.push((await welcome).slice(9, 12));
    await refused;
    await app.close();
    expect(order).toEqual(['200', status]);
  });

  it('are cut when a small body arrives slowly (RX01)', async () => {
    const app = fastify();
    installErrorAnswers(app);
    installRequestLimits(app, new RefusalDelays(), { smallBodyMs: 100 });
    app.post('/slow', { bodyLimit: 1000 }, async () => 'read');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const to = (app.server.address() as { port: number }).port;
    expect(await raw(`${head('/slow', 'content-length: 500')}{"a":`, to)).toMatch(/^HTTP\/1.1 408 /);
    expect(await raw(`${head('/slow', 'content-length: 2', 'connection: close')}{}`, to)).toMatch(
      /^HTTP\/1.1 200 /,
    );
    await app.close();
  });
});

describe('a body that never arrives', () => {
  it.each([
    ['to a page', 'GET / HTTP/1.1', 'content-length: 10', '200'],
    ['to an unknown page', 'DELETE /nowhere HTTP/1.1', 'content-length: 10', '404'],
    ['without a content type', 'POST / HTTP/1.1', 'content-length: 10', '415'],
    [
      'that is too large',
      'POST / HTTP/1.1',
      'content-type: application/json\r\ncontent-length: 20000',
      '413',
    ],
  ])('closes the connection and leaves the server running: %s', async (_name, line, headers, status) => {
    const app = fastify({ bodyLimit: SMALL_BODY });
    installErrorAnswers(app);
    installRequestLimits(app, new RefusalDelays(), { smallBodyMs: 50 });
    app.get('/', async () => 'read');
    app.post('/', async () => 'read');
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const to = (app.server.address() as { port: number }).port;
    const request = `${line}\r\nhost: x\r\n${headers}\r\n\r\n`;
    expect((await raw(request, to)).slice(9, 12)).toBe(status);
    expect(await raw('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', to)).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });
});

/** Room for two bodies of 60 KB, from two callers. */
const ROOM = 130_000;
const LARGE_BODIES = { largeBodies: { accounts: ROOM, strangers: ROOM } };

describe('large bodies', () => {
  /** A server whose calls to `/large` wait for `answer`. The account is in a header. */
  async function slowServer() {
    const app = fastify();
    installErrorAnswers(app);
    installRequestLimits(app, new RefusalDelays(), { ...LARGE_BODIES, publicBodyMs: 1_000 });
    const answer = Promise.withResolvers<string>();
    let arrived = 0;
    const wait = async () => {
      arrived += 1;
      return answer.promise;
    };
    const accountOf = (request: FastifyRequest) => String(request.headers['x-account']);
    app.post('/large', { bodyLimit: 100_000, config: { accountOf } }, wait);
    app.post('/public', { bodyLimit: 100_000 }, wait);
    app.post('/small', async () => 'read');
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const to = (app.server.address() as { port: number }).port;
    const send = async (path: string, bytes: number, ...headers: string[]) => {
      const body = JSON.stringify('x'.repeat(bytes));
      const start = head(path, 'connection: close', `content-length: ${body.length}`, ...headers);
      return (await raw(`${start}${body}`, to)).slice(9, 12);
    };
    return { to, send, answer: answer.resolve, arrived: () => arrived };
  }

  it('occupy a bounded amount of memory together, and make room when they are answered', async () => {
    const { send, answer, arrived } = await slowServer();
    const first = ['1', '2'].map((account) => send('/large', 60_000, `x-account: ${account}`));
    await expect.poll(arrived).toBe(2);
    expect(await send('/large', 60_000, 'x-account: 3')).toBe('503');
    expect(await send('/small', 60)).toBe('200');
    answer('read');
    expect(await Promise.all(first)).toEqual(['200', '200']);
    expect(await send('/large', 60_000, 'x-account: 3')).toBe('200');
  });

  it('of one account leave room for those of others', async () => {
    const { send, answer, arrived } = await slowServer();
    const first = send('/large', 60_000, 'x-account: 1');
    await expect.poll(arrived).toBe(1);
    expect(await send('/large', 60_000, 'x-account: 1')).toBe('429');
    const other = send('/large', 60_000, 'x-account: 2');
    await expect.poll(arrived).toBe(2);
    answer('read');
    expect(await Promise.all([first, other])).toEqual(['200', '200']);
  });

  it('without a token occupy only their own room, and not for long', async () => {
    const { to, send, answer, arrived } = await slowServer();
    const stalled = raw(`${head('/public', 'content-length: 60000')}"x`, to);
    expect(await send('/public', 60_000)).toBe('429');
    const signedIn = ['1', '2'].map((account) => send('/large', 60_000, `x-account: ${account}`));
    await expect.poll(arrived).toBe(2);
    expect((await stalled).slice(9, 12)).toBe('408');
    answer('read');
    expect(await Promise.all(signedIn)).toEqual(['200', '200']);
    expect(await send('/public', 60_000)).toBe('200');
  });

  it('are released even if the caller disconnects before they are counted', async () => {
    const app = fastify();
    installErrorAnswers(app);
    installRequestLimits(app, new RefusalDelays(), LARGE_BODIES);
    const { arrived, leave } = addSlowGuard(app);
    app.post('/large', { bodyLimit: 100_000 }, async () => 'read');
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const to = (app.server.address() as { port: number }).port;
    const request = head('/large', 'connection: close', 'content-length: 60000');
    await leave(to, request);
    await arrived;
    expect((await raw(`${request}${JSON.stringify('x'.repeat(59_998))}`, to)).slice(9, 12)).toBe('200');
  });
});

it('a call in progress is no longer counted when its caller disconnects before it is counted', async () => {
  const app = fastify();
  installErrorAnswers(app);
  const { arrived, leave } = addSlowGuard(app);
  app.get('/', { onRequest: limitParallelCalls(parallelCalls(1), () => 'one account') }, async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const to = (app.server.address() as { port: number }).port;
  const request = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  await leave(to, request);
  await arrived;
  expect((await raw(request, to)).slice(9, 12)).toBe('200');
});
