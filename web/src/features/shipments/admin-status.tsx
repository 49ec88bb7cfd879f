import type { AdminShipmentStatus } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { CircleAlert, CircleCheck, Clock, Truck } from 'lucide-react';
import { StatusBadge } from '../../ui/status-badge.tsx';

const LOOKS = {
  pending: { tone: 'warn', icon: Clock },
  shipped: { tone: 'info', icon: Truck },
  delivered: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const satisfies Record<AdminShipmentStatus, unknown>;

export function AdminStatus({ status }: { status: AdminShipmentStatus }) {
  return (
    <StatusBadge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
      {SHIPMENTS.statuses[status]}
    </StatusBadge>
  );
}
