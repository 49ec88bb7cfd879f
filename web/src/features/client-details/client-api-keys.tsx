import { type ApiKey, ApiKeysAnswerSchema, ApiKeysDeletedAnswerSchema } from '@lading/contract/api-keys.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { usePending } from '../../lib/use-pending.ts';
import { useReloading } from '../../lib/use-reloading.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

const keyOf = (clientId: string) => ['client-api-keys', clientId];

/** With which keys the client's programs call the API. Shows nothing for clients without keys. */
export function ClientApiKeys({ clientId }: { clientId: string }) {
  const keys = useQuery({
    queryKey: keyOf(clientId),
    queryFn: async ({ signal }) => {
      const url = path(API.adminClientApiKeys, { id: clientId });
      return (await apiRequest(ApiKeysAnswerSchema, url, { area: 'admin', signal })).apiKeys;
    },
  });
  if (keys.isError && !keys.data)
    return (
      <ErrorPanel
        message={COPY.keysFailed}
        reason={reasonOf(keys.error)}
        onRetry={() => void keys.refetch()}
      />
    );
  if (!keys.data || keys.data.length === 0) return null;
  return (
    <>
      <ul className="grid w-full border-t border-line">
        {keys.data.map((apiKey) => (
          <ApiKeyLine key={apiKey.id} apiKey={apiKey} />
        ))}
      </ul>
      <DeleteKeys clientId={clientId} />
    </>
  );
}

const ApiKeyLine = ({ apiKey: { name, ending, lastUsedAt } }: { apiKey: ApiKey }) => (
  <li className="border-t border-line py-2 first:border-t-0">
    <p className="font-semibold wrap-anywhere">{COPY.apiKey(name, ending)}</p>
    <p className="text-small text-text-2">
      {lastUsedAt ? (
        <>
          {COPY.keyUsed} <OperatorMoment iso={lastUsedAt} />
        </>
      ) : (
        COPY.keyNeverUsed
      )}
    </p>
  </li>
);

function DeleteKeys({ clientId }: { clientId: string }) {
  const reloading = useReloading(keyOf(clientId));
  const [asking, setAsking] = useState(false);
  const { pending, run } = usePending();
  const mayDelete = useMay('sessions.end');
  const close = () => setAsking(false);
  const remove = () =>
    void run(async () => {
      const url = path(API.adminClientApiKeys, { id: clientId });
      try {
        await reloading(apiRequest(ApiKeysDeletedAnswerSchema, url, { area: 'admin', method: 'DELETE' }));
        toast.success(COPY.keysDeleted);
      } catch (error) {
        reportError(error);
      }
      close();
    });
  if (!mayDelete) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {COPY.deleteKeys}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={close}
        title={COPY.confirmDeleteKeys}
        confirmLabel={COPY.deleteKeys}
        destructive
        busy={pending}
        onConfirm={remove}
      >
        {COPY.confirmDeleteKeysText}
      </AlertDialog>
    </>
  );
}
