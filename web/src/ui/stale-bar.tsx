import { formatClock } from '../lib/format.ts';

/** Shown when a refresh fails: the old figures stay, with the time of their last update. */
export function StaleBar({ since, onRetry }: { since: number; onRetry: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-control bg-warn-bg px-3 py-2 text-small text-warn-fg">
      <span className="num">Showing data from {formatClock(since)}.</span>
      <button type="button" className="min-h-6 font-semibold underline underline-offset-2" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
