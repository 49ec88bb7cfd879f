import { ORDER_STATUSES, type OrderExclusion, type OrderRow } from '@lading/contract/orders/orders.ts';
import {
  Ban,
  CircleCheck,
  CirclePause,
  Loader,
  type LucideIcon,
  PackageCheck,
  TriangleAlert,
} from 'lucide-react';
import { formatFullDay } from '../../lib/format-day.ts';
import { statusText } from '../../lib/status-text.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { COPY, EXCLUSIONS, problemText, STATUS_NAMES } from './copy.ts';

const LOOKS: Record<(typeof ORDER_STATUSES)[number], { tone: StatusTone; icon: LucideIcon }> = {
  ready: { tone: 'ok', icon: CircleCheck },
  attention: { tone: 'warn', icon: TriangleAlert },
  held: { tone: 'neutral', icon: CirclePause },
  in_progress: { tone: 'info', icon: Loader },
  shipped: { tone: 'ok', icon: PackageCheck },
  excluded: { tone: 'neutral', icon: Ban },
};

/** The status with its reason: problems, the hold, or why the order is not for shipping. */
export function OrderStatus({ order }: { order: OrderRow }) {
  const known = ORDER_STATUSES.find((status) => status === order.status) ?? 'excluded';
  const notes = notesOf(order);
  return (
    <div className="grid gap-0.5">
      <StatusBadge {...LOOKS[known]}>{STATUS_NAMES[known]}</StatusBadge>
      {notes.map((note) => (
        <span key={note} className="block text-small text-text-2 wrap-anywhere md:max-w-64">
          {note}
        </span>
      ))}
    </div>
  );
}

function notesOf({
  status,
  problems,
  hold,
  excluded,
  parcels,
  combinedWith,
  combinable,
}: OrderRow): string[] {
  const notes = problems.map(problemText);
  if (excluded) notes.push(EXCLUSIONS[excluded as OrderExclusion] ?? statusText(excluded));
  if (hold)
    notes.push(hold.until ? `${COPY.heldUntil(formatFullDay(hold.until))}: ${hold.reason}` : hold.reason);
  if (combinedWith.length > 0) notes.push(COPY.combinedWith(combinedWith));
  else if (combinable > 0 && (status === 'ready' || status === 'attention'))
    notes.push(COPY.combinable(combinable));
  if (parcels > 1) notes.push(COPY.parcels(parcels));
  return notes;
}
