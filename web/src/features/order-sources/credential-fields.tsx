import { AMAZON_SITES } from '@lading/contract/orders/amazon-sites.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import type { ConnectDraft } from './connect-draft.ts';
import type { ManualKind } from './store-kinds.ts';

const WAYS = [
  { value: 'client_credentials', label: 'Client ID and secret' },
  { value: 'token', label: 'Access token' },
] as const;

const MARKETPLACES = Object.entries(AMAZON_SITES).map(([value, country]) => ({
  value,
  label: `${country} (${value})`,
}));

/** Addresses that are chosen before the client chooses. */
export const FIRST_ADDRESSES: Partial<Record<ManualKind, string>> = { amazon: 'amazon.com' };

export const ADDRESSES: Record<Exclude<ManualKind, 'amazon'>, { label: string; placeholder: string }> = {
  shopify: { label: 'Store address', placeholder: 'example.myshopify.com' },
  woocommerce: { label: 'Store address', placeholder: 'https://shop.example.com' },
  custom_store: { label: 'Export address', placeholder: 'https://' },
};

interface Credential {
  name: Exclude<keyof ConnectDraft, 'way'>;
  label: string;
  isSecret?: true;
}

function credentialsOf(kind: ManualKind, way: ConnectDraft['way']): readonly Credential[] {
  if (kind === 'woocommerce')
    return [
      { name: 'consumerKey', label: 'Consumer key' },
      { name: 'consumerSecret', label: 'Consumer secret', isSecret: true },
    ];
  if (kind === 'amazon')
    return [
      { name: 'clientId', label: 'Client ID' },
      { name: 'clientSecret', label: 'Client secret', isSecret: true },
      { name: 'refreshToken', label: 'Refresh token', isSecret: true },
    ];
  if (kind === 'custom_store')
    return [
      { name: 'userName', label: 'Username' },
      { name: 'password', label: 'Password', isSecret: true },
    ];
  if (way === 'token') return [{ name: 'token', label: 'Access token', isSecret: true }];
  return [
    { name: 'clientId', label: 'Client ID' },
    { name: 'clientSecret', label: 'Client secret', isSecret: true },
  ];
}

interface CredentialFieldsProps {
  kind: ManualKind;
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
  return (
    <>
      {kind === 'amazon' ? (
        <Select
          label="Marketplace"
          name="address"
          value={draft.address}
          error={errors.address}
          disabled={pending}
          onChange={(address) => onChange({ address })}
          options={MARKETPLACES}
          required
        />
      ) : (
        text('address', ADDRESSES[kind].label, {
          placeholder: ADDRESSES[kind].placeholder,
          inputMode: 'url',
        })
      )}
      {kind === 'shopify' && (
        <Segmented
          legend="How to connect"
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
