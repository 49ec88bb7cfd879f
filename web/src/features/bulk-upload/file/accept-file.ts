import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { COPY } from '../copy.ts';

/** Amazon names its tab-separated export .txt. */
const NAMES = /(?:\.(?:csv|txt|tsv)|^[^.]+)$/i;
export const ACCEPTED = '.csv,.txt,.tsv,text/csv';

/** Checks the name and size before reading the file. */
export function acceptFile(files: readonly File[]): { file: File } | { problem: string } {
  const [file, ...others] = files;
  if (!file || others.length > 0) return { problem: COPY.fileProblems.severalFiles };
  if (!NAMES.test(file.name)) return { problem: COPY.fileProblems.wrongType() };
  if (file.size > BULK_LIMITS.fileBytes) return { problem: COPY.fileProblems.tooLarge(file.size) };
  return { file };
}
