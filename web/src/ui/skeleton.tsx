import { cx } from './cx.ts';

/** Size comes from the caller's classes: a skeleton takes the box of what it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('animate-pulse block rounded-badge bg-surface-3', className)} />
  );
}
