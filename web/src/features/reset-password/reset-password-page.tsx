import type { ErrorCode } from '@lading/contract/errors.ts';
import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { checkNewPassword, useNewPassword } from '../../lib/new-password.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { toast } from '../../ui/toast/toast.ts';

const LINK_REFUSED = 'RESET_LINK_INVALID' satisfies ErrorCode;

export function ResetPasswordPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(location.search).get('token'));
  const newPassword = useNewPassword();
  const [problem, setProblem] = useState<{ message: string; linkRefused: boolean } | null>(null);
  const { pending, run } = usePending();
  const passwordInput = useRef<HTMLInputElement>(null);

  // The token opens the account: it leaves the address bar and the history before anything else can happen.
  useLayoutEffect(() => {
    if (window.location.search !== '')
      window.history.replaceState(window.history.state, '', PAGES.resetPassword);
  }, []);

  const complain = (message: string, linkRefused = false) => {
    setProblem({ message, linkRefused });
    toast.error(message);
    passwordInput.current?.focus();
  };

  const save = async () => {
    try {
      const { message } = await apiRequest(MessageAnswerSchema, API.resetPassword, {
        method: 'POST',
        body: { token, password: newPassword.password },
        on401: 'plain',
      });
      toast.success(message);
      sessionStore.clear();
      void navigate(PAGES.login, { replace: true });
    } catch (error) {
      const linkRefused = error instanceof ApiError && error.code === LINK_REFUSED;
      complain(reasonOf(error), linkRefused);
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    newPassword.judgeConfirmation();
    const broken = checkNewPassword(newPassword.password, newPassword.confirmation);
    if (broken) return complain(broken);
    void run(async () => {
      setProblem(null);
      await save();
    });
  };

  if (!token) return <IncompleteLink />;
  return (
    <>
      <h1 className="text-h1">Choose a new password</h1>
      <p className="mt-2 text-lead text-text-2">You will be signed out everywhere else.</p>
      <form noValidate onSubmit={handleSubmit} className="mt-8 grid gap-4">
        {problem && (
          <InlineAlert tone="bad">
            {problem.message}{' '}
            {problem.linkRefused && (
              <Link to={PAGES.forgotPassword} className="underline">
                Ask for a new link
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
      <h1 className="text-h1">This link is not complete</h1>
      <p className="mt-2 text-lead text-text-2">
        Open the link from the mail again, or ask for a new one. For your safety it is kept out of the address
        bar, so it does not survive a reload.
      </p>
      <div className="mt-8 grid gap-3">
        <Link to={PAGES.forgotPassword} className={`${buttonClass()} md:min-h-11`}>
          Ask for a new link
        </Link>
        <Link to={PAGES.login} className={`${buttonClass({ variant: 'secondary' })} md:min-h-11`}>
          {LABELS.backToSignIn}
        </Link>
      </div>
    </>
  );
}
