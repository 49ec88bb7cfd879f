import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createServer } from './create-server.ts';
import { installLeaving } from './leaving.ts';
import { Metrics } from './metrics.ts';

/** Far enough apart to tell them from each other on a busy machine. */
const DEADLINES = { headMs: 300, bodyMs: 1_500 };

let app: FastifyInstance;
let leaving: boolean;
let port: number;
/** A request to /slow is answered when the test says so. */
let finish: () => void;
let arrived: Promise<unknown>;
const agent = new Agent({ keepAlive: true });

beforeEach(async () => {
  leaving = false;
  app = createServer(createLog('silent'), new Metrics(), []);
  installLeaving(app, () => leaving, DEADLINES);
  app.get('/', async () => 'hello');
  app.post('/', async () => 'posted');
  const come = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  arrived = come.promise;
  finish = go.resolve;
  app.get('/slow', async () => {
    come.resolve();
    await go.promise;
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

/** A bare connection that has sent exactly this. */
async function connected(words: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (words) socket.write(words);
  // The server is to have read it.
  await get('/');
  await sleep(50);
  return socket;
}

describe('a server that leaves', () => {
  it('goes on answering, and ends each connection with its answer', async () => {
    expect(await get('/')).toEqual({ status: 200, connection: 'keep-alive' });
    leaving = true;
    expect(await get('/')).toEqual({ status: 200, connection: 'close' });
  });

  it('finishes a request in hand when it closes, and closes its connection with it', async () => {
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
    ['stops in the middle of the head of a request', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    [
      'stops in the middle of the head of its second request',
      'GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\n',
    ],
  ])('is not held up by a connection that %s', async (_, words) => {
    const socket = await connected(words);
    const cut = once(socket, 'close');
    socket.resume();
    await app.close();
    await cut;
  });

  it('gives a request that is still arriving the time to come in', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';
    const socket = await connected(`${head}ab`);
    const closed = app.close();
    await sleep(2 * DEADLINES.headMs);
    socket.write('cd');
    const [words] = await once(socket, 'data');
    expect(String(words)).toMatch(/^HTTP\/1\.1 200 .*connection: close/s);
    await closed;
  });

  it('does not wait for ever for the rest of a request', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';
    const socket = await connected(`${head}ab`);
    const cut = once(socket, 'close');
    await app.close();
    await cut;
  });
});
