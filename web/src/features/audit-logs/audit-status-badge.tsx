import type { AuditLog } from '@lading/contract/audit.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { StatusBadge } from '../../ui/status-badge.tsx';

const LOOKS = {
  success: { tone: 'ok', icon: CircleCheck },
  error: { tone: 'bad', icon: CircleAlert },
  pending: { tone: 'warn', icon: Clock },
} as const;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** An unknown status is shown unchanged. */
export function AuditStatusBadge({ status }: { status: string }) {
  const { tone, icon } = isKnown(status) ? LOOKS[status] : LOOKS.error;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {isKnown(status) ? AUDIT_LOGS.statuses[status] : status}
    </StatusBadge>
  );
}

/** The outcome of an entry that was recorded as pending. */
export function AuditOutcome({ outcome }: Pick<AuditLog, 'outcome'>) {
  if (!outcome) return null;
  return <span className="mt-0.5 block max-w-48 text-small text-text-2 wrap-anywhere">{outcome.text}</span>;
}
