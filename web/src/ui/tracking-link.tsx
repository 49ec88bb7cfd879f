import { cx } from './cx.ts';

/** Links to the operator's tracking page, if one is configured. */
export function TrackingLink({ number, url }: { number: string; url: string | null }) {
  const look = 'code min-w-0 wrap-anywhere min-[90rem]:whitespace-nowrap';
  if (url === null) return <span className={look}>{number}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={cx('link', look)}>
      {number}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
