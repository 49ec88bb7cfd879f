import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { useEffect } from 'react';
import { useAuthorization } from '../../lib/order-sources.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { refusalText, SIGN_IN } from './sign-in-copy.ts';

const ASK_EVERY_MS = 2_000;

/** The result of signing in to a store. The server sends the browser here with `connected`, `refused` or `waiting`. */
export function SignInResult({ sources }: { sources: readonly OrderSourceView[] | undefined }) {
  const [parameters, change] = useUrlParameters();
  const [connected, refused, waiting] = ['connected', 'refused', 'waiting'].map((name) =>
    parameters.get(name),
  );
  const authorization = useAuthorization(waiting ?? null, ASK_EVERY_MS);
  const source = connected ? sources?.find(({ id }) => id === connected) : undefined;
  const { state, sourceId, refusal } = authorization.data ?? {};

  useEffect(() => {
    if (!source) return;
    toast.success(COPY.connected(source));
    change(() => new URLSearchParams(), { replace: true });
  }, [source, change]);

  useEffect(() => {
    if (state === 'connected' && sourceId)
      change(() => new URLSearchParams({ connected: sourceId }), { replace: true });
    if (state === 'refused') change(() => new URLSearchParams({ refused: refusal ?? '' }), { replace: true });
  }, [state, sourceId, refusal, change]);

  if (refused !== null && refused !== undefined)
    return <InlineAlert tone="bad">{refusalText(refused)}</InlineAlert>;
  if (!waiting) return null;
  return (
    <InlineAlert tone="info">{authorization.isError ? SIGN_IN.waitingFailed : SIGN_IN.waiting}</InlineAlert>
  );
}
