import { fileNameOf } from './content-disposition.ts';
import { type HttpOptions, http } from './http.ts';

/** Merging a thousand labels takes minutes. Exporting a million rows over a slow connection takes longer. */
const LABELS_LIMIT_MS = 120_000;
const EXPORT_LIMIT_MS = 900_000;

/** Fetches a file with the session's token, which a plain link cannot send. */
export async function fetchFile(
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Blob> {
  const options = { query, signal, timeLimitMs: LABELS_LIMIT_MS };
  return (await http(path, options, (response) => response.blob())).content;
}

/** Saves the response under the file name that the server sends. */
export async function saveResponse(path: string, options: HttpOptions, fallbackName: string): Promise<void> {
  const { response, content } = await http(path, options, (response) => response.blob());
  saveFile(content, fileNameOf(response.headers.get('content-disposition')) ?? fallbackName);
}

export const downloadExport = (path: string, query: Record<string, string>): Promise<void> =>
  saveResponse(path, { area: 'admin', query, timeLimitMs: EXPORT_LIMIT_MS }, 'export.csv');

/** Saves a file that a client added to a dispute. */
export async function downloadEvidence(path: string, name: string, area: 'general' | 'admin'): Promise<void> {
  const options = { area, timeLimitMs: LABELS_LIMIT_MS };
  saveFile((await http(path, options, (response) => response.blob())).content, name);
}

export const downloadOwnData = (path: string): Promise<void> =>
  saveResponse(path, { timeLimitMs: EXPORT_LIMIT_MS }, 'my-data.json');

export const downloadDocument = (
  path: string,
  query: Record<string, string>,
  area: 'general' | 'admin',
): Promise<void> =>
  saveResponse(path, { area, query, timeLimitMs: LABELS_LIMIT_MS }, `document.${query.format}`);

/** Long enough for every browser to start reading the file. */
const KEEP_URL_MS = 60_000;

/** Excel reads a CSV file as UTF-8 only if it starts with a byte order mark. */
const forSpreadsheets = (blob: Blob): Blob =>
  blob.type.startsWith('text/csv') ? new Blob(['\uFEFF', blob], { type: blob.type }) : blob;

export function saveFile(blob: Blob, name: string) {
  const url = URL.createObjectURL(forSpreadsheets(blob));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_URL_MS);
}
