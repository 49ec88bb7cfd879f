import { Link, matchPath, useLocation } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { NavigationEntry } from '../navigation.ts';

interface NavigationListProps {
  entries: readonly NavigationEntry[];
  className?: string;
  onPick?: () => void;
}

const isCurrent = ({ to, includes = [] }: NavigationEntry, pathname: string): boolean =>
  [to, ...includes].some((path) => matchPath({ path, end: false }, pathname) !== null);

export function NavigationList({ entries, className, onPick }: NavigationListProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className={className}>
      <ul className="grid gap-0.5">
        {entries.map((entry, index) => {
          const { to, label, icon, isMore = false } = entry;
          const current = isCurrent(entry, pathname);
          return (
            <li
              key={to}
              className={cx(isMore && !entries[index - 1]?.isMore && 'mt-2 border-t border-line pt-2')}
            >
              <Link
                to={to}
                onClick={onPick}
                aria-current={current ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center gap-3 rounded-r-control border-l-2 pr-3 pl-2.5 text-body transition-colors duration-140 md:min-h-10',
                  current
                    ? 'border-text bg-surface-2 font-semibold text-text'
                    : 'border-transparent text-text-2 hover:bg-surface-2 hover:text-text',
                )}
              >
                <Icon of={icon} className="size-5 shrink-0" />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
