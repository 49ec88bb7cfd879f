import { type Dispatch, type FormEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Wizard, WizardAction } from './wizard-state.ts';

/** The props of every step. */
export interface StepProps {
  wizard: Wizard;
  today: string;
  dispatch: Dispatch<WizardAction>;
  arrival: Arrival;
  /** Shown between the form and its buttons on small screens. */
  stub: ReactNode;
  onFocusChange: (inside: boolean) => void;
}

/** How the user arrived. `step` focuses the heading, `another` the first field. */
export type Arrival = 'load' | 'step' | 'another';

interface StepFrameProps extends Pick<StepProps, 'arrival' | 'stub' | 'onFocusChange'> {
  number: number;
  title: string;
  /** Null on the first step. */
  onBack: (() => void) | null;
  onSubmit: () => void;
  submitLabel: string;
  pending: boolean;
  pendingText: string;
  submitDisabled?: boolean;
  /** Beside the button, such as the total to pay. */
  aside?: ReactNode;
  formRef?: Ref<HTMLFormElement>;
  children: ReactNode;
}

export function StepFrame(props: StepFrameProps) {
  const { number, title, arrival, onBack, pending, stub, formRef, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrival !== 'step') return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [arrival]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) props.onSubmit();
  };
  return (
    <form
      ref={formRef}
      noValidate
      data-step={number}
      onSubmit={submit}
      onFocus={() => props.onFocusChange(true)}
      onBlur={() => props.onFocusChange(false)}
    >
      <p className="text-micro text-text-2">Step {number} / 5</p>
      <h2 ref={heading} tabIndex={-1} className="mt-1 text-h2">
        {title}
      </h2>
      {/* Keeps a focused field above the bottom bar. */}
      <div className="mt-5 grid gap-5 [&_:is(input,select,textarea,button)]:scroll-mb-24 max-md:[&_:is(input,select,textarea,button)]:scroll-mb-44">
        {children}
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-8 bg-canvas px-4 pt-2 pb-3 md:mx-0 md:px-0 md:pt-0">
        {stub}
        <div className="flex items-center justify-between gap-3 border-line pt-0 md:border-t md:pt-4">
          <Button variant="secondary" disabled={onBack === null || pending} onClick={() => onBack?.()}>
            Back
          </Button>
          <div className="flex min-w-0 items-center gap-4">
            <p role="status" className="text-small text-text-2 max-sm:sr-only">
              {pending ? props.pendingText : ''}
            </p>
            {props.aside}
            <Button type="submit" loading={pending} disabled={props.submitDisabled}>
              {props.submitLabel}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}
