import { useEffect, useRef } from 'react';

export interface StepHeadingProps {
  number: number;
  title: string;
  /** Whether the person came here from another step: then the heading takes the focus, and is heard. */
  arrived: boolean;
}

export function StepHeading({ number, title, arrived }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!arrived) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <>
      <p className="text-micro text-text-2">Step {number} / 3</p>
      <h2 ref={heading} tabIndex={-1} className="mt-1 text-h2">
        {title}
      </h2>
    </>
  );
}
