import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

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
  /** Required, because color alone must not carry the status. */
  icon: LucideIcon;
  children: ReactNode;
}

export function StatusBadge({ tone, icon, children }: StatusBadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-center gap-1 rounded-badge px-1.5 py-0.5 text-small font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      <Icon of={icon} className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
