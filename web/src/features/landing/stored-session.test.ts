import { expect, test } from 'vitest';
import { decideStart } from './stored-session.ts';

const config = { verifyBaseUrl: '' };

/** Responds by path and records the requests. */
function fakeServer(verify: { status: number; body: unknown }, configBody: unknown = config) {
  const calls: { url: string; authorization: string | null }[] = [];
  const fake = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    calls.push({
      url,
      authorization: new Headers(init?.headers).get('authorization'),
    });
    return url.endsWith('/config.json')
      ? Response.json(configBody)
      : Response.json(verify.body, { status: verify.status });
  };
  return { fetch: fake as typeof fetch, calls };
}

test('a signed-in user is redirected by the role that the server returns', async () => {
  const admin = fakeServer({
    status: 200,
    body: { valid: true, user: { role: 'admin' } },
  });
  const client = fakeServer({
    status: 200,
    body: { valid: true, user: { role: 'client' } },
  });
  expect(await decideStart('t', admin)).toEqual({ go: '/admin' });
  expect(await decideStart('t', client)).toEqual({ go: '/client/dashboard' });
});

test('the token is sent only to the configured verify address', async () => {
  const server = fakeServer({ status: 200, body: {} }, { verifyBaseUrl: 'https://verify.example' });
  await decideStart('secret', server);
  expect(server.calls).toEqual([
    { url: '/config.json', authorization: null },
    {
      url: 'https://verify.example/api/auth/verify',
      authorization: 'Bearer secret',
    },
  ]);
});

test.each([401, 403])('a rejected token is cleared (%i)', async (status) => {
  expect(await decideStart('t', fakeServer({ status, body: {} }))).toEqual({ stay: 'clear' });
});

test('a failed or unexpected response neither clears the session nor redirects', async () => {
  const failing = { fetch: () => Promise.reject(new TypeError('no network')) };
  expect(await decideStart('t', failing)).toEqual({ stay: 'keep' });
  expect(await decideStart('t', fakeServer({ status: 503, body: null }))).toEqual({ stay: 'keep' });
  const odd = fakeServer({
    status: 200,
    body: { user: { role: '//evil.example' } },
  });
  expect(await decideStart('t', odd)).toEqual({ stay: 'keep' });
});
