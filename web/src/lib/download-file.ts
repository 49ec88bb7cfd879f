import { ADMIN, GENERAL } from '@lading/contract/messages.ts';
import type { RuntimeConfig } from '@lading/contract/runtime-config.ts';
import { ApiError, errorFromResponse } from './api-error.ts';
import { fileNameOf } from './content-disposition.ts';
import { loadRuntimeConfig } from './runtime-config.ts';
import { sessionStore } from './session-store.ts';

interface FileHost {
  area: 'general' | 'admin';
  base: keyof Pick<RuntimeConfig, 'apiBaseUrl' | 'adminBaseUrl'>;
  timeLimitMs: number;
  unreachable: string;
}

/** A batch of a thousand labels takes its time. */
const LABELS: FileHost = {
  area: 'general',
  base: 'apiBaseUrl',
  timeLimitMs: 120_000,
  unreachable: GENERAL.networkError,
};

/** A million rows over a slow line take more. */
const EXPORTS: FileHost = {
  area: 'admin',
  base: 'adminBaseUrl',
  timeLimitMs: 900_000,
  unreachable: ADMIN.unreachable,
};

async function fetchAnswer(
  host: FileHost,
  path: string,
  query: Record<string, string>,
  signal?: AbortSignal,
): Promise<{ response: Response; blob: Blob }> {
  const token = sessionStore.token();
  const timeLimit = AbortSignal.timeout(host.timeLimitMs);
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  let response: Response;
  let blob: Blob;
  try {
    const base = (await loadRuntimeConfig())[host.base].replace(/\/+$/, '');
    response = await fetch(`${base}${path}${search.size > 0 ? `?${search}` : ''}`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
    });
    blob = await response.blob();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, message: host.unreachable }, { cause });
  }
  if (response.ok) return { response, blob };
  if (response.status === 401 && token !== null) sessionStore.lose(token);
  throw errorFromResponse(response, await blob.text(), host.area);
}

/** A file behind the session: a plain link could not carry the token. */
export async function fetchFile(
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Blob> {
  return (await fetchAnswer(LABELS, path, query, signal)).blob;
}

/** Saves an export of the operator under the name that the server gives it. */
export async function downloadExport(path: string, query: Record<string, string>): Promise<void> {
  const { response, blob } = await fetchAnswer(EXPORTS, path, query);
  saveFile(blob, fileNameOf(response.headers.get('content-disposition')) ?? 'export.csv');
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
