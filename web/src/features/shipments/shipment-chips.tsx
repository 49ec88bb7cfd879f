import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { formatFullDay } from '../../lib/format-day.ts';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { COPY } from './copy.ts';
import type { ShipmentFilters, ShipmentsView } from './shipment-view.ts';

interface ShipmentChipsProps {
  view: ShipmentsView;
  rows: readonly AdminShipment[];
  onChange: (part: Partial<ShipmentFilters>) => void;
}

export function ShipmentChips({
  view: { clientId, label, startDate, endDate },
  rows,
  onChange,
}: ShipmentChipsProps) {
  const client = rows.find((row) => row.clientId === clientId)?.clientName;
  const chips = [
    clientId && { key: 'clientId', text: `Client: ${client ?? 'selected'}` },
    label && { key: 'label', text: COPY.labelIs[label] },
    startDate && { key: 'startDate', text: `From ${formatFullDay(startDate)}` },
    endDate && { key: 'endDate', text: `To ${formatFullDay(endDate)}` },
  ].filter((chip) => chip !== '');
  return <FilterChips chips={chips} onRemove={(key) => onChange({ [key]: '' })} />;
}
