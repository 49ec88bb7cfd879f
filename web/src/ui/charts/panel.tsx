import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

export interface PanelProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
  busy?: boolean;
  className?: string;
}

export function Panel({ title, aside, children, busy = false, className }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-busy={busy || undefined}
      className={cx('min-w-0 rounded-card border border-line bg-surface', className)}
    >
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3 pb-2 sm:px-5">
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        {aside}
      </div>
      {/* Dimmed while new figures load, but with enough contrast to read. */}
      <div className={cx(busy && 'opacity-80')}>{children}</div>
    </section>
  );
}

export const panelPadding = 'px-4 pb-5 sm:px-5';
