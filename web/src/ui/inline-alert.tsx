import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

const TONES = {
  bad: { look: 'bg-bad-bg text-bad-fg border-bad-fg', icon: CircleAlert },
  ok: { look: 'bg-ok-bg text-ok-fg border-ok-fg', icon: CircleCheck },
  info: { look: 'bg-info-bg text-info-fg border-info-fg', icon: Info },
  warn: { look: 'bg-warn-bg text-warn-fg border-warn-fg', icon: TriangleAlert },
} as const;

interface InlineAlertProps {
  tone: keyof typeof TONES;
  children: ReactNode;
  id?: string;
  /** Set if a toast has already announced the message. */
  announced?: boolean;
}

export function InlineAlert({ tone, children, id, announced = false }: InlineAlertProps) {
  const { look, icon } = TONES[tone];
  return (
    <div
      id={id}
      role={tone === 'bad' && !announced ? 'alert' : undefined}
      className={cx('flex items-start gap-2.5 rounded-control border-l-2 px-3 py-2.5 text-body', look)}
    >
      <Icon of={icon} className="mt-1 size-4 shrink-0 md:mt-0.5" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
