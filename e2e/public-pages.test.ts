import { PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { ownServer } from './src/own-server.ts';

const get = (path: string) => fetch(`${ownServer.baseUrl}${path}`, { headers: { accept: 'text/html' } });

describe('a path that does not exist', () => {
  it.each(['/no-such-page', '/client/no-such-page', '/admin/no/such', '/login/extra'])(
    'is answered with a page and status 404 (%s)',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/html');
    },
  );

  it('is answered with 404 as JSON under the API', async () => {
    const response = await get('/api/no-such-call');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' });
  });
});

it.each([PAGES.landing, PAGES.login, '/no-such-page'])(
  'the strict content security policy is sent with %s',
  async (path) => {
    const policy = (await get(path)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).not.toContain('unsafe');
  },
);
