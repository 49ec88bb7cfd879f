import { useEffect, useRef } from 'react';

interface StepHeadingProps {
  number: number;
  title: string;
  /** True when the user came from another step; then the heading gets the focus. */
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
