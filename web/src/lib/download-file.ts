import { GENERAL } from '@lading/contract/messages.ts';
import { ApiError, errorFromResponse } from './api-error.ts';
import { loadRuntimeConfig } from './runtime-config.ts';
import { sessionStore } from './session-store.ts';

/** A batch of a thousand labels takes its time. */
const TIME_LIMIT_MS = 120_000;

/** A file behind the session: a plain link could not carry the token. */
export async function fetchFile(
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Blob> {
  const token = sessionStore.token();
  const timeLimit = AbortSignal.timeout(TIME_LIMIT_MS);
  const search = new URLSearchParams(query);
  let response: Response;
  let blob: Blob;
  try {
    const base = (await loadRuntimeConfig()).apiBaseUrl.replace(/\/+$/, '');
    response = await fetch(`${base}${path}${search.size > 0 ? `?${search}` : ''}`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
    });
    blob = await response.blob();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, message: GENERAL.networkError }, { cause });
  }
  if (response.ok) return blob;
  if (response.status === 401 && token !== null) sessionStore.lose(token);
  throw errorFromResponse(response, await blob.text(), 'general');
}

/** Long enough for every browser to have begun reading. */
const KEEP_MS = 60_000;

export function saveFile(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
