import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { createLog } from '../log.ts';
import { createServer } from './create-server.ts';
import { installGracefulShutdown } from './graceful-shutdown.ts';
import { Metrics } from './metrics.ts';
import { reloadCertificates, type TlsFiles, tlsOptions } from './tls.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const lines: string[] = [];
const log = createLog(
  'info',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

let server = makeCertificate();
const proxy = makeCertificate();
const plain = (): TlsFiles => ({
  certFile: file('server.pem', server.cert),
  keyFile: file('server.key', server.key),
  caFile: null,
});
const guarded = (): TlsFiles => ({ ...plain(), caFile: file('proxies.pem', proxy.cert) });

let app: FastifyInstance | undefined;
beforeEach(() => {
  server = makeCertificate();
});
afterEach(() => app?.close());

async function listen(files: TlsFiles, prepare: (app: FastifyInstance) => void = () => {}) {
  app = createServer(log, new Metrics(), [], files);
  app.get('/', async () => 'hello');
  prepare(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

const get = (port: number, options: RequestOptions = {}) =>
  new Promise<string>((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent: false, ca: server.cert, ...options }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });

describe('a server with a certificate', () => {
  it('speaks TLS 1.2 and 1.3 and nothing else', async () => {
    const port = await listen(plain());
    expect(await get(port)).toBe('hello');
    expect(await get(port, { maxVersion: 'TLSv1.2' })).toBe('hello');
    await expect(get(port, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
    await expect(get(port, { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' })).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('is refused by a proxy that trusts another certificate', async () => {
    const port = await listen(plain());
    await expect(get(port, { ca: proxy.cert })).rejects.toThrow(/self-signed|certificate/);
  });

  it('serves only proxies with a certificate, where TLS_CA_FILE says so', async () => {
    const port = await listen(guarded());
    expect(await get(port, { cert: proxy.cert, key: proxy.key })).toBe('hello');
    await expect(get(port)).rejects.toThrow();
    const stranger = makeCertificate();
    await expect(get(port, { cert: stranger.cert, key: stranger.key })).rejects.toThrow();
  });

  it('finishes requests when it stops', async () => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const port = await listen(plain(), (one) => {
      const deps = { isDraining: () => false, isRefusingReads: () => false };
      installGracefulShutdown(one, deps, { headMs: 50, bodyMs: 100, answerMs: 200 });
      one.get('/slow', async () => {
        arrived.resolve();
        await released.promise;
        return 'at last';
      });
    });
    const answer = get(port, { path: '/slow' });
    await arrived.promise;
    const closed = app?.close();
    setTimeout(released.resolve, 200);
    expect(await answer).toBe('at last');
    await closed;
  });
});

describe('a renewed certificate', () => {
  it('is used without a restart, once both files belong together', async () => {
    const files = plain();
    const port = await listen(files, (one) => reloadCertificates(one, files, log, 10));
    const old = server;
    server = makeCertificate();
    file('server.pem', server.cert);
    await expect.poll(() => lines.join('')).toContain('tls.certificate_unusable');
    expect(await get(port, { ca: old.cert })).toBe('hello');
    file('server.key', server.key);
    await expect.poll(() => lines.join('')).toContain('tls.certificate_loaded');
    expect(await get(port)).toBe('hello');
    await expect(get(port, { ca: old.cert })).rejects.toThrow();
  });
});

describe('files that cannot be used', () => {
  it('prevent startup with a one-sentence error', () => {
    expect(() => tlsOptions({ ...plain(), certFile: '/nowhere/server.pem' })).toThrow(
      'TLS_CERT_FILE cannot be read: ENOENT',
    );
    const foreign = file('other.key', proxy.key);
    expect(() => tlsOptions({ ...plain(), keyFile: foreign })).toThrow(
      'TLS_CERT_FILE and TLS_KEY_FILE do not contain a certificate and its key',
    );
    expect(() => tlsOptions({ ...plain(), caFile: '/nowhere/ca.pem' })).toThrow('TLS_CA_FILE cannot be read');
  });
});
