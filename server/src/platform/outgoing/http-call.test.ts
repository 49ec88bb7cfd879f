import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { callOut, type HttpCall } from './http-call.ts';
import { NotSentError } from './not-sent.ts';

describe('a call to a provider', () => {
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
  const listen = async (listener: RequestListener) =>
    new URL(`http://127.0.0.1:${await portOf(createServer(listener))}/path`);
  const call = (url: URL, change: Partial<HttpCall> = {}) =>
    callOut({ method: 'GET', url, withinMs: 20_000, mostBytes: 1000, ...change });

  it('sends method, headers and body, and returns status, headers and body', async () => {
    const url = await listen(async (request, response) => {
      const body = await buffer(request);
      response.writeHead(201, { 'x-method': request.method, 'x-kept': request.headers['x-sent'] }).end(body);
    });
    const answer = await call(url, { method: 'POST', headers: { 'x-sent': 'yes' }, body: 'ünïcode' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-method')).toBe('POST');
    expect(answer.headers.get('x-kept')).toBe('yes');
    expect(answer.body.toString()).toBe('ünïcode');
  });

  it('returns an error status as an answer', async () => {
    const url = await listen((_, response) => response.writeHead(503).end('later'));
    expect(await call(url)).toMatchObject({ status: 503, body: Buffer.from('later') });
  });

  it('does not follow redirects', async () => {
    let reached = 0;
    const elsewhere = await listen((_, response) => {
      reached += 1;
      response.end();
    });
    const url = await listen((_, response) => response.writeHead(307, { location: elsewhere.href }).end());
    expect(await call(url)).toMatchObject({ status: 307 });
    expect(reached).toBe(0);
  });

  it.each<[string, RequestListener]>([
    ['no answer', () => {}],
    ['an answer without an end', (_, response) => response.writeHead(200).write('so far')],
  ])('times out with %s and an unknown outcome', async (_, listener) => {
    const url = await listen(listener);
    const error = await call(url, { withinMs: 100 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  it('accepts an answer of the maximum size and rejects one byte more, compressed or not', async () => {
    const url = await listen((request, response) => {
      const body = Buffer.alloc(Number(request.headers['x-size']));
      if (request.headers['x-packed'])
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
      else response.end(body);
    });
    expect((await call(url, { headers: { 'x-size': '1000' } })).body).toHaveLength(1000);
    for (const headers of [{ 'x-size': '1001' }, { 'x-size': '1001', 'x-packed': 'yes' }])
      await expect(call(url, { headers })).rejects.toMatchObject({
        cause: { message: 'the answer has more than 1000 bytes' },
      });
  });

  it('throws NotSentError when the connection is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(call(new URL(`http://127.0.0.1:${port}/`))).rejects.toThrow(NotSentError);
    // IPv4 and IPv6 are both tried, and each fails separately.
    await expect(call(new URL(`http://localhost:${port}/`))).rejects.toThrow(NotSentError);
  });

  it('reports an unknown outcome when the connection breaks after the request', async () => {
    let received = '';
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) => {
        received += data.toString();
        socket.resetAndDestroy();
      });
    });
    const url = new URL(`http://127.0.0.1:${await portOf(server)}/buy`);
    const error = await call(url, { method: 'POST', body: 'one label' }).catch((reason: unknown) => reason);
    expect(received).toContain('POST /buy');
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSentError);
  });

  it('sends a request once even when a kept-alive connection is dead', async () => {
    let reached = 0;
    const url = await listen((request, response) => {
      reached += 1;
      if (request.method === 'POST') request.socket.destroy();
      else response.end('ok');
    });
    await call(url);
    await expect(call(url, { method: 'POST', body: 'one label' })).rejects.toThrow('did not answer');
    expect(reached).toBe(2);
  });

  it('names the host in its error, but not the path', async () => {
    const url = await listen((request) => request.socket.destroy());
    const secret = new URL('/?token=secret', url);
    await expect(call(secret)).rejects.toThrow(/^127\.0\.0\.1:\d+ did not answer as expected$/);
  });

  describe('under TLS', () => {
    const ours = makeCertificate();
    const expired = makeCertificate({ until: new Date('2020-01-02') });
    const another = makeCertificate({ host: 'another.example' });
    const usual = getCACertificates('default');
    beforeAll(() => setDefaultCACertificates([ours, expired, another].map(({ cert }) => cert)));
    afterAll(() => setDefaultCACertificates(usual));

    let requests = 0;
    const listenUnder = async (options: ServerOptions, listener?: RequestListener) => {
      requests = 0;
      const server = createTlsServer(options, (request, response) => {
        requests += 1;
        listener?.(request, response);
      });
      return new URL(`https://127.0.0.1:${await portOf(server)}/buy`);
    };
    const order = (url: URL) => call(url, { method: 'POST', body: 'one label' });
    const failureOf = (url: URL) => order(url).catch((error: unknown) => error);

    it('succeeds with a trusted certificate', async () => {
      const url = await listenUnder(ours, (_, response) => response.end('done'));
      expect(await order(url)).toMatchObject({ status: 200, body: Buffer.from('done') });
    });

    it.each([
      ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', makeCertificate()],
      ['expired', 'CERT_HAS_EXPIRED', expired],
      ['of another host', 'ERR_TLS_CERT_ALTNAME_INVALID', another],
    ])('throws NotSentError when the certificate is %s', async (_, code, certificate) => {
      const error = await failureOf(await listenUnder(certificate));
      expect(error).toBeInstanceOf(NotSentError);
      expect((error as Error).message).toMatch(
        new RegExp(`^127\\.0\\.0\\.1:\\d+ cannot be reached \\(${code}\\)$`),
      );
      expect(requests).toBe(0);
    });

    it('throws NotSentError when there is no common TLS version', async () => {
      const old = { ...ours, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' } as const;
      expect(await failureOf(await listenUnder(old))).toBeInstanceOf(NotSentError);
      expect(requests).toBe(0);
    });

    it.each<[string, (socket: Socket) => unknown]>([
      ['speaks no TLS', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
      ['hangs up', (socket) => socket.destroy()],
      ['cuts the connection', (socket) => socket.resetAndDestroy()],
    ])('throws NotSentError when the server %s instead of a TLS handshake', async (_, answer) => {
      const server = createSocketServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => answer(socket));
      });
      const url = new URL(`https://127.0.0.1:${await portOf(server)}/`);
      expect(await failureOf(url)).toBeInstanceOf(NotSentError);
    });

    it('reports an unknown outcome when the connection breaks after the request', async () => {
      const url = await listenUnder(ours, (request) => request.socket.destroy());
      expect(await failureOf(url)).not.toBeInstanceOf(NotSentError);
      expect(requests).toBe(1);
    });

    it('reports an unknown outcome when the server wants a client certificate, which it says only after the request', async () => {
      const url = await listenUnder({ ...ours, requestCert: true, minVersion: 'TLSv1.3' });
      expect(await failureOf(url)).not.toBeInstanceOf(NotSentError);
    });
  });
});
