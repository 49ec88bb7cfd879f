import type { AuditStatus } from '@lading/contract/constants.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { StatusBadge } from '../../ui/status-badge.tsx';

const LOOKS = {
  success: { tone: 'ok', icon: CircleCheck },
  error: { tone: 'bad', icon: CircleAlert },
  pending: { tone: 'warn', icon: Clock },
} as const satisfies Record<AuditStatus, unknown>;

export function AuditStatusBadge({ status }: { status: AuditStatus }) {
  return <StatusBadge {...LOOKS[status]}>{AUDIT_LOGS.statuses[status]}</StatusBadge>;
}
