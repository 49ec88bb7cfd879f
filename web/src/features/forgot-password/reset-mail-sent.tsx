import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

export function ResetMailSent({ email, onRetry }: { email: string; onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="rule-heavy pt-6">
      <Icon of={MailCheck} strokeWidth={1.5} className="size-10 text-ok-fg" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-h1">
        {AUTH.resetMailSent}
      </h1>
      <p className="mt-3 text-lead text-text-2">
        If there is an account for <strong className="break-all text-text">{email}</strong>, we’ve sent a
        link. It works once and expires in 30 minutes.
      </p>
      <p className="mt-4 text-body text-text-2">
        Didn’t get it? Check your spam folder or{' '}
        <button type="button" onClick={onRetry} className="link min-h-6">
          try again
        </button>
        .
      </p>
      <Link to={PAGES.login} className={`${buttonClass({ variant: 'secondary' })} mt-8 w-full md:min-h-11`}>
        {LABELS.backToSignIn}
      </Link>
    </div>
  );
}
