import { SessionsAnswerSchema, SessionsEndedAnswerSchema } from '@lading/contract/account.ts';
import { API, path } from '@lading/contract/routes.ts';
import { ResetSecondFactorsAnswerSchema } from '@lading/contract/second-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, panelPadding } from '../../ui/charts/panel.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ClientApiKeys } from './client-api-keys.tsx';
import { COPY } from './copy.ts';

const keyOf = (clientId: string) => ['client-sessions', clientId];
const DELETE = { area: 'admin', method: 'DELETE' } as const;

/** Where the client is signed in, and what staff can do for a client who lost a device or an API key. */
export function ClientSignIn({ clientId }: { clientId: string }) {
  const sessions = useQuery({
    queryKey: keyOf(clientId),
    queryFn: async ({ signal }) => {
      const url = path(API.adminClientSessions, { id: clientId });
      return (await apiRequest(SessionsAnswerSchema, url, { area: 'admin', signal })).sessions;
    },
  });
  return (
    <Panel title={COPY.signIn}>
      <div className={`${panelPadding} grid justify-items-start gap-3`}>
        {sessions.isError && !sessions.data && (
          <ErrorPanel
            message={COPY.sessionsFailed}
            reason={reasonOf(sessions.error)}
            onRetry={() => void sessions.refetch()}
          />
        )}
        {sessions.data?.length === 0 && <p className="text-text-2">{COPY.noSessions}</p>}
        {sessions.data && sessions.data.length > 0 && (
          <ul className="grid w-full">
            {sessions.data.map(({ id, device, ipAddress, lastUsedAt }) => (
              <li key={id} className="border-t border-line py-2 first:border-t-0">
                <p className="font-semibold wrap-anywhere">{device}</p>
                <p className="text-small text-text-2">
                  <span className="code">{ipAddress}</span>, last used <OperatorMoment iso={lastUsedAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <Actions clientId={clientId} hasSessions={(sessions.data?.length ?? 0) > 0} />
        <ClientApiKeys clientId={clientId} />
      </div>
    </Panel>
  );
}

function Actions({ clientId, hasSessions }: { clientId: string; hasSessions: boolean }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'sessions' | 'factors' | null>(null);
  const { pending, run } = usePending();
  const mayEnd = useMay('sessions.end');
  const mayReset = useMay('clients.email');
  const endSessions = async () => {
    await apiRequest(SessionsEndedAnswerSchema, path(API.adminClientSessions, { id: clientId }), DELETE);
    await client.invalidateQueries({ queryKey: keyOf(clientId) });
    return COPY.sessionsEnded;
  };
  const resetFactors = async () => {
    const url = path(API.adminClientSecondFactors, { id: clientId });
    const { removed } = await apiRequest(ResetSecondFactorsAnswerSchema, url, DELETE);
    return removed === 0 ? COPY.noFactors : COPY.factorsReset;
  };
  const act = (work: () => Promise<string>) =>
    void run(async () => {
      try {
        toast.success(await work());
      } catch (error) {
        reportError(error);
      }
      setAsking(null);
    });
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap gap-2">
      {mayEnd && hasSessions && (
        <Button variant="secondary" onClick={() => setAsking('sessions')}>
          {COPY.endSessions}
        </Button>
      )}
      {mayReset && (
        <Button variant="secondary" onClick={() => setAsking('factors')}>
          {COPY.resetFactors}
        </Button>
      )}
      <AlertDialog
        open={asking === 'sessions'}
        onOpenChange={close}
        title={COPY.confirmEnd}
        confirmLabel={COPY.endSessions}
        busy={pending}
        onConfirm={() => act(endSessions)}
      >
        {COPY.confirmEndText}
      </AlertDialog>
      <AlertDialog
        open={asking === 'factors'}
        onOpenChange={close}
        title={COPY.confirmReset}
        confirmLabel={COPY.resetFactors}
        destructive
        busy={pending}
        onConfirm={() => act(resetFactors)}
      >
        {COPY.confirmResetText}
      </AlertDialog>
    </div>
  );
}
