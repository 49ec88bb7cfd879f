import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../cx.ts';
import { Skeleton } from '../skeleton.tsx';

interface MetricCardProps {
  title: string;
  /** Null while loading. */
  figure: string | null;
  waiting: boolean;
  /** Links to the list that the figure counts. */
  to?: string | undefined;
  children?: ReactNode;
}

/** Longer figures shrink with the card, so that no number breaks in two. */
const FITTING = 9;

/** Must be inside a `dl`. */
export function MetricCard({ title, figure, waiting, to, children }: MetricCardProps) {
  return (
    <div className="rule-heavy @container flex min-w-0 flex-col bg-surface px-4 pt-3 pb-4 sm:px-5">
      <dt className="text-micro text-text-2">{title}</dt>
      <dd
        className={cx(
          'mt-1 text-figure wrap-anywhere',
          figure !== null && figure.length > FITTING && 'text-[length:min(2rem,12cqw)]',
        )}
      >
        {figure === null ? (
          <span className="block h-9">{waiting && <Skeleton className="h-8 w-2/3" />}</span>
        ) : to === undefined ? (
          figure
        ) : (
          <Link
            to={to}
            className="underline decoration-line-strong decoration-2 underline-offset-4 hover:decoration-current"
          >
            {figure}
          </Link>
        )}
      </dd>
      {children !== undefined && (
        <dd className="mt-1 flex flex-1 flex-col gap-2 text-small text-text-2">{children}</dd>
      )}
    </div>
  );
}
