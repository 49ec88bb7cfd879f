import { NavLink } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { NavigationEntry } from '../navigation.ts';

interface NavigationListProps {
  entries: readonly NavigationEntry[];
  className?: string;
  onPick?: () => void;
}

export function NavigationList({ entries, className, onPick }: NavigationListProps) {
  return (
    <nav aria-label="Main" className={className}>
      <ul className="grid gap-0.5">
        {entries.map(({ to, label, icon, isMore = false }, index) => (
          <li
            key={to}
            className={cx(isMore && !entries[index - 1]?.isMore && 'mt-2 border-t border-line pt-2')}
          >
            <NavLink
              to={to}
              onClick={onPick}
              className={({ isActive }) =>
                cx(
                  'flex min-h-11 items-center gap-3 rounded-r-control border-l-2 pr-3 pl-2.5 text-body transition-colors duration-140 md:min-h-10',
                  isActive
                    ? 'border-text bg-surface-2 font-semibold text-text'
                    : 'border-transparent text-text-2 hover:bg-surface-2 hover:text-text',
                )
              }
            >
              <Icon of={icon} className="size-5 shrink-0" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
