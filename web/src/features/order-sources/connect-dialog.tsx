import type {
  ConnectedKind,
  ConnectSourceBody,
  OrderSourceView,
} from '@lading/contract/orders/order-sources.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { connectSource, SOURCES_KEY, updateSource } from '../../lib/order-sources.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { type ConnectDraft, checkDraft, emptyDraft } from './connect-draft.ts';
import { COPY, KIND_NAMES, STEPS } from './copy.ts';
import { CredentialFields } from './credential-fields.tsx';

interface ConnectDialogProps {
  kind: ConnectedKind;
  /** Given if the store gets new credentials. */
  source?: OrderSourceView;
  onClose: () => void;
}

export function ConnectDialog({ kind, source, onClose }: ConnectDialogProps) {
  const [draft, setDraft] = useState(() => emptyDraft(source?.name ?? '', source?.address ?? ''));
  const client = useQueryClient();
  const change = (part: Partial<ConnectDraft>) => setDraft((before) => ({ ...before, ...part }));
  const send = async ({ credentials, name }: ConnectSourceBody) => {
    const saved = source
      ? await updateSource(source.id, { credentials })
      : await connectSource({ credentials, name });
    toast.success(COPY.connected(saved.name));
    await client.invalidateQueries({ queryKey: [SOURCES_KEY] });
  };
  return (
    <FormDialog
      title={source ? COPY.reconnect(source.name) : COPY.connectKind(KIND_NAMES[kind])}
      size="lg"
      onClose={onClose}
      check={() => checkDraft(kind, draft)}
      submitLabel="Connect"
      send={send}
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <ol className="grid list-decimal gap-1.5 pl-5 text-text-2">
            {STEPS[kind].map((step) => (
              <li key={step} className="wrap-anywhere">
                {step}
              </li>
            ))}
          </ol>
          <CredentialFields {...{ kind, draft, errors, pending }} onChange={change} />
          {!source && (
            <TextField
              label="Name"
              name="name"
              value={draft.name}
              error={errors.name}
              disabled={pending}
              onChange={(name) => change({ name })}
              autoComplete="off"
              optional
              maxLength={100}
              hint="Shown beside its orders. Without one, we use the store’s own name."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
