import { ADMIN, GENERAL } from '@lading/contract/messages.ts';
import type { RuntimeConfig } from '@lading/contract/runtime-config.ts';
import type * as z from 'zod/mini';
import { ApiError, errorFromResponse } from './api-error.ts';
import { parseJson } from './parse-json.ts';
import { loadRuntimeConfig } from './runtime-config.ts';
import { type ServerModeStore, serverMode } from './server-mode.ts';
import { type SessionStore, sessionStore } from './session-store.ts';

const TIME_LIMIT_MS = 30_000;

/** `auth` is the host that checks sessions; logging in and out are general calls. */
export type ApiArea = 'general' | 'admin' | 'auth';

export interface ApiRequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  area?: ApiArea;
  signal?: AbortSignal;
  timeLimitMs?: number;
  /** A call has one effect however often it is sent with the same key. */
  idempotencyKey?: string;
  /** `plain` for calls whose 401 says nothing about the session, such as logging in. */
  on401?: 'session-lost' | 'plain';
}

export interface ApiClientDependencies {
  fetch: typeof fetch;
  config: () => Promise<RuntimeConfig>;
  session: Pick<SessionStore, 'token' | 'lose'>;
  serverMode: Pick<ServerModeStore, 'note'>;
}

const BASE_OF_AREA = {
  general: 'apiBaseUrl',
  admin: 'adminBaseUrl',
  auth: 'verifyBaseUrl',
} as const satisfies Record<ApiArea, keyof RuntimeConfig>;

function queryText(query: ApiRequestOptions['query']) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

export function createApiRequest({ fetch, config, session, serverMode }: ApiClientDependencies) {
  return async function apiRequest<T>(
    schema: z.ZodMiniType<T>,
    path: string,
    options: ApiRequestOptions = {},
  ): Promise<T> {
    const { method = 'GET', body, query, area = 'general', signal, on401 = 'session-lost' } = options;
    const timeLimit = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS);
    const token = session.token();
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== null) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;

    let response: Response;
    let text: string;
    try {
      const base = (await config())[BASE_OF_AREA[area]].replace(/\/+$/, '');
      response = await fetch(`${base}${path}${queryText(query)}`, {
        method,
        headers,
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      const message = area === 'admin' ? ADMIN.unreachable : GENERAL.networkError;
      throw new ApiError({ status: 0, message }, { cause });
    }

    if (!response.ok) {
      if (response.status === 401 && token !== null && on401 === 'session-lost') session.lose(token);
      const error = errorFromResponse(response, text, area);
      serverMode.note(error, method === 'GET');
      throw error;
    }
    serverMode.note(null, method === 'GET');
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    const message = area === 'admin' ? ADMIN.serverError : GENERAL.serverError;
    throw new ApiError({ status: response.status, message }, { cause: parsed.error });
  };
}

export const apiRequest = createApiRequest({
  fetch: (input, init) => fetch(input, init),
  config: loadRuntimeConfig,
  session: sessionStore,
  serverMode,
});
