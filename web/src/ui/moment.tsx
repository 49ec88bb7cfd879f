import { formatDateTime, formatExactTime } from '../lib/format.ts';
import { Missing } from './missing.tsx';

/** A time in the reader's time zone; the tooltip names the zone. */
export function Moment({ iso }: { iso: string | null }) {
  const text = iso === null ? null : formatDateTime(iso);
  if (iso === null || text === null) return <Missing />;
  return (
    <time dateTime={iso} title={formatExactTime(iso) ?? undefined} className="num">
      {text}
    </time>
  );
}
