import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { formatDay } from '../../lib/format-day.ts';
import { COPY } from './copy.ts';

/** Why a row may be a duplicate. */
export function duplicateText({ number, fileName, date }: NonNullable<BulkRow['duplicate']>): string {
  if (number !== null && fileName === null) return COPY.duplicates.sameRow(number);
  const day = date ? formatDay(date.slice(0, 10)) : '';
  return COPY.duplicates.bought(fileName, day);
}

const uploadDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** Why a whole file may be a duplicate. */
export const duplicateFileText = ({ createdAt, labels }: NonNullable<Batch['duplicateOf']>): string =>
  COPY.duplicates.sameFile(uploadDay.format(new Date(createdAt)), labels);
