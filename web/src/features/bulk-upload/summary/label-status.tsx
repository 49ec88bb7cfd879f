import type { BulkRow } from '@lading/contract/bulk.ts';
import { CircleAlert, CircleCheck, CircleDollarSign, Clock, type LucideIcon, Printer } from 'lucide-react';
import { StatusBadge, type StatusTone } from '../../../ui/status-badge.tsx';

function lookOf({ status, transaction, paid }: BulkRow): {
  tone: StatusTone;
  icon: LucideIcon;
  text: string;
} {
  if (status === 'label_generated') return { tone: 'ok', icon: CircleCheck, text: 'Label generated' };
  if (status === 'label_failed') return { tone: 'bad', icon: CircleAlert, text: 'Label failed' };
  if (status === 'invalid') return { tone: 'bad', icon: CircleAlert, text: 'No label' };
  if (!paid) return { tone: 'warn', icon: CircleDollarSign, text: 'No label' };
  if (transaction) return { tone: 'info', icon: Printer, text: 'Creating' };
  return { tone: 'neutral', icon: Clock, text: 'Waiting' };
}

export function LabelStatus({ row }: { row: BulkRow }) {
  const { tone, icon, text } = lookOf(row);
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
    </StatusBadge>
  );
}
