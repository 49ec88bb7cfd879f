import { ADMIN, GENERAL } from '@lading/contract/messages.ts';
import type { RuntimeConfig } from '@lading/contract/runtime-config.ts';
import { ApiError, errorFromResponse } from './api-error.ts';
import { factorSetUpRequired } from './factor-set-up.ts';
import { askForProof } from './proof.ts';
import { loadRuntimeConfig } from './runtime-config.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import { isUserIdle } from './user-activity.ts';

const TIME_LIMIT_MS = 30_000;

/** `auth` is the host that verifies sessions; logging in and out are general calls. */
type ApiArea = 'general' | 'admin' | 'auth';

type Query = Record<string, string | number | undefined>;

export interface HttpOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Blob;
  query?: Query;
  area?: ApiArea;
  signal?: AbortSignal | undefined;
  /** `null` for streams, which stay open until `signal` ends them. */
  timeLimitMs?: number | null;
  cache?: RequestCache;
  /** `plain` for calls whose 401 does not concern the session, such as logging in. */
  on401?: 'session-lost' | 'plain';
  /** Lets the response clear the browser's storage. */
  clearsStorage?: true;
  /** Lets the response set a cookie that only the server reads. */
  setsCookie?: true;
}

interface HttpDependencies {
  fetch: typeof fetch;
  config: () => Promise<Pick<RuntimeConfig, 'apiBaseUrl' | 'adminBaseUrl' | 'verifyBaseUrl'>>;
  session: Pick<SessionStore, 'token' | 'userId' | 'lose' | 'wasRenewed'>;
  /** Asks the user to confirm their identity. If they do, the refused call is repeated. */
  prove?: () => Promise<boolean>;
  onSetUpRequired?: () => void;
  /** The page is not in use, so a read is only a refresh and must not keep the session alive. */
  isIdle?: () => boolean;
}

const BASE_URL_OF = {
  general: 'apiBaseUrl',
  admin: 'adminBaseUrl',
  auth: 'verifyBaseUrl',
} as const satisfies Record<ApiArea, keyof RuntimeConfig>;

function queryString(query: Query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

function signalFor({ signal, timeLimitMs = TIME_LIMIT_MS }: HttpOptions) {
  const signals = [signal, timeLimitMs === null ? undefined : AbortSignal.timeout(timeLimitMs)];
  return AbortSignal.any(signals.filter((one) => one !== undefined));
}

/** Whether the account was left while one of its requests ran. A request that ends the session or does not concern it is not affected. */
function watchSession(session: HttpDependencies['session'], { on401, clearsStorage }: HttpOptions) {
  const before = session.userId();
  const isConcerned = typeof before === 'string' && on401 !== 'plain' && !clearsStorage;
  return () => {
    const now = session.userId();
    // A session that another tab replaced is usually of the same user, and the result of a purchase must not be lost.
    return isConcerned && now !== undefined && now !== before;
  };
}

/**
 * Sends every authenticated request. `read` reads the body of a successful response. Throws every failure as
 * an ApiError, except an abort by the caller. A 401 also ends the session, unless the token was replaced in the meantime.
 * A request that ends after its account was left fails like one of a lost session, so that the next account sees nothing of it.
 */
export function createHttp({ fetch, config, session, prove, onSetUpRequired, isIdle }: HttpDependencies) {
  return async function http<T>(
    path: string,
    options: HttpOptions,
    read: (response: Response) => T | Promise<T>,
  ): Promise<{ response: Response; content: T }> {
    const { method = 'GET', area = 'general', query, body, cache, on401 = 'session-lost' } = options;
    const token = session.token();
    const wasLeft = watchSession(session, options);
    const leftAccount = () => new ApiError({ status: 401, message: GENERAL.sessionExpired });
    let response: Response;
    let result: { content: T } | { errorText: string };
    try {
      const base = (await config())[BASE_URL_OF[area]].replace(/\/+$/, '');
      response = await fetch(`${base}${path}${queryString(query)}`, {
        method,
        headers: {
          ...options.headers,
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(token !== null && method === 'GET' && isIdle?.() && { 'x-background': '1' }),
        },
        credentials: options.clearsStorage || options.setsCookie ? 'same-origin' : 'omit',
        signal: signalFor(options),
        ...(body !== undefined && { body }),
        ...(cache && { cache }),
      });
      result = response.ok ? { content: await read(response) } : { errorText: await response.text() };
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      if (wasLeft()) throw leftAccount();
      const message = area === 'admin' ? ADMIN.unreachable : GENERAL.networkError;
      throw new ApiError({ status: 0, message }, { cause });
    }
    if (wasLeft()) throw leftAccount();
    if ('content' in result) return { response, content: result.content };
    if (response.status === 401 && token !== null && on401 === 'session-lost') {
      // A call that was refused for its old token did nothing.
      if (await session.wasRenewed(token)) return http(path, options, read);
      session.lose(token);
    }
    const error = errorFromResponse(response, result.errorText, area);
    if (error.code === 'PROOF_REQUIRED' && (await prove?.())) return http(path, options, read);
    if (error.code === 'SECOND_FACTOR_SETUP_REQUIRED') onSetUpRequired?.();
    throw error;
  };
}

export type Http = ReturnType<typeof createHttp>;

export const http = createHttp({
  fetch: (input, init) => fetch(input, init),
  config: loadRuntimeConfig,
  session: sessionStore,
  prove: askForProof,
  onSetUpRequired: factorSetUpRequired.emit,
  isIdle: isUserIdle,
});
