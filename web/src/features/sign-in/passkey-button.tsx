import { LoginAnswerSchema } from '@lading/contract/identity.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { PasskeyRequestSchema } from '@lading/contract/second-factor.ts';
import { KeyRound } from 'lucide-react';
import { apiRequest } from '../../lib/api-client.ts';
import { answerWithPasskey, passkeyProblem, passkeysWorkHere } from '../../lib/passkeys.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { usePending } from '../../lib/use-pending.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

async function signInWithPasskey(remember: boolean) {
  const plain = { method: 'POST', on401: 'plain' } as const;
  const request = await apiRequest(PasskeyRequestSchema, API.loginPasskeyRequest, plain);
  const passkey = await answerWithPasskey(request);
  const answer = await apiRequest(LoginAnswerSchema, API.loginPasskey, {
    ...plain,
    body: { passkey, remember },
  });
  toast.success(AUTH.loginSucceeded);
  sessionStore.signIn(answer, remember);
}

interface PasskeyButtonProps {
  remember: boolean;
  onProblem: (problem: string) => void;
}

/** Only where passkeys of this installation work. */
export function PasskeyButton({ remember, onProblem }: PasskeyButtonProps) {
  const config = useRuntimeConfig();
  const { pending, run } = usePending();
  if (!passkeysWorkHere(config?.passkeyOrigin)) return null;
  const signIn = () =>
    void run(() => signInWithPasskey(remember).catch((error: unknown) => onProblem(passkeyProblem(error))));
  return (
    <>
      <p aria-hidden="true" className="flex items-center gap-3 text-small text-text-2">
        <span className="h-px flex-1 bg-line" />
        {COPY.or}
        <span className="h-px flex-1 bg-line" />
      </p>
      <Button variant="secondary" loading={pending} onClick={signIn} className="w-full md:min-h-11">
        <Icon of={KeyRound} className="size-4" />
        {COPY.withPasskey}
      </Button>
    </>
  );
}
