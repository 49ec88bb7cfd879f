import type { BulkRow } from '@lading/contract/bulk.ts';
import { Ban, CircleAlert, CircleCheck, CircleDashed, PackageCheck, Tag } from 'lucide-react';
import { StatusBadge, type StatusBadgeProps } from '../../../ui/status-badge.tsx';
import { COPY } from '../copy.ts';
import { stateOf } from './review-summary.ts';

function lookOf(row: BulkRow): {
  tone: StatusBadgeProps['tone'];
  icon: StatusBadgeProps['icon'];
  text: string;
} {
  switch (stateOf(row)) {
    case 'removed':
      return { tone: 'neutral', icon: Ban, text: 'Removed' };
    case 'fixing':
      return { tone: 'bad', icon: CircleAlert, text: 'Needs fixing' };
    case 'checking':
      return { tone: 'neutral', icon: CircleDashed, text: 'Checking' };
    case 'done':
      return {
        tone: 'ok',
        icon: PackageCheck,
        text: row.status === 'label_generated' ? 'Has label' : 'Paid',
      };
    case 'ready':
      if (row.status === 'rate_selected') return { tone: 'info', icon: Tag, text: 'Rate selected' };
      return row.status === 'rates_loaded' || row.rateCount > 0
        ? { tone: 'info', icon: Tag, text: COPY.rates.loaded }
        : { tone: 'neutral', icon: CircleCheck, text: 'Ready' };
  }
}

export function RowStatus({ row }: { row: BulkRow }) {
  const { tone, icon, text } = lookOf(row);
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
    </StatusBadge>
  );
}
