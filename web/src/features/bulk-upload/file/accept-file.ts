import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { FILE_PROBLEMS } from './file-problem.ts';

/** Amazon calls its tab-separated export .txt. */
const NAMES = /(?:\.(?:csv|txt|tsv)|^[^.]+)$/i;
export const ACCEPTED = '.csv,.txt,.tsv,text/csv';

/** The one file that was chosen or dropped, before anything of it is read. */
export function acceptFile(files: readonly File[]): { file: File } | { problem: string } {
  const [file, ...others] = files;
  if (!file || others.length > 0) return { problem: FILE_PROBLEMS.severalFiles };
  if (!NAMES.test(file.name)) return { problem: FILE_PROBLEMS.wrongType() };
  if (file.size > BULK_LIMITS.fileBytes) return { problem: FILE_PROBLEMS.tooLarge(file.size) };
  return { file };
}
