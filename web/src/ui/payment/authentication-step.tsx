import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

export type Authentication = 'complete' | 'fail';

/** The test gateway's stand-in for the page of a bank. */
export function AuthenticationStep({ onAnswer }: { onAnswer: (answer: Authentication) => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4 rounded-card border border-line bg-surface-2 p-5">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-h3">
        <Icon of={ShieldCheck} className="size-5 shrink-0 text-primary" />
        Your bank wants to confirm this payment
      </h3>
      <p className="text-text-2">This is the test gateway: choose what your bank would hear from you.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer('complete')}>Confirm</Button>
        <Button variant="secondary" onClick={() => onAnswer('fail')}>
          Refuse
        </Button>
      </div>
    </div>
  );
}
