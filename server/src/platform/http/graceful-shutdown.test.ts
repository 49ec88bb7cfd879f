import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createServer } from './create-server.ts';
import { installGracefulShutdown } from './graceful-shutdown.ts';
import { Metrics } from './metrics.ts';

/** Far enough apart to distinguish them on a busy machine. */
const DEADLINES = { headMs: 300, bodyMs: 4_000, answerMs: 5_000 };

let app: FastifyInstance;
let draining: boolean;
let turningAway: boolean;
let port: number;
/** Lets the request to /slow finish. */
let finish: () => void;
let arrived: Promise<unknown>;
const agent = new Agent({ keepAlive: true });

beforeEach(async () => {
  draining = false;
  turningAway = false;
  app = createServer(createLog('silent'), new Metrics(), []);
  installGracefulShutdown(app, { isDraining: () => draining, isRefusingReads: () => turningAway }, DEADLINES);
  app.get('/', async () => 'hello');
  app.post('/', async () => 'posted');
  const arrival = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  arrived = arrival.promise;
  finish = release.resolve;
  app.get('/endless', async () => Readable.from(endless()));
  app.get('/slow', async () => {
    arrival.resolve();
    await release.promise;
    return 'at last';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  finish();
  agent.destroy();
  await app.close();
});

function* endless() {
  for (;;) yield 'x'.repeat(65_536);
}

function get(path: string): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    request({ port, path, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
    })
      .on('error', reject)
      .end();
  });
}

/** Opens a raw connection and sends this text. */
async function connected(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text) socket.write(text);
  // Give the server time to read it.
  await get('/');
  await sleep(50);
  return socket;
}

describe('a draining server', () => {
  it('answers reads with 503 shortly before its port closes, and still takes everything else', async () => {
    turningAway = true;
    expect((await get('/')).status).toBe(503);
    const posted = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
    expect([posted.status, await posted.text()]).toEqual([200, 'posted']);
  });

  it('keeps answering and closes each connection with its response', async () => {
    expect(await get('/')).toEqual({ status: 200, connection: 'keep-alive' });
    draining = true;
    expect(await get('/')).toEqual({ status: 200, connection: 'close' });
  });

  it('finishes a request in progress before it closes the connection', async () => {
    const answer = get('/slow');
    await arrived;
    const closed = app.close();
    await sleep(50);
    finish();
    expect(await answer).toEqual({ status: 200, connection: 'close' });
    await closed;
  });

  it.each([
    ['sends nothing', ''],
    ['stops partway through the headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    [
      'stops partway through the headers of its second request',
      'GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\n',
    ],
  ])('is not held up by a connection that %s', async (_, text) => {
    const socket = await connected(text);
    const cut = once(socket, 'close');
    socket.resume();
    await app.close();
    await cut;
  });

  it('waits for the rest of a request that is still arriving', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';
    const socket = await connected(`${head}ab`);
    const closed = app.close();
    await sleep(2 * DEADLINES.headMs);
    socket.write('cd');
    const [data] = await once(socket, 'data');
    expect(String(data)).toMatch(/^HTTP\/1\.1 200 .*connection: close/s);
    await closed;
  });

  it('does not wait forever for the rest of a request', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';
    const socket = await connected(`${head}ab`);
    const cut = once(socket, 'close');
    await app.close();
    await cut;
  });

  it('does not wait forever for a caller that reads slowly', async () => {
    const socket = await connected('');
    socket.pause();
    socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'readable');
    await app.close();
    socket.destroy();
  });
});
