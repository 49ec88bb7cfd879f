import { CircleAlert, CircleCheck, Clock, type LucideIcon, Truck } from 'lucide-react';
import { statusText } from '../../lib/status-text.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';

const LOOKS = new Map<string, { tone: StatusTone; icon: LucideIcon }>([
  ['delivered', { tone: 'ok', icon: CircleCheck }],
  ['in_transit', { tone: 'info', icon: Truck }],
  ['pending', { tone: 'warn', icon: Clock }],
]);
/** Red for any other status, as the specification requires. */
const OTHER = { tone: 'bad', icon: CircleAlert } as const;

export function ShipmentStatus({ status }: { status: string }) {
  const { tone, icon } = LOOKS.get(status) ?? OTHER;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {statusText(status)}
    </StatusBadge>
  );
}
