import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { AddressBlockedError, createGuardedCall, isUnknownHost, type OutgoingGuard } from './guarded-call.ts';
import type { HttpAnswer, HttpCall } from './http-call.ts';
import { NotSentError } from './not-sent.ts';

const open: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) {
    one.closeAllConnections?.();
    one.close();
  }
});

const portOf = async (server: SocketServer) => {
  server.listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** Calls with a resolver that knows every name under these addresses, one list for each lookup. */
const guardWith = (addresses: string[][], guard: Partial<OutgoingGuard> = {}) => {
  const asked: string[] = [];
  const call = createGuardedCall({
    allowedHosts: [],
    resolve: async (host) => addresses[Math.min(asked.push(host), addresses.length) - 1] ?? [],
    ...guard,
  });
  return {
    asked,
    call: (address: string, change: Partial<HttpCall> = {}) =>
      call({ method: 'GET', url: new URL(address), withinMs: 20_000, mostBytes: 1000, ...change }),
  };
};
const errorOf = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

describe('a guarded call', () => {
  it.each([
    ['http://shop.example/', 'not_https'],
    ['ftp://shop.example/', 'not_https'],
    ['https://user:pass@shop.example/', 'credentials_in_url'],
    ['https://user@shop.example/', 'credentials_in_url'],
    ['https://93.184.216.34/', 'ip_address'],
    ['https://127.0.0.1/', 'ip_address'],
    ['https://2130706433/', 'ip_address'],
    ['https://0x7f.1/', 'ip_address'],
    ['https://0177.0.0.1/', 'ip_address'],
    ['https://127.1/', 'ip_address'],
    ['https://１２７.0.0.1/', 'ip_address'],
    ['https://[::1]/', 'ip_address'],
    ['https://[::ffff:127.0.0.1]/', 'ip_address'],
    ['https://shop.example:22/', 'port'],
    ['https://shop.example:80/', 'port'],
    ['https://lading.example/', 'own_host'],
    ['https://LADING.example./', 'own_host'],
  ])('refuses %s without a lookup (%s)', async (address, reason) => {
    const { call, asked } = guardWith([['93.184.216.34']], { ownHosts: ['lading.example'] });
    const error = await errorOf(call(address));
    expect(error).toBeInstanceOf(AddressBlockedError);
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ code: 'address_blocked', reason });
    expect(asked).toEqual([]);
  });

  it.each([
    ['localhost', ['127.0.0.1', '::1']],
    ['shop.example', ['10.0.0.1']],
    ['shop.example', ['169.254.169.254']],
    ['shop.example', ['93.184.216.34', '192.168.0.1']],
    ['shop.example', ['2606:4700::1', '::ffff:127.0.0.1']],
  ])('refuses %s with the addresses %s', async (host, addresses) => {
    const { call } = guardWith([addresses]);
    expect(await errorOf(call(`https://${host}/`))).toMatchObject({ reason: 'private_address' });
  });

  it('says that nothing was sent when the name does not exist', async () => {
    const { call } = guardWith([[]]);
    expect(await errorOf(call('https://shop.example/'))).toBeInstanceOf(NotSentError);
    const failing = createGuardedCall({
      allowedHosts: [],
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    const url = new URL('https://shop.example/');
    const error = await errorOf(failing({ method: 'GET', url, withinMs: 1000, mostBytes: 10 }));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).not.toBeInstanceOf(AddressBlockedError);
    expect(error).toMatchObject({ message: 'shop.example cannot be resolved (ENOTFOUND)' });
    expect(isUnknownHost(error)).toBe(true);
  });

  it('stops waiting for a name server that does not answer', async () => {
    const { call } = guardWith([], { resolve: () => new Promise(() => {}) });
    expect(await errorOf(call('https://shop.example/', { withinMs: 50 }))).toBeInstanceOf(NotSentError);
  });

  it('resolves and checks the addresses again for each call, and only once per call', async () => {
    const port = await portOf(createServer((_, response) => response.end('inside')));
    const { call, asked } = guardWith([['127.0.0.1'], ['127.0.0.1']]);
    expect(await errorOf(call('https://rebind.example/'))).toMatchObject({ reason: 'private_address' });
    expect(asked).toHaveLength(1);
    // The second lookup of the same name would give another address, but the first one is used.
    const pinned = guardWith([['127.0.0.1'], ['203.0.113.1']], { allowedHosts: [`pinned.example:${port}`] });
    const answer = await pinned.call(`http://pinned.example:${port}/`);
    expect(answer.body.toString()).toBe('inside');
    expect(pinned.asked).toEqual(['pinned.example']);
  });

  it('allows only the host and port that the operator names', async () => {
    const port = await portOf(createServer((_, response) => response.end('inside')));
    const { call } = guardWith([['127.0.0.1']], { allowedHosts: [` Store.Internal:${port} `] });
    expect((await call(`http://store.internal:${port}/`)).body.toString()).toBe('inside');
    expect(await errorOf(call('https://store.internal/'))).toMatchObject({ reason: 'private_address' });
    expect(await errorOf(call(`http://other.internal:${port}/`))).toMatchObject({ reason: 'not_https' });
  });
});

