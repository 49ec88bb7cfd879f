import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { COPY } from './copy.ts';

export type Authentication = 'complete' | 'fail';

/** Simulates the bank's own confirmation page. */
export function AuthenticationStep({ onAnswer }: { onAnswer: (answer: Authentication) => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4 rounded-card border border-line bg-surface-2 p-5">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-h3">
        <Icon of={ShieldCheck} className="size-5 shrink-0 text-primary" />
        {COPY.bankTitle}
      </h3>
      <p className="text-text-2">{COPY.bankText}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer('complete')}>Confirm</Button>
        <Button variant="secondary" onClick={() => onAnswer('fail')}>
          Decline
        </Button>
      </div>
    </div>
  );
}
