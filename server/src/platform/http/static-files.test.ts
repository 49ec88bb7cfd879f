import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES } from '@lading/contract/routes.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createServer } from './create-server.ts';
import { Metrics } from './metrics.ts';
import { installStaticFiles } from './static-files.ts';

let folder: string;
let server: FastifyInstance;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>landing</title>');
  writeFileSync(join(folder, 'app.html'), '<!doctype html><title>application</title>');
  writeFileSync(join(folder, 'assets/a-1234.js'), 'let a');
  writeFileSync(join(folder, 'assets/a-1234.js.br'), 'compressed');
  writeFileSync(join(folder, 'assets/a-1234.js.map'), 'source');
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  server = createServer(createLog('silent'), new Metrics(), []);
  installStaticFiles(server, folder);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const page = { accept: 'text/html' };

describe('static files', () => {
  it('serves the landing page at the root', async () => {
    expect((await server.inject({ url: '/?x=1', headers: page })).body).toContain('landing');
  });

  it.each(Object.values(PAGES).filter((path) => path !== '/'))(
    'serves the application at %s',
    async (url) => {
      const answer = await server.inject({ url, headers: page });
      expect([answer.statusCode, answer.body.includes('application')]).toEqual([200, true]);
    },
  );

  it('serves the application with status 404 at unknown pages', async () => {
    const missing = await server.inject({ url: '/clinet/dashbord', headers: page });
    expect([missing.statusCode, missing.body.includes('application')]).toEqual([404, true]);
  });

  it('lets browsers cache files with a digest in their name forever, and revalidate all others', async () => {
    const script = await server.inject({
      url: '/assets/a-1234.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const landing = await server.inject({ url: '/' });
    expect(landing.headers['cache-control']).toBe('no-cache');
    const again = await server.inject({
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
  ])('answers 404 at %s (FI01, FI12)', async (url) => {
    const answer = await server.inject({ url });
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND']);
  });
});
