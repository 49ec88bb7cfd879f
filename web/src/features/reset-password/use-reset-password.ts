import type { ErrorCode } from '@lading/contract/errors.ts';
import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { checkNewPassword, useNewPassword } from '../../lib/new-password.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { toast } from '../../ui/toast/toast.ts';

const INVALID_LINK: ErrorCode = 'RESET_LINK_INVALID';

/** Checks and saves the new password, and explains what went wrong. */
export function useResetPassword(token: string | null) {
  const navigate = useNavigate();
  const newPassword = useNewPassword();
  const [problem, setProblem] = useState<{ message: string; invalidLink: boolean } | null>(null);
  const { pending, run } = usePending();
  const passwordInput = useRef<HTMLInputElement>(null);

  const showProblem = (message: string, invalidLink = false) => {
    setProblem({ message, invalidLink });
    toast.error(message);
    passwordInput.current?.focus();
  };

  const save = async () => {
    setProblem(null);
    try {
      const { message, hint } = await apiRequest(MessageAnswerSchema, API.resetPassword, {
        method: 'POST',
        body: { token, password: newPassword.password },
        on401: 'plain',
      });
      // First, because it clears the notifications of the account that was signed in.
      sessionStore.clear();
      toast.success(message);
      if (hint) toast.info(hint);
      void navigate(PAGES.login, { replace: true });
    } catch (error) {
      showProblem(reasonOf(error), error instanceof ApiError && error.code === INVALID_LINK);
    }
  };

  const submit = () => {
    if (pending) return;
    newPassword.checkConfirmation();
    const message = checkNewPassword(newPassword.password, newPassword.confirmation);
    if (message) showProblem(message);
    else void run(save);
  };
  return { newPassword, problem, pending, passwordInput, submit };
}
