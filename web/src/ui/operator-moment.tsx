import { useOperatorTime } from '../lib/use-operator-time.ts';
import { Missing } from './missing.tsx';

interface OperatorMomentProps {
  iso: string | null;
  /** Only the day. */
  day?: boolean;
}

/** A time in the operator's time zone; the tooltip names the zone. For screens that use the operator's days. */
export function OperatorMoment({ iso, day = false }: OperatorMomentProps) {
  const time = useOperatorTime();
  const text = iso === null ? null : day ? time.date(iso) : time.dateTime(iso);
  if (iso === null || text === null) return <Missing />;
  return (
    <time dateTime={iso} title={time.exact(iso) ?? undefined} className="num whitespace-nowrap">
      {text}
    </time>
  );
}

/** Names the zone of all dates and times on the screen. */
export function ZoneNote() {
  const { timeZone } = useOperatorTime();
  return <span>Times are in {timeZone.replaceAll('_', ' ')}.</span>;
}

/** The heading of a page with times. */
export const ZonedTitle = ({ children }: { children: string }) => (
  <div>
    <h1 className="text-h1">{children}</h1>
    <p className="mt-1 text-text-2">
      <ZoneNote />
    </p>
  </div>
);
