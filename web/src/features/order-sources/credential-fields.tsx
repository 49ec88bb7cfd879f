import type { ConnectedKind } from '@lading/contract/orders/order-sources.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import type { ConnectDraft } from './connect-draft.ts';

const WAYS = [
  { value: 'client_credentials', label: 'Client ID and secret' },
  { value: 'token', label: 'Access token' },
] as const;

const ADDRESSES: Record<ConnectedKind, { label: string; placeholder: string }> = {
  shopify: { label: 'Store address', placeholder: 'example.myshopify.com' },
  woocommerce: { label: 'Shop address', placeholder: 'https://shop.example.com' },
  custom_store: { label: 'Export address', placeholder: 'https://' },
};

interface Credential {
  name: Exclude<keyof ConnectDraft, 'way'>;
  label: string;
  isSecret?: true;
}

function credentialsOf(kind: ConnectedKind, way: ConnectDraft['way']): readonly Credential[] {
  if (kind === 'woocommerce')
    return [
      { name: 'consumerKey', label: 'Consumer key' },
      { name: 'consumerSecret', label: 'Consumer secret', isSecret: true },
    ];
  if (kind === 'custom_store')
    return [
      { name: 'userName', label: 'User name' },
      { name: 'password', label: 'Password', isSecret: true },
    ];
  if (way === 'token') return [{ name: 'token', label: 'Access token', isSecret: true }];
  return [
    { name: 'clientId', label: 'Client ID' },
    { name: 'clientSecret', label: 'Client secret', isSecret: true },
  ];
}

interface CredentialFieldsProps {
  kind: ConnectedKind;
  draft: ConnectDraft;
  errors: Problems;
  pending: boolean;
  onChange: (part: Partial<ConnectDraft>) => void;
}

export function CredentialFields({ kind, draft, errors, pending, onChange }: CredentialFieldsProps) {
  const text = (name: Credential['name'], label: string, rest: Partial<TextFieldProps> = {}) => (
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
  const { label, placeholder } = ADDRESSES[kind];
  return (
    <>
      {text('address', label, { placeholder, inputMode: 'url' })}
      {kind === 'shopify' && (
        <Segmented
          legend="How the store gives access"
          value={draft.way}
          options={WAYS}
          onChange={(way) => onChange({ way })}
          className="justify-self-start"
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {credentialsOf(kind, draft.way).map(({ name, label: caption, isSecret }) =>
          text(name, caption, isSecret ? { type: 'password' } : {}),
        )}
      </div>
    </>
  );
}
