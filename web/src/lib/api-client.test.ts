import { ADMIN, GENERAL } from '@lading/contract/messages.ts';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type ApiRequestOptions, createApiRequest } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { createBrowserStorage } from './browser-storage.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { createSessionStore } from './session-store.ts';

const ADA = { id: 'u1', name: 'Ada', email: 'ada@shop.example', phone: null, role: 'client' } as const;

/** A session of Ada in a browser that stores nothing. */
function sessionOfAda() {
  const blocked = createBrowserStorage(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  const session = createSessionStore({ local: blocked, tab: blocked });
  session.signIn({ token: 'old', user: ADA, expiresAt: '' }, false);
  return session;
}

const Schema = z.object({ ok: z.literal(true) });
const HOSTS = {
  apiBaseUrl: '',
  adminBaseUrl: 'https://admin.example/',
  verifyBaseUrl: 'https://verify.example',
};

function setUp(answer: () => Response | Promise<Response>, token: string | null = 'secret', idle = false) {
  const fetchDouble = vi.fn<typeof fetch>(async () => answer());
  const lose = vi.fn();
  const note = vi.fn();
  const onChange = vi.fn();
  const http = createHttp({
    fetch: fetchDouble,
    config: async () => HOSTS,
    session: { token: () => token, userId: () => null, lose, wasRenewed: async () => false },
    isIdle: () => idle,
  });
  const request = createApiRequest({ http, serverMode: { note }, onChange });
  const sent = () => ({ url: fetchDouble.mock.calls[0]?.[0], init: fetchDouble.mock.calls[0]?.[1] });
  const failure = async (options?: ApiRequestOptions) => {
    const error = await request(Schema, '/api/x', options).catch((caught: unknown) => caught);
    if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
    return error;
  };
  return { request, sent, lose, note, onChange, failure };
}

const json = (status: number, body: unknown, statusText = '') =>
  new Response(JSON.stringify(body), { status, statusText });

describe('an API call', () => {
  it.each([
    ['GET', 200, 0],
    ['POST', 200, 1],
    ['DELETE', 500, 1],
  ] as const)('by %s that gets a %i reports %i possible changes', async (method, status, reports) => {
    const { request, onChange } = setUp(() => json(status, { ok: true }));
    await request(Schema, '/api/x', { method }).catch(() => null);
    expect(onChange).toHaveBeenCalledTimes(reports);
  });

  it('sends the bearer token, no credentials, and omits empty filters', async () => {
    const { request, sent } = setUp(() => json(200, { ok: true }));
    await request(Schema, '/api/x', { query: { page: 2, action: '', status: undefined, userEmail: 'a&b' } });
    expect(sent().url).toBe('/api/x?page=2&userEmail=a%26b');
    expect(sent().init).toMatchObject({
      method: 'GET',
      credentials: 'omit',
      headers: { authorization: 'Bearer secret' },
    });
  });

  it.each([
    ['GET', true, '1'],
    ['GET', false, undefined],
    ['POST', true, undefined],
  ] as const)(
    'by %s says whether it is a refresh of an unused page (idle: %j)',
    async (method, idle, sentValue) => {
      const { request, sent } = setUp(() => json(200, { ok: true }), 'secret', idle);
      await request(Schema, '/api/x', { method });
      expect(new Headers(sent().init?.headers).get('x-background') ?? undefined).toBe(sentValue);
    },
  );

  it('sends a file as it is, with its type', async () => {
    const { request, sent } = setUp(() => json(200, { ok: true }));
    const content = new Blob(['a,b']);
    await request(Schema, '/api/x', { method: 'POST', file: { content, type: 'text/csv' } });
    expect(sent().init?.body).toBe(content);
    expect(sent().init?.headers).toHaveProperty('content-type', 'text/csv');
  });

  it('sends no Authorization header without a token', async () => {
    const { request, sent } = setUp(() => json(200, { ok: true }), null);
    await request(Schema, '/api/x', { method: 'POST', body: { a: 1 } });
    expect(sent().init?.headers).not.toHaveProperty('authorization');
    expect(sent().init?.body).toBe('{"a":1}');
  });

  it.each([
    ['general', '/api/x'],
    ['admin', 'https://admin.example/api/x'],
    ['auth', 'https://verify.example/api/x'],
  ] as const)('in the %s area is sent to its own host', async (area, url) => {
    const { request, sent } = setUp(() => json(200, { ok: true }));
    await request(Schema, '/api/x', { area });
    expect(sent().url).toBe(url);
  });
});

describe('a failed call', () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

  it.each([
    ['general', GENERAL.networkError],
    ['auth', GENERAL.networkError],
    ['admin', ADMIN.unreachable],
  ] as const)('in the %s area reports an unreachable server', async (area, message) => {
    expect(await setUp(unreachable).failure({ area })).toMatchObject({ status: 0, message });
  });

  it.each([
    ['general', GENERAL.serverError],
    ['admin', ADMIN.serverError],
  ] as const)('in the %s area hides the message of a server error', async (area, message) => {
    const { failure } = setUp(() => json(503, { error: 'OVERLOADED', message: 'busy', requestId: 'r1' }));
    expect(await failure({ area })).toMatchObject({
      status: 503,
      message,
      code: 'OVERLOADED',
      requestId: 'r1',
    });
  });

  it.each(['general', 'admin'] as const)('in the %s area keeps the read-only message', async (area) => {
    const { failure, note } = setUp(() => json(503, { error: 'READ_ONLY', message: 'Nothing was changed.' }));
    const error = await failure({ area, method: 'POST' });
    expect(error.message).toBe('Nothing was changed.');
    expect(note).toHaveBeenCalledExactlyOnceWith(error, false);
  });

  it('reports every response to the server mode, with its kind', async () => {
    const { request, note } = setUp(() => json(200, { ok: true }));
    await request(Schema, '/api/x');
    await request(Schema, '/api/x', { method: 'PUT' });
    expect(note.mock.calls).toEqual([
      [null, true],
      [null, false],
    ]);
  });

  it('reports missing admin rights in the admin area only', async () => {
    const answer = () => json(403, { error: 'ACCOUNT_SUSPENDED', message: 'Your account is suspended.' });
    expect((await setUp(answer).failure({ area: 'admin' })).message).toBe(ADMIN.accessDenied);
    expect((await setUp(answer).failure()).message).toBe('Your account is suspended.');
  });

  it.each([
    [{ message: 'Taken', error: 'EMAIL_TAKEN' }, 'Taken'],
    [{ error: 'Only this' }, 'Only this'],
    [{ message: '', error: 7 }, 'HTTP 409: Conflict'],
    [[], 'HTTP 409: Conflict'],
    ['<html>', 'HTTP 409: Conflict'],
  ])('takes the message from %j', async (body, message) => {
    const { failure } = setUp(() => json(409, body, 'Conflict'));
    expect((await failure()).message).toBe(message);
  });

  it('carries the field errors of the response', async () => {
    const fields = [{ path: 'email', message: 'Please enter a valid email address' }];
    const { failure } = setUp(() => json(400, { error: 'VALIDATION_FAILED', message: 'Check', fields }));
    expect((await failure()).fields).toEqual(fields);
  });

  it('ends the session of the sent token on 401', async () => {
    const { failure, lose } = setUp(() => json(401, { message: GENERAL.sessionExpired }));
    expect((await failure()).status).toBe(401);
    expect(lose).toHaveBeenCalledExactlyOnceWith('secret');
  });

  it.each(['before', 'after'] as const)(
    'that is refused for its old token %s the new one arrives is repeated, and the session stays',
    async (moment) => {
      const session = sessionOfAda();
      const proof = Promise.withResolvers<{ token: string; expiresAt: string }>();
      const renewed = session.renew(proof.promise);
      const prove = () => proof.resolve({ token: 'new', expiresAt: '' });
      const tokens: (string | null)[] = [];
      const http = createHttp({
        fetch: async (_input, init) => {
          const token = new Headers(init?.headers).get('authorization');
          tokens.push(token);
          if (moment === 'after') {
            prove();
            await renewed;
          } else setTimeout(prove, 5);
          return token === 'Bearer new' ? json(200, { ok: true }) : json(401, {});
        },
        config: async () => HOSTS,
        session,
      });
      const request = createApiRequest({ http, serverMode: { note: () => {} } });
      expect(await request(Schema, '/api/x', { method: 'POST' })).toEqual({ ok: true });
      expect(tokens).toEqual(['Bearer old', 'Bearer new']);
      expect(session.getSnapshot()).toMatchObject({ status: 'confirmed', token: 'new' });
    },
  );

  it.each<[string, string, HttpOptions, number]>([
    ['fails like one of a lost session', '/api/x', { method: 'POST' }, 401],
    ['fails like that without an answer, too', 'unreachable', {}, 401],
    ['still succeeds if it does not concern the session', '/api/x', { on401: 'plain' }, 200],
    ['still succeeds if it erased the account', '/api/x', { method: 'DELETE', clearsStorage: true }, 200],
  ])('that ends after its account was left %s', async (_name, path, options, status) => {
    const session = sessionOfAda();
    const sign = (id: string) => session.signIn({ token: id, user: { ...ADA, id }, expiresAt: '' }, false);
    const http = createHttp({
      fetch: async (input) => {
        session.signOut();
        sign('u2');
        if (input === 'unreachable') throw new TypeError('Failed to fetch');
        return json(200, { ok: true });
      },
      config: async () => HOSTS,
      session,
    });
    const outcome = await http(path, options, ({ status }) => status).then(
      ({ content }) => content,
      (error: unknown) => error instanceof ApiError && error.status,
    );
    expect(outcome).toBe(status);
    expect(session.token()).toBe('u2');
  });

  it('that succeeds while the server checks a session of another tab keeps its result', async () => {
    const userIds = ['u1', undefined];
    const http = createHttp({
      fetch: async () => json(200, { ok: true }),
      config: async () => HOSTS,
      session: {
        token: () => 't',
        userId: () => userIds.shift(),
        lose: () => {},
        wasRenewed: async () => false,
      },
    });
    const { content } = await http('/api/x', { method: 'POST' }, ({ status }) => status);
    expect(content).toBe(200);
    expect(userIds).toEqual([]);
  });

  it('keeps the session on 401 if the call asks for it or no token was sent', async () => {
    const refused = () => json(401, { message: 'The email or password is incorrect.' });
    const login = setUp(refused);
    expect((await login.failure({ on401: 'plain' })).message).toBe('The email or password is incorrect.');
    expect(login.lose).not.toHaveBeenCalled();
    const guest = setUp(refused, null);
    await guest.failure();
    expect(guest.lose).not.toHaveBeenCalled();
  });

  it.each([
    ['general', GENERAL.serverError],
    ['admin', ADMIN.serverError],
  ] as const)('in the %s area treats an invalid body as a server error', async (area, message) => {
    expect((await setUp(() => json(200, { ok: 'yes' })).failure({ area })).message).toBe(message);
    expect((await setUp(() => new Response('<html>')).failure({ area })).message).toBe(message);
  });

  it('treats a timeout as an unreachable server', async () => {
    const http = createHttp({
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
      config: async () => HOSTS,
      session: { token: () => null, userId: () => null, lose: () => {}, wasRenewed: async () => false },
    });
    const request = createApiRequest({ http, serverMode: { note: () => {} } });
    await expect(request(Schema, '/api/x', { timeLimitMs: 5 })).rejects.toMatchObject({
      status: 0,
      message: GENERAL.networkError,
    });
  });

  it('rethrows an abort by the caller unchanged', async () => {
    const stop = new AbortController();
    const { request } = setUp(() => {
      stop.abort();
      return Promise.reject(new DOMException('stopped', 'AbortError'));
    });
    await expect(request(Schema, '/api/x', { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