describe('guarded calls to the same host', () => {
  /** Answers with the number of the connection. */
  const listen = async (answer: RequestListener = () => {}) => {
    const sockets: object[] = [];
    const server = createServer((request, response) => {
      answer(request, response);
      if (!response.headersSent && !request.socket.destroyed)
        response.end(String(sockets.indexOf(request.socket)));
    }).on('connection', (socket) => sockets.push(socket));
    const port = await portOf(server);
    return { host: `shop.example:${port}`, sockets };
  };
  const textOf = async (answer: Promise<HttpAnswer>) => (await answer).body.toString();

  it('share a connection, one call at a time', async () => {
    const { host } = await listen();
    const { call, asked } = guardWith([['127.0.0.1']], { allowedHosts: [host] });
    for (const change of [{}, { method: 'POST', body: 'text' }, {}] as const)
      expect(await textOf(call(`http://${host}/`, change))).toBe('0');
    const both = await Promise.all([textOf(call(`http://${host}/`)), textOf(call(`http://${host}/`))]);
    expect(both.toSorted()).toEqual(['0', '1']);
    expect(asked).toHaveLength(5);
  });

  it('leave no listeners on a shared connection', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const { host, sockets } = await listen();
    const { call } = guardWith([['127.0.0.1']], { allowedHosts: [host] });
    for (let left = 2 * EventEmitter.defaultMaxListeners; left > 0; left -= 1) await call(`http://${host}/`);
    process.off('warning', note);
    expect(sockets).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('are checked again even if a connection is open', async () => {
    const { host } = await listen();
    const { call } = guardWith([['127.0.0.1'], []], { allowedHosts: [host] });
    expect(await textOf(call(`http://${host}/`))).toBe('0');
    expect(await errorOf(call(`http://${host}/`))).toMatchObject({
      message: `${host} cannot be resolved (ENODATA)`,
    });
  });

  it.each<[string, RequestListener]>([
    [
      'an answer that was not read to its end',
      ({ url }, response) => url === '/first' && response.end(Buffer.alloc(1001)),
    ],
    [
      'an answer that closes it',
      ({ url }, response) => url === '/first' && response.writeHead(200, { connection: 'close' }).end(),
    ],
    ['no answer', ({ url, socket }) => url === '/first' && socket.destroy()],
  ])('do not share a connection after %s', async (_, answer) => {
    const { host, sockets } = await listen(answer);
    const { call } = guardWith([['127.0.0.1']], { allowedHosts: [host] });
    await errorOf(call(`http://${host}/first`));
    expect(await textOf(call(`http://${host}/second`))).toBe('1');
    expect(sockets).toHaveLength(2);
  });

  it('have an unknown outcome when a shared connection breaks', async () => {
    const { host } = await listen(({ url, socket }) => url === '/report' && socket.destroy());
    const { call } = guardWith([['127.0.0.1']], { allowedHosts: [host] });
    expect(await textOf(call(`http://${host}/`))).toBe('0');
    const error = await errorOf(call(`http://${host}/report`, { method: 'POST', body: 'one report' }));
    expect(error).toMatchObject({ message: `${host} did not answer as expected` });
    expect(error).not.toBeInstanceOf(NotSentError);
  });
});

describe('a guarded call to an allowed host', () => {
  const listen = async (listener: RequestListener) =>
    `http://127.0.0.1:${await portOf(createServer(listener))}/path`;
  const call = (address: string, change: Partial<HttpCall> = {}) =>
    guardWith([], { allowedHosts: [new URL(address).host] }).call(address, change);

  it('sends method, headers and body, and returns status, headers and body', async () => {
    const address = await listen(async (request, response) => {
      const body = await buffer(request);
      response.writeHead(201, { 'x-method': request.method, 'x-kept': request.headers['x-sent'] }).end(body);
    });
    const answer = await call(address, { method: 'POST', headers: { 'x-sent': 'yes' }, body: 'ünïcode' });
    expect(answer.status).toBe(201);
    expect([answer.headers.get('x-method'), answer.headers.get('x-kept')]).toEqual(['POST', 'yes']);
    expect(answer.body.toString()).toBe('ünïcode');
  });

  it('does not follow redirects', async () => {
    const address = await listen((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    expect(await call(address)).toMatchObject({ status: 302 });
  });

  it.each<[string, RequestListener, number?]>([
    ['no answer', () => {}, 2_000],
    ['an answer without an end', (_, response) => response.writeHead(200).write('so far'), 2_000],
    ['a broken connection', (request) => request.socket.destroy()],
    [
      'a compressed answer',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x')),
    ],
    ['an answer that is too long', (_, response) => response.end(Buffer.alloc(1001))],
  ])('has an unknown outcome after %s', async (_, listener, withinMs = 20_000) => {
    const address = await listen(listener);
    const error = await errorOf(call(address, { method: 'POST', body: 'one report', withinMs }));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSentError);
    expect((error as Error).message).toMatch(/^127\.0\.0\.1:\d+ did not answer as expected$/);
  });

  it('accepts an answer of the maximum size', async () => {
    const address = await listen((_, response) => response.end(Buffer.alloc(1000)));
    expect((await call(address)).body).toHaveLength(1000);
  });

  it('throws NotSentError when the connection is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await errorOf(call(`http://127.0.0.1:${port}/`))).toBeInstanceOf(NotSentError);
  });

  describe('under TLS', () => {
    const ours = makeCertificate();
    const usual = getCACertificates('default');
    beforeAll(() => setDefaultCACertificates([ours.cert]));
    afterAll(() => setDefaultCACertificates(usual));

    it('checks the certificate before it sends anything', async () => {
      let requests = 0;
      const listener: RequestListener = (_, response) => {
        requests += 1;
        response.end('done');
      };
      const trusted = `https://127.0.0.1:${await portOf(createTlsServer(ours, listener))}/`;
      expect((await call(trusted)).body.toString()).toBe('done');
      const unknown = `https://127.0.0.1:${await portOf(createTlsServer(makeCertificate(), listener))}/`;
      expect(await errorOf(call(unknown, { method: 'POST', body: 'secret' }))).toBeInstanceOf(NotSentError);
      expect(requests).toBe(1);
    });

    it('throws NotSentError when the server hangs up instead of a handshake', async () => {
      const server = createSocketServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.destroy());
      });
      expect(await errorOf(call(`https://127.0.0.1:${await portOf(server)}/`))).toBeInstanceOf(NotSentError);
    });
  });
});
