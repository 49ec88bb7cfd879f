import { ADMIN_COUNTRIES, type AdminClient, type AdminCountry } from '@lading/contract/admin-clients.ts';
import { ACCOUNT_STATUSES } from '@lading/contract/constants.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { useMay } from '../../lib/may.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { AmountField } from '../../ui/commission/amount-field.tsx';
import { exampleText, readAmount, ruleOf } from '../../ui/commission/commission-amount.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ClientDraft } from './client-draft.ts';
import { COMMISSION_OPTIONS } from './commission-options.ts';
import { COPY } from './copy.ts';

const { fields } = CLIENTS;

const COUNTRY_OPTIONS = (Object.keys(ADMIN_COUNTRIES) as AdminCountry[]).map((value) => ({
  value,
  label: ADMIN_COUNTRIES[value],
}));
const STATUS_OPTIONS = ACCOUNT_STATUSES.map((value) => ({ value, label: CLIENTS.statuses[value] }));

const WIDE = 'col-span-2';

type TextPart = 'fullName' | 'email' | 'phone' | 'street' | 'suite' | 'city' | 'state' | 'zipCode';

interface ClientFieldsProps {
  draft: ClientDraft;
  /** The saved client, to explain the effect of a change. */
  saved: AdminClient | null;
  errors: Problems;
  disabled: boolean;
  onChange: (part: Partial<ClientDraft>) => void;
}

export function ClientFields({ draft, saved, errors, disabled, onChange }: ClientFieldsProps) {
  const text = (
    name: TextPart,
    rest: { type?: string; required?: true; hint?: string; className?: string; disabled?: true },
  ) => (
    <TextField
      label={name === 'suite' ? COPY.suite : fields[name]}
      name={name}
      autoComplete="off"
      value={draft[name]}
      error={errors[name]}
      disabled={disabled}
      onChange={(value) => onChange({ [name]: value })}
      {...rest}
    />
  );
  const mayEmail = useMay('clients.email');
  const isStrict = useRuntimeConfig()?.security === 'strict';
  const maySuspend = useMay('clients.suspend');
  const mayPrice = useMay('pricing.write');
  const newAddress = saved !== null && draft.email.trim() !== saved.email;
  const closing = saved?.status === 'active' && draft.status !== 'active';
  return (
    <div className="grid grid-cols-2 gap-4">
      {text('fullName', { required: true, className: WIDE })}
      {text('email', {
        type: 'email',
        required: true,
        className: 'max-sm:col-span-2',
        ...(newAddress && { hint: isStrict ? COPY.emailChangeStrict : COPY.emailChange }),
        ...(!mayEmail && { disabled: true, hint: COPY.notYourRole }),
      })}
      {text('phone', { type: 'tel', className: 'max-sm:col-span-2' })}
      {text('street', { className: 'max-sm:col-span-2' })}
      {text('suite', { className: 'max-sm:col-span-2' })}
      {text('city', {})}
      {text('state', {})}
      {text('zipCode', {})}
      <Select
        label={fields.country}
        name="country"
        value={draft.country}
        error={errors.country}
        disabled={disabled}
        options={COUNTRY_OPTIONS}
        onChange={(country) => onChange({ country })}
      />
      <Select
        label={fields.status}
        name="status"
        value={draft.status}
        error={errors.status}
        disabled={disabled || !maySuspend}
        options={STATUS_OPTIONS}
        onChange={(status) => onChange({ status })}
        hint={maySuspend ? closing && COPY.signedOut : COPY.notYourRole}
        className={WIDE}
      />
      {mayPrice && (
        <>
          <Select
            label={fields.commissionType}
            name="commissionType"
            value={draft.commissionType}
            error={errors.commissionType}
            disabled={disabled}
            options={COMMISSION_OPTIONS}
            onChange={(commissionType) => onChange({ commissionType })}
            className="max-sm:col-span-2"
          />
          <OwnCommission draft={draft} errors={errors} disabled={disabled} onChange={onChange} />
        </>
      )}
    </div>
  );
}

function OwnCommission({ draft, errors, disabled, onChange }: Omit<ClientFieldsProps, 'saved'>) {
  const { commissionType: type, commissionAmount: amount } = draft;
  if (type === 'global') return null;
  const read = readAmount(type, amount);
  return (
    <AmountField
      type={type}
      name="commissionAmount"
      required
      value={amount}
      error={errors.commissionAmount}
      disabled={disabled}
      onChange={(commissionAmount) => onChange({ commissionAmount })}
      hint={'amount' in read && exampleText(ruleOf(type, read.amount))}
      className="max-sm:col-span-2"
    />
  );
}
