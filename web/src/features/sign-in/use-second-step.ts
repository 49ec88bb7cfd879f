import { LoginAnswerSchema } from '@lading/contract/identity.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import type { FactorMethod, FactorProof, SecondFactorChallenge } from '@lading/contract/second-factor.ts';
import { useEffect, useRef, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { answerWithPasskey, passkeyProblem } from '../../lib/passkeys.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

/** Sends the second factor of a sign-in. */
export function useSecondStep(
  { challenge, passkeyRequest }: SecondFactorChallenge,
  remember: boolean,
  onExpired: (problem: string) => void,
  method: FactorMethod,
) {
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { pending, run } = usePending();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each method has a field of its own.
  useEffect(() => input.current?.focus(), [method]);

  const finish = async (proof: FactorProof) => {
    const answer = await apiRequest(LoginAnswerSchema, API.loginSecondFactor, {
      method: 'POST',
      body: { challenge, ...proof },
      on401: 'plain',
    });
    toast.success(AUTH.loginSucceeded);
    sessionStore.signIn(answer, remember);
  };
  const attempt = (work: () => Promise<void>, explain: (error: unknown) => string) =>
    void run(async () => {
      setProblem(null);
      try {
        await work();
      } catch (error) {
        const reason = explain(error);
        if (error instanceof ApiError && error.status === 401) return onExpired(reason);
        setProblem(reason);
        input.current?.select();
      }
    });
  return {
    problem,
    pending,
    input,
    sendText: (method: 'totp' | 'recovery-code', text: string) =>
      attempt(
        () => finish(method === 'totp' ? { code: text } : { recoveryCode: text }),
        (error) => messageOf(error, COPY.failed),
      ),
    sendPasskey: () =>
      attempt(async () => {
        if (passkeyRequest) await finish({ passkey: await answerWithPasskey(passkeyRequest) });
      }, passkeyProblem),
  };
}
