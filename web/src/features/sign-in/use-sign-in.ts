import { LoginAnswerSchema } from '@lading/contract/identity.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { type SecondFactorChallenge, SecondFactorChallengeSchema } from '@lading/contract/second-factor.ts';
import { useRef, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { toast } from '../../ui/toast/toast.ts';

interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/** The server's second-factor challenge, if that is why the sign-in was refused. */
function challengeIn(error: unknown): SecondFactorChallenge | null {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return null;
  const parsed = SecondFactorChallengeSchema.safeParse(error.body);
  return parsed.success ? parsed.data : null;
}

/** Checks and sends the credentials, and explains what went wrong. */
export function useSignIn() {
  const [problem, setProblem] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);
  const { pending, run } = usePending();
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const showProblem = (message: string) => {
    setProblem(message);
    toast.error(message);
  };

  const send = async ({ email, password, remember }: Credentials) => {
    setProblem(null);
    try {
      const answer = await apiRequest(LoginAnswerSchema, API.login, {
        method: 'POST',
        body: { email: email.trim(), password, remember },
        on401: 'plain',
      });
      toast.success(AUTH.loginSucceeded);
      sessionStore.signIn(answer, remember);
    } catch (error) {
      sessionStore.clear();
      const asked = challengeIn(error);
      if (asked) return setChallenge(asked);
      showProblem(messageOf(error, AUTH.loginFailed));
      passwordInput.current?.focus();
      passwordInput.current?.select();
    }
  };

  const submit = (credentials: Credentials) => {
    const noEmail = credentials.email.trim() === '';
    if (!noEmail && credentials.password !== '') return void run(() => send(credentials));
    if (pending) return;
    showProblem(AUTH.loginFieldsRequired);
    (noEmail ? emailInput : passwordInput).current?.focus();
  };
  const leaveSecondStep = (reason: string | null) => {
    setChallenge(null);
    if (reason) showProblem(reason);
  };
  return { problem, pending, submit, emailInput, passwordInput, challenge, leaveSecondStep, showProblem };
}
