import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shareOf } from './format-figures.ts';

interface BarListItem {
  key: string;
  name: string;
  value: number;
  /** The value as text. */
  facts: readonly string[];
  to?: string | undefined;
}

/** The text repeats each value, so the bars are hidden from screen readers. */
export function BarList({ items }: { items: readonly BarListItem[] }) {
  const largest = Math.max(...items.map(({ value }) => value), 0);
  return (
    <ol className="grid gap-4">
      {items.map(({ key, name, value, facts, to }) => (
        <li key={key}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Name to={to}>{name}</Name>
            <span className="num text-small text-text-2">{facts.join(' · ')}</span>
          </div>
          <svg aria-hidden="true" width="100%" height="8" className="mt-1.5 block">
            <rect width="100%" height="8" className="fill-surface-2" />
            <rect width={`${shareOf(value, largest)}%`} height="8" className="fill-viz-1" />
          </svg>
        </li>
      ))}
    </ol>
  );
}

const Name = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <span className="font-semibold wrap-anywhere">{children}</span>
  ) : (
    <Link to={to} className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere md:min-h-6">
      {children}
    </Link>
  );
