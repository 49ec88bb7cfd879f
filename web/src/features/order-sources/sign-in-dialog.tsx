import type { AuthorizedKind } from '@lading/contract/orders/authorize-source.ts';
import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { authorizeSource } from '../../lib/order-sources.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import { COPY, KIND_NAMES } from './copy.ts';
import { ADDRESSES } from './credential-fields.tsx';
import { NameField } from './name-field.tsx';
import { APP_STEPS, SIGN_IN } from './sign-in-copy.ts';
import { checkSignIn, emptySignIn, type SignInDraft } from './sign-in-draft.ts';
import { StepList } from './step-list.tsx';

interface SignInDialogProps {
  kind: AuthorizedKind;
  hasOperatorApp: boolean;
  /** Set if an existing store is being reconnected. */
  source: OrderSourceView | undefined;
  /** Null if this kind of store has no credentials to enter. */
  onEnter: (() => void) | null;
  onClose: () => void;
}

/** Sends the browser to the store, where the client signs in and grants access. */
export function SignInDialog({ kind, hasOperatorApp, source, onEnter, onClose }: SignInDialogProps) {
  const [draft, setDraft] = useState(() => emptySignIn(source?.address ?? ''));
  const change = (part: Partial<SignInDraft>) => setDraft((before) => ({ ...before, ...part }));
  const store = KIND_NAMES[kind];
  const steps = hasOperatorApp ? null : APP_STEPS[kind]?.();
  return (
    <FormDialog
      title={source ? COPY.reconnect(source.name) : COPY.connectKind(store)}
      size="lg"
      onClose={onClose}
      check={() => checkSignIn({ kind, hasOperatorApp, sourceId: source?.id }, draft)}
      submitLabel={SIGN_IN.submit(store)}
      send={async (body) => leaveFor(await authorizeSource(body))}
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <p className="text-text-2">{SIGN_IN.explain(store)}</p>
          {steps && (
            <>
              <p className="text-text-2">{SIGN_IN.ownApp}</p>
              <StepList steps={steps} />
            </>
          )}
          <SignInFields
            {...{ kind, draft, errors, pending }}
            hasOwnApp={Boolean(steps)}
            hasAddress={!source}
            onChange={change}
          />
          {!source && (
            <NameField
              value={draft.name}
              error={errors.name}
              disabled={pending}
              onChange={(name) => change({ name })}
            />
          )}
          {onEnter && (
            <Button
              variant="ghost"
              size="sm"
              className="justify-self-start"
              disabled={pending}
              onClick={onEnter}
            >
              {SIGN_IN.enter}
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}

type FieldName = Exclude<keyof SignInDraft, 'name'>;

const APP_FIELDS: Partial<Record<AuthorizedKind, readonly [FieldName, string, isSecret?: true][]>> = {
  etsy: [
    ['keystring', 'Keystring'],
    ['sharedSecret', 'Shared secret', true],
  ],
  ebay: [
    ['clientId', 'Client ID'],
    ['clientSecret', 'Client secret', true],
    ['ruName', 'RuName'],
  ],
};

interface SignInFieldsProps {
  kind: AuthorizedKind;
  draft: SignInDraft;
  errors: Problems;
  pending: boolean;
  hasOwnApp: boolean;
  hasAddress: boolean;
  onChange: (part: Partial<SignInDraft>) => void;
}

function SignInFields({ kind, draft, errors, pending, hasOwnApp, hasAddress, onChange }: SignInFieldsProps) {
  const text = (name: FieldName, label: string, rest: Partial<TextFieldProps> = {}) => (
    <TextField
      key={name}
      label={label}
      name={name}
      value={draft[name]}
      error={errors[name]}
      disabled={pending}
      onChange={(value) => onChange({ [name]: value })}
      autoComplete="off"
      spellCheck={false}
      required
      {...rest}
    />
  );
  const needsAddress = hasAddress && (kind === 'shopify' || kind === 'woocommerce');
  return (
    <>
      {needsAddress &&
        text('address', ADDRESSES[kind].label, {
          placeholder: ADDRESSES[kind].placeholder,
          inputMode: 'url',
        })}
      {hasOwnApp && (
        <div className="grid gap-4 sm:grid-cols-2">
          {APP_FIELDS[kind]?.map(([name, label, isSecret]) =>
            text(name, label, isSecret ? { type: 'password' } : {}),
          )}
        </div>
      )}
    </>
  );
}
