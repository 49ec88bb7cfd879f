import { cx } from './cx.ts';

/** The caller's classes give it the size of the content it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('animate-pulse block rounded-badge bg-surface-3', className)} />
  );
}
