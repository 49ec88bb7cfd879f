import { formatCount } from '@lading/contract/format-count.ts';
import {
  MAX_ORDER_COUNT,
  ORDER_VIEWS,
  type OrdersAnswer,
  type OrderView,
} from '@lading/contract/orders/orders.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { VIEW_NAMES } from './copy.ts';

interface ViewTabsProps {
  view: OrderView;
  counts: OrdersAnswer['counts'] | undefined;
  onChange: (view: OrderView) => void;
}

const countText = (count: number) =>
  count >= MAX_ORDER_COUNT ? `${formatCount(MAX_ORDER_COUNT)}+` : formatCount(count);

export function ViewTabs({ view, counts, onChange }: ViewTabsProps) {
  const options = ORDER_VIEWS.map((value) => ({
    value,
    label: counts ? `${VIEW_NAMES[value]} ${countText(counts[value])}` : VIEW_NAMES[value],
  }));
  return (
    <Segmented
      legend="View"
      value={view}
      options={options}
      onChange={onChange}
      className="num sm:justify-self-start"
    />
  );
}
