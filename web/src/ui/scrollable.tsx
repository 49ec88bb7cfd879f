import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useOverflow } from './use-overflow.ts';

interface ScrollableProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * Lets a wide table scroll. It must be in the tab order while it scrolls, and must not if the table fits. A group instead of
 * a region: landmarks have unique names, and the section around the table often has the same name.
 */
export function Scrollable({ label, className, children }: ScrollableProps) {
  const [scrolling, overflowing] = useOverflow();
  return (
    <div
      ref={scrolling}
      {...(overflowing && { role: 'group', 'aria-label': label, tabIndex: 0 })}
      className={cx('focus-visible:-outline-offset-2 md:overflow-x-auto', className)}
    >
      {children}
    </div>
  );
}
