import { cx } from './cx.ts';

/** The caller sets the size with classes, to match the content it replaces. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('animate-pulse block rounded-badge bg-surface-3', className)} />
  );
}
