import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { counted } from '../../../lib/batch-state.ts';
import { formatDay } from '../../../lib/format-day.ts';

const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** Why a row may be there once too often. */
export function duplicateText({ number, fileName, date }: NonNullable<BulkRow['duplicate']>): string {
  if (number !== null) return `The same shipment as row ${number}`;
  const when = date ? ` on ${formatDay(date)}` : '';
  return `A label for this shipment was made from ${fileName ?? 'an earlier file'}${when}`;
}

export const duplicateFileText = ({ createdAt, labels }: NonNullable<Batch['duplicateOf']>): string => {
  const made = labels === 1 ? '1 label was' : `${counted(labels, 'label')} were`;
  return `You uploaded this file on ${moment.format(new Date(createdAt))}; ${made} made from it.`;
};
