import { LABELS } from '@lading/contract/messages.ts';
import type { ReactNode } from 'react';
import { Stepper, type StepperStep } from '../../ui/stepper.tsx';

const NAMES = ['Sender', 'Recipient', 'Package', 'Rates', 'Confirmation'] as const;

interface PageFrameProps {
  current: number;
  summaries?: readonly string[];
  actions?: ReactNode;
  /** Shown beside the step on wide screens. */
  side: ReactNode;
  children: ReactNode;
}

export function PageFrame({ current, summaries = [], actions, side, children }: PageFrameProps) {
  const steps: StepperStep[] = NAMES.map((label, index) => ({
    label,
    ...(summaries[index] && { summary: summaries[index] }),
  }));
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-9">
        <h1 className="text-h1">{LABELS.createShippingLabel}</h1>
        {actions}
      </div>
      <div className="mt-5">
        <Stepper label="Steps" steps={steps} current={current} />
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,40rem)_minmax(20rem,24rem)] lg:gap-10">
        <div className="min-w-0">{children}</div>
        {side}
      </div>
    </>
  );
}
