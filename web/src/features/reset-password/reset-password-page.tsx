import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { useLinkToken } from '../../lib/link-token.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { useResetPassword } from './use-reset-password.ts';

export function ResetPasswordPage() {
  const token = useLinkToken(PAGES.resetPassword);
  const { newPassword, problem, pending, passwordInput, submit } = useResetPassword(token);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };

  if (!token) return <IncompleteLink />;
  return (
    <>
      <h1 className="text-h1">Choose a new password</h1>
      <p className="mt-2 text-lead text-text-2">
        You’ll be signed out everywhere. Then sign in with the new password.
      </p>
      <form noValidate onSubmit={handleSubmit} className="mt-8 grid gap-4">
        {problem && (
          <InlineAlert tone="bad">
            {problem.message}{' '}
            {problem.invalidLink && (
              <Link to={PAGES.requestPasswordReset} className="underline">
                Request a new link
              </Link>
            )}
          </InlineAlert>
        )}
        <NewPasswordFields
          value={newPassword}
          readOnly={pending}
          passwordLabel="New password"
          passwordRef={passwordInput}
        />
        <Button
          type="submit"
          loading={pending}
          disabled={newPassword.blocked}
          className="mt-2 w-full md:min-h-11"
        >
          Save new password
        </Button>
      </form>
    </>
  );
}

function IncompleteLink() {
  return (
    <>
      <h1 className="text-h1">This link is incomplete</h1>
      <p className="mt-2 text-lead text-text-2">
        Open the link in the email again, or request a new one. For your security, we remove the link from the
        address bar, so reloading this page doesn’t work.
      </p>
      <div className="mt-8 grid gap-3">
        <Link to={PAGES.requestPasswordReset} className={`${buttonClass()} md:min-h-11`}>
          Request a new link
        </Link>
        <Link to={PAGES.login} className={`${buttonClass({ variant: 'secondary' })} md:min-h-11`}>
          {LABELS.backToSignIn}
        </Link>
      </div>
    </>
  );
}
