import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { X } from 'lucide-react';
import { formatFullDay } from '../../lib/format-day.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ShipmentFilters, ShipmentsView } from './shipment-view.ts';

interface FilterChipsProps {
  view: ShipmentsView;
  rows: readonly AdminShipment[];
  onChange: (part: Partial<ShipmentFilters>) => void;
}

/** Filters without a field, set by links from other pages. Clicking a chip removes its filter. */
export function FilterChips({ view: { clientId, startDate, endDate }, rows, onChange }: FilterChipsProps) {
  const client = rows.find((row) => row.clientId === clientId)?.clientName;
  const chips = [
    clientId && { key: 'clientId', text: `Client: ${client ?? 'selected'}` },
    startDate && { key: 'startDate', text: `From ${formatFullDay(startDate)}` },
    endDate && { key: 'endDate', text: `To ${formatFullDay(endDate)}` },
  ].filter((chip) => chip !== '');
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chips.map(({ key, text }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onChange({ [key]: '' })}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-control border border-line-strong bg-primary-soft px-2.5 text-small font-medium text-on-primary-soft hover:border-control md:min-h-8"
          >
            <span className="num text-left wrap-anywhere">{text}</span>
            <Icon of={X} className="size-4 shrink-0" />
            <span className="sr-only"> (remove this filter)</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
