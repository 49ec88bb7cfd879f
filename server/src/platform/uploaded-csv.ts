import type { TextRecord } from '@lading/contract/read-records.ts';
import { AppError } from './app-error.ts';
import { readCsv, UnreadableCsvError } from './csv-records.ts';

const CSV = /^(?:text\/(?:csv|plain)|application\/(?:csv|vnd\.ms-excel))\b/i;

export const isCsv = (contentType: string | undefined): boolean => CSV.test(contentType ?? '');

/** A file that cannot be read is a field error of the request. */
export function readUploadedCsv(text: string): TextRecord[] {
  try {
    return readCsv(text);
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) throw error;
    throw unreadableFile(error.message);
  }
}

export const unreadableFile = (message: string): AppError =>
  new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'file', message }] });
