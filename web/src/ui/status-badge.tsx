import type { ComponentType, ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  ok: 'bg-ok-bg text-ok-fg',
  info: 'bg-info-bg text-info-fg',
  warn: 'bg-warn-bg text-warn-fg',
  bad: 'bg-bad-bg text-bad-fg',
  neutral: 'bg-surface-3 text-text-2',
} as const;

export type StatusTone = keyof typeof TONES;

export interface StatusBadgeProps {
  tone: StatusTone;
  /** A lucide icon: colour is never the only carrier of a status. */
  icon: ComponentType<{
    className?: string;
    strokeWidth?: number;
    'aria-hidden'?: 'true';
  }>;
  children: ReactNode;
}

export function StatusBadge({ tone, icon: Icon, children }: StatusBadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-center gap-1 rounded-badge px-1.5 py-0.5 text-small font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
