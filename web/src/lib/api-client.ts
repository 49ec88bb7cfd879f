import { ADMIN, GENERAL } from '@lading/contract/messages.ts';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { type Http, type HttpOptions, http } from './http.ts';
import { parseJson } from './parse-json.ts';
import { serverChanged } from './server-changes.ts';
import { type ServerModeStore, serverMode } from './server-mode.ts';

export interface ApiRequestOptions
  extends Pick<
    HttpOptions,
    'method' | 'query' | 'area' | 'signal' | 'on401' | 'clearsStorage' | 'setsCookie'
  > {
  body?: unknown;
  /** Sent as the body, instead of `body`. */
  file?: { content: Blob; type: string };
  timeLimitMs?: number;
  /** The server applies requests with the same key only once. */
  idempotencyKey?: string;
}

interface ApiClientDependencies {
  http: Http;
  serverMode: Pick<ServerModeStore, 'note'>;
  /** Called after every request that is not a read, whatever its outcome. */
  onChange?: () => void;
}

export function createApiRequest({ http, serverMode, onChange }: ApiClientDependencies) {
  return async function apiRequest<T>(
    schema: z.ZodMiniType<T>,
    path: string,
    { body, file, idempotencyKey, ...options }: ApiRequestOptions = {},
  ): Promise<T> {
    const isRead = (options.method ?? 'GET') === 'GET';
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (file !== undefined) headers['content-type'] = file.type;
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    const request: HttpOptions = { ...options, headers };
    if (body !== undefined) request.body = JSON.stringify(body);
    if (file !== undefined) request.body = file.content;

    const { response, content } = await http(path, request, (response) => response.text())
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status > 0) serverMode.note(error, isRead);
        throw error;
      })
      .finally(() => {
        if (!isRead) onChange?.();
      });
    serverMode.note(null, isRead);
    const parsed = schema.safeParse(parseJson(content));
    if (parsed.success) return parsed.data;
    const message = options.area === 'admin' ? ADMIN.serverError : GENERAL.serverError;
    throw new ApiError({ status: response.status, message }, { cause: parsed.error });
  };
}

export const apiRequest = createApiRequest({ http, serverMode, onChange: serverChanged.emit });
