import { type ApiKey, type ApiKeyCreatedAnswer, MAX_API_KEYS } from '@lading/contract/api-keys.ts';
import { API } from '@lading/contract/routes.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreateApiKeyDialog, DeleteApiKeyDialog, NewApiKeyDialog } from './api-key-dialogs.tsx';
import { COPY } from './copy.ts';
import { useApiKeys } from './use-api-keys.ts';

const TEXT = COPY.apiKeys;

const HINT = (
  <>
    {TEXT.hint}{' '}
    <a className="link" href={API.docs}>
      {TEXT.docs}
    </a>
  </>
);

export function ApiKeysSection() {
  const keys = useApiKeys();
  return (
    <SettingsSection title={TEXT.title} hint={HINT}>
      {keys.data ? (
        <ApiKeyList keys={keys.data} />
      ) : keys.isError ? (
        <ErrorPanel
          message={TEXT.loadFailed}
          reason={reasonOf(keys.error)}
          onRetry={() => void keys.refetch()}
        />
      ) : (
        <Skeleton className="h-16" />
      )}
    </SettingsSection>
  );
}

type Layer = { kind: 'create' } | { kind: 'delete'; apiKey: ApiKey };

function ApiKeyList({ keys }: { keys: readonly ApiKey[] }) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const [created, setCreated] = useState<ApiKeyCreatedAnswer | null>(null);
  const close = () => setLayer(null);
  const isFull = keys.length >= MAX_API_KEYS;
  return (
    <div className="grid justify-items-start gap-3">
      {keys.length > 0 ? (
        <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface">
          {keys.map((apiKey) => (
            <li key={apiKey.id} className="flex items-center gap-2 py-2 pr-2 pl-4">
              <ApiKeyText apiKey={apiKey} />
              <IconButton
                label={TEXT.deleteLabel(apiKey.name)}
                onClick={() => setLayer({ kind: 'delete', apiKey })}
              >
                <Icon of={Trash2} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-text-2">{TEXT.none}</p>
      )}
      {isFull && <p className="text-text-2">{TEXT.full}</p>}
      <Button variant="secondary" disabled={isFull} onClick={() => setLayer({ kind: 'create' })}>
        <Icon of={Plus} className="size-4" />
        {TEXT.create}
      </Button>
      {layer?.kind === 'create' && <CreateApiKeyDialog onCreated={setCreated} onClose={close} />}
      {layer?.kind === 'delete' && <DeleteApiKeyDialog apiKey={layer.apiKey} onClose={close} />}
      {created && <NewApiKeyDialog created={created} onClose={() => setCreated(null)} />}
    </div>
  );
}

const ApiKeyText = ({ apiKey }: { apiKey: ApiKey }) => (
  <div className="min-w-0 flex-1 wrap-anywhere">
    <p className="text-strong">{apiKey.name}</p>
    <p className="text-small text-text-2">
      {TEXT.scopes[apiKey.scope].title}
      {' · '}
      <span className="code">{TEXT.ending(apiKey.ending)}</span>
    </p>
    <p className="text-small text-text-2">
      {TEXT.created} <Moment iso={apiKey.createdAt} />
      {' · '}
      {apiKey.lastUsedAt ? (
        <>
          {TEXT.lastUsed} <Moment iso={apiKey.lastUsedAt} />
        </>
      ) : (
        TEXT.neverUsed
      )}
    </p>
  </div>
);
