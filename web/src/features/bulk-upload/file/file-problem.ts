import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { BULK } from '@lading/contract/messages.ts';

const figure = new Intl.NumberFormat('en-US');
export const formatCount = (count: number): string => figure.format(count);
export const megabytes = (bytes: number) => `${figure.format(Math.round(bytes / 100_000) / 10)} MB`;

/** Every sentence that says why a file was not taken. */
export const FILE_PROBLEMS = {
  unreadable: BULK.readFailed,
  wrongType: (words = '') => `That is not a .csv file${words === '' ? '' : `. ${words}`}`,
  empty: 'The file is empty',
  noRows: 'The file has a header but no rows',
  severalFiles: 'Please choose one file at a time',
  malformed: (reason: string) => BULK.parseFailed(reason),
  tooLarge: (bytes: number) =>
    BULK.parseFailed(
      `it has ${megabytes(bytes)}, and ${megabytes(BULK_LIMITS.fileBytes)} is the limit. Please split it.`,
    ),
  tooManyRows: `more than ${formatCount(BULK_LIMITS.rows)} rows, which is the limit. Please split the file.`,
  tooManyColumns: (line: number, count: number) =>
    `line ${line} has ${formatCount(count)} columns, and ${BULK_LIMITS.columns} is the limit.`,
  cellTooLong: (line: number, header: string) =>
    `the cell “${header}” in line ${line} has more than ${formatCount(BULK_LIMITS.cellLength)} characters, which is the limit.`,
} as const;
