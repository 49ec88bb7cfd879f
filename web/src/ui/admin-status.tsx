import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { CircleAlert, CircleCheck, CircleMinus, Clock, Truck } from 'lucide-react';
import { StatusBadge } from './status-badge.tsx';

const LOOKS = {
  pending: { tone: 'warn', icon: Clock },
  shipped: { tone: 'info', icon: Truck },
  delivered: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** A voided label did not fail. An unknown status is shown unchanged. */
export function AdminStatus({ status, voided }: { status: string; voided: AdminShipment['voided'] }) {
  if (voided) {
    return (
      <StatusBadge tone="neutral" icon={CircleMinus}>
        Voided
      </StatusBadge>
    );
  }
  const { tone, icon } = isKnown(status) ? LOOKS[status] : LOOKS.failed;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {isKnown(status) ? SHIPMENTS.statuses[status] : status}
    </StatusBadge>
  );
}
