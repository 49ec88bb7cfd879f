import { BATCH_STEPS, type BatchStep } from '@lading/contract/bulk.ts';
import { LABELS } from '@lading/contract/messages.ts';
import type { ReactNode } from 'react';
import { Stepper } from '../../ui/stepper.tsx';

const NAMES: Record<BatchStep, string> = {
  upload: 'Upload',
  rate_selection: 'Rates',
  generation_summary: 'Labels',
};

interface PageFrameProps {
  step: BatchStep;
  /** The furthest step of the batch; every step up to it can be opened. */
  reached?: BatchStep;
  onStep?: (step: BatchStep) => void;
  subtitle?: string | undefined;
  children: ReactNode;
}

export function PageFrame({ step, reached = step, onStep, subtitle, children }: PageFrameProps) {
  const last = BATCH_STEPS.indexOf(reached);
  const steps = BATCH_STEPS.map((name, index) => ({
    label: NAMES[name],
    ...(onStep && index <= last && { onSelect: () => onStep(name) }),
  }));
  return (
    <>
      <h1 className="text-h1">{LABELS.bulkUploadTitle}</h1>
      {subtitle && (
        <p className="mt-1 truncate text-text-2" title={subtitle}>
          {subtitle}
        </p>
      )}
      <div className="mt-5">
        <Stepper label="Steps" steps={steps} current={BATCH_STEPS.indexOf(step)} />
      </div>
      <div className="mt-8">{children}</div>
    </>
  );
}
