import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { formatPercent } from './format-figures.ts';

/** The arrow, word and number show the change without relying on color. */
export function Change({ percent }: { percent: number }) {
  const icon = percent > 0 ? ArrowUpRight : percent < 0 ? ArrowDownRight : Minus;
  return (
    <span
      className={cx(
        'num inline-flex items-baseline gap-1 font-semibold whitespace-nowrap',
        percent > 0 ? 'text-ok-fg' : percent < 0 ? 'text-bad-fg' : 'text-text-2',
      )}
    >
      <Icon of={icon} className="size-4 shrink-0 self-center" />
      {percent === 0 ? 'no change' : `${formatPercent(Math.abs(percent))} ${percent > 0 ? 'up' : 'down'}`}
    </span>
  );
}
