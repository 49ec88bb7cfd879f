import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import type { CheckedRow } from '@lading/contract/bulk/row.ts';
import type { FillIn } from './prepare-rows.ts';
import { type ReadUpload, readUpload } from './read-upload.ts';

/** All shipping dates in the files are later. */
export const TODAY = '2026-11-15';

export const testBytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'testdata', name)));

export const readBytes = (bytes: Uint8Array<ArrayBuffer> | string, pasted = false) =>
  readUpload(new Blob([bytes]), { pasted });

/** Reads a file that must be readable. */
export async function readFile(name: string, pasted = false): Promise<ReadUpload> {
  const upload = await readBytes(testBytes(name), pasted);
  if ('problem' in upload) throw new Error(`${name}: ${upload.problem}`);
  return upload;
}

export async function problemOf(bytes: Uint8Array<ArrayBuffer> | string): Promise<string | null> {
  const upload = await readBytes(bytes);
  return 'problem' in upload ? upload.problem : null;
}

/** The rows of a file with its detected columns. */
export async function rowsOf(name: string, fillIns: readonly FillIn[] = []) {
  const { summary, prepare } = await readFile(name);
  return prepare(summary.match.columns, fillIns);
}

/** The same rows, checked as in the browser and on the server. */
export async function checkedRows(name: string, fillIns: readonly FillIn[] = []): Promise<CheckedRow[]> {
  const { summary } = await readFile(name);
  const context = { today: TODAY, decimalComma: summary.delimiter === ';' };
  return (await rowsOf(name, fillIns)).map(({ cells }) => checkBulkRow(cells, context));
}
