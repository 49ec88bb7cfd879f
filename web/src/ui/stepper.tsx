import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export interface StepperStep {
  label: string;
  /** A summary of a completed step. */
  summary?: string;
  /** Makes the step a link. */
  onSelect?: () => void;
}

interface StepperProps {
  label: string;
  steps: readonly StepperStep[];
  current: number;
}

/** Only steps with a link are clickable; the label wizard uses its Back button instead. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol aria-label={label} className="flex gap-1.5 sm:gap-3">
      {steps.map((step, index) => {
        const done = index < current;
        const here = index === current;
        return (
          <li
            key={step.label}
            aria-current={here ? 'step' : undefined}
            className={cx(
              'min-w-0 border-t-2 pt-2',
              here ? 'flex-[3] sm:flex-1' : 'flex-1',
              done && 'border-primary',
              here && 'border-text',
              !done && !here && 'border-line-strong',
            )}
          >
            <StepName
              onSelect={here ? undefined : step.onSelect}
              className={cx(
                'flex min-h-6 max-w-full items-center gap-1.5 text-strong',
                !here && 'font-medium text-text-2',
              )}
            >
              {done ? (
                <Icon of={Check} strokeWidth={2.5} className="size-4 shrink-0 text-primary" />
              ) : (
                <span aria-hidden="true" className="num w-4 shrink-0 text-center">
                  {index + 1}
                </span>
              )}
              <span className={cx('truncate', !here && 'max-sm:sr-only')}>{step.label}</span>
              {done && <span className="sr-only">done</span>}
            </StepName>
            {done && step.summary && (
              <span
                className="mt-0.5 hidden truncate pl-5.5 text-small text-text-2 sm:block"
                title={step.summary}
              >
                {step.summary}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface StepNameProps {
  onSelect: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

function StepName({ onSelect, className, children }: StepNameProps) {
  if (!onSelect) return <span className={className}>{children}</span>;
  return (
    <button
      type="button"
      onClick={onSelect}
      className={cx(className, 'max-md:-my-2.5 max-md:min-h-11 hover:underline')}
    >
      {children}
    </button>
  );
}
