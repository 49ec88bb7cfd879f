import { type VerifyEmailAnswer, VerifyEmailAnswerSchema } from '@lading/contract/account.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { useLinkToken } from '../../lib/link-token.ts';
import { checkSession } from '../../lib/session-check.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';

/** Needs a click, because mail scanners open every link. */
export function VerifyEmailPage() {
  const token = useLinkToken(PAGES.verifyEmail);
  const { state, problem, pending, confirm } = useVerifyEmail(token);

  if (!token)
    return (
      <>
        <h1 className="text-h1">{COPY.incomplete}</h1>
        <p className="mt-2 text-lead text-text-2">{COPY.incompleteHint}</p>
        <Link to={PAGES.login} className={`${buttonClass({ variant: 'secondary' })} mt-8 w-full md:min-h-11`}>
          {LABELS.backToSignIn}
        </Link>
      </>
    );
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <div className="mt-6 grid gap-4">
        {state ? (
          <>
            <div role="status">
              <InlineAlert tone={state === 'waiting' ? 'info' : 'ok'}>{COPY.done[state]}</InlineAlert>
            </div>
            <Link to={PAGES.landing} className={`${buttonClass()} md:min-h-11`}>
              {COPY.continue}
            </Link>
          </>
        ) : (
          <>
            <p className="text-lead text-text-2">{COPY.intro}</p>
            {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
            <Button loading={pending} onClick={() => void confirm()} className="md:min-h-11">
              {COPY.confirm}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function useVerifyEmail(token: string | null) {
  const client = useQueryClient();
  const [state, setState] = useState<VerifyEmailAnswer['state'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();
  const confirm = () =>
    run(async () => {
      setProblem(null);
      try {
        const options = { method: 'POST', body: { token }, on401: 'plain' } as const;
        const answer = await apiRequest(VerifyEmailAnswerSchema, API.verifyEmail, options);
        setState(answer.state);
        // The header shows the address of the session.
        if (answer.state === 'changed') void checkSession();
        await client.invalidateQueries({ queryKey: ['account'] });
        await client.invalidateQueries({ queryKey: ['profile'] });
      } catch (error) {
        setProblem(messageOf(error, COPY.failed));
      }
    });
  return { state, problem, pending, confirm };
}
