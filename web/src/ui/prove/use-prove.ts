import { ProveAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { PasskeyRequestSchema } from '@lading/contract/second-factor.ts';
import { useEffect, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { isSessionLoss, messageOf } from '../../lib/api-error.ts';
import { answerWithPasskey, passkeyProblem } from '../../lib/passkeys.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { useSession } from '../../lib/use-session.ts';
import { COPY } from './copy.ts';

const post = async (path: string, body: object) => {
  const token = sessionStore.token();
  try {
    // Plain: other calls that are refused wait for this one.
    await sessionStore.renew(apiRequest(ProveAnswerSchema, path, { method: 'POST', body, on401: 'plain' }));
  } catch (error) {
    if (token !== null && isSessionLoss(error)) sessionStore.lose(token);
    throw error;
  }
};

/** Sends a proof of identity. The server answers with a new token for the session. */
export function useProve(onAnswer: (proven: boolean) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();
  const session = useSession();
  // After signing out there is no account to confirm.
  const isOver = session.status !== 'confirmed';
  useEffect(() => {
    if (isOver) onAnswer(false);
  }, [isOver, onAnswer]);

  const prove = (work: () => Promise<void>, explain: (error: unknown) => string) =>
    run(async () => {
      setProblem(null);
      try {
        await work();
        onAnswer(true);
      } catch (error) {
        if (!isSessionLoss(error)) setProblem(explain(error));
      }
    });
  const explain = (error: unknown) => messageOf(error, COPY.failed);
  return {
    problem,
    pending,
    byPassword: (password: string) => prove(() => post(API.prove, { password }), explain),
    byCode: (code: string) => prove(() => post(API.proveByFactor, { code }), explain),
    byPasskey: () =>
      prove(async () => {
        const request = await apiRequest(PasskeyRequestSchema, API.provePasskey, { method: 'POST' });
        return post(API.proveByFactor, { passkey: await answerWithPasskey(request) });
      }, passkeyProblem),
  };
}
