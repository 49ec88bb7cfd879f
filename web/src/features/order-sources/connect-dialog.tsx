import type { AuthorizationOffer } from '@lading/contract/orders/authorize-source.ts';
import type { ConnectSourceBody, OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { connectSource, SOURCES_KEY, updateSource } from '../../lib/order-sources.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { type ConnectDraft, checkDraft, emptyDraft } from './connect-draft.ts';
import { COPY, KIND_NAMES, STEPS } from './copy.ts';
import { CredentialFields, FIRST_ADDRESSES } from './credential-fields.tsx';
import { NameField } from './name-field.tsx';
import { SIGN_IN } from './sign-in-copy.ts';
import { SignInDialog } from './sign-in-dialog.tsx';
import { StepList } from './step-list.tsx';
import { isManual, type ManualKind, type StoreKind, signInOf } from './store-kinds.ts';

interface ConnectDialogProps {
  kind: StoreKind;
  offers: readonly AuthorizationOffer[];
  /** Set if an existing store is being reconnected. */
  source?: OrderSourceView;
  onClose: () => void;
}

/** Connects a store by signing in to it if possible, otherwise with credentials. */
export function ConnectDialog({ kind, offers, source, onClose }: ConnectDialogProps) {
  const signIn = signInOf(kind, offers);
  const [entersCredentials, setEntersCredentials] = useState(signIn === null);
  if (signIn && !entersCredentials)
    return (
      <SignInDialog
        {...signIn}
        source={source}
        onEnter={isManual(kind) ? () => setEntersCredentials(true) : null}
        onClose={onClose}
      />
    );
  if (!isManual(kind)) return null;
  return (
    <CredentialsDialog
      kind={kind}
      source={source}
      onSignIn={signIn && (() => setEntersCredentials(false))}
      onClose={onClose}
    />
  );
}

interface CredentialsDialogProps {
  kind: ManualKind;
  source: OrderSourceView | undefined;
  /** Null if clients cannot sign in to this kind of store. */
  onSignIn: (() => void) | null;
  onClose: () => void;
}

function CredentialsDialog({ kind, source, onSignIn, onClose }: CredentialsDialogProps) {
  const [draft, setDraft] = useState(() =>
    emptyDraft(source?.name ?? '', source?.address ?? FIRST_ADDRESSES[kind] ?? ''),
  );
  const client = useQueryClient();
  const change = (part: Partial<ConnectDraft>) => setDraft((before) => ({ ...before, ...part }));
  const send = async ({ credentials, name }: ConnectSourceBody) => {
    const saved = source
      ? await updateSource(source.id, { credentials })
      : await connectSource({ credentials, name });
    toast.success(COPY.connected(saved));
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
          <StepList steps={STEPS[kind]} />
          <CredentialFields {...{ kind, draft, errors, pending }} onChange={change} />
          {!source && (
            <NameField
              value={draft.name}
              error={errors.name}
              disabled={pending}
              onChange={(name) => change({ name })}
            />
          )}
          {onSignIn && (
            <Button
              variant="ghost"
              size="sm"
              className="justify-self-start"
              disabled={pending}
              onClick={onSignIn}
            >
              {SIGN_IN.signIn(KIND_NAMES[kind])}
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}
