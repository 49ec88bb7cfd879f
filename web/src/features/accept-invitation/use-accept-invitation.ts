import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { PROFILE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { InvitedAnswerSchema } from '@lading/contract/staff.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { apiRequest } from '../../lib/api-client.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { checkNewPassword, useNewPassword } from '../../lib/new-password.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useInvitation = (token: string | null) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      apiRequest(InvitedAnswerSchema, API.invitation, {
        method: 'POST',
        body: { token },
        on401: 'plain',
        signal,
      }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const LOGOUT_LIMIT_MS = 5000;

/** The new account is another one. Drafts stay in the browser for their own account. */
async function endOtherSession() {
  if (sessionStore.token() !== null)
    await apiRequest(z.unknown(), API.logout, {
      method: 'POST',
      on401: 'plain',
      timeLimitMs: LOGOUT_LIMIT_MS,
    }).catch((error: unknown) => console.warn('Could not end the session on the server', error));
  sessionStore.clear();
}

/** Checks the form, creates the account and goes to the sign-in page. */
export function useAcceptInvitation(token: string, email: string) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const newPassword = useNewPassword({ email, name });
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const showProblem = (message: string, input: HTMLInputElement | null) => {
    setProblem(message);
    toast.error(message);
    input?.focus();
  };
  const save = async () => {
    setProblem(null);
    try {
      const { message, hint } = await apiRequest(MessageAnswerSchema, API.acceptInvitation, {
        method: 'POST',
        body: { token, name, password: newPassword.password },
        on401: 'plain',
      });
      // First, because it clears the notifications of the account that was signed in.
      await endOtherSession();
      toast.success(message);
      if (hint) toast.info(hint);
      void navigate(PAGES.login, { replace: true });
    } catch (error) {
      showProblem(reasonOf(error), nameInput.current);
    }
  };
  const submit = () => {
    if (pending) return;
    newPassword.checkConfirmation();
    if (name.trim() === '') return showProblem(PROFILE.nameRequired, nameInput.current);
    const message = checkNewPassword(newPassword.password, newPassword.confirmation);
    if (message) showProblem(message, passwordInput.current);
    else void run(save);
  };
  return { name, setName, newPassword, problem, pending, nameInput, passwordInput, submit };
}
