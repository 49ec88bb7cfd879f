import { Link } from 'react-router';
import { panelPadding } from '../../ui/charts/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface FigureRow {
  name: string;
  /** Null until it is known. */
  figure: string | null;
  to?: string;
}

/** A name is a link if there is a list to show. */
export function FigureRows({ rows, waiting }: { rows: readonly FigureRow[]; waiting: boolean }) {
  return (
    <dl className={panelPadding}>
      {rows.map(({ name, figure, to }) => (
        <div
          key={name}
          className="flex min-h-11 items-center justify-between gap-4 border-t border-line first:border-t-0 md:min-h-9 md:py-1"
        >
          <dt>
            {to === undefined ? (
              name
            ) : (
              <Link to={to} className="link inline-flex min-h-11 items-center md:min-h-6">
                {name}
              </Link>
            )}
          </dt>
          <dd className="num font-semibold">
            {figure ?? (waiting ? <Skeleton className="h-4 w-16" /> : null)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
