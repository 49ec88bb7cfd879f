import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SortOrder } from './history-filters.ts';

const LOOKS = {
  ASC: { icon: ArrowUp, aria: 'ascending' },
  DESC: { icon: ArrowDown, aria: 'descending' },
} as const;

interface SortHeaderProps {
  text: string;
  right: boolean;
  order: SortOrder | null;
  /** Null if the column cannot be sorted. */
  onSort: (() => void) | null;
}

/** The card layout hides the headers, so their buttons must not be focusable there. */
export function SortHeader({ text, right, order, onSort }: SortHeaderProps) {
  const icon = order ? LOOKS[order].icon : ArrowUpDown;
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: the card layout would drop the implicit role.
      role="columnheader"
      scope="col"
      aria-sort={order ? LOOKS[order].aria : undefined}
      data-align={right ? 'right' : undefined}
      className="text-micro"
    >
      <span className={onSort ? 'md:hidden' : undefined}>{text}</span>
      {onSort && (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'text-micro -mx-1 hidden min-h-6 items-center gap-1 rounded-badge px-1 hover:text-text focus-visible:-outline-offset-2 md:inline-flex',
            order && 'text-text',
          )}
        >
          {text}
          <Icon of={icon} strokeWidth={2} className={cx('size-3 shrink-0', !order && 'opacity-50')} />
        </button>
      )}
    </th>
  );
}
