import { MAX_TAX_LINES, TAX_BASES } from '@lading/contract/billing.ts';
import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { newTax, type SettingsDraft } from './settings-draft.ts';
import type { SettingsForm } from './use-settings-form.ts';

const { settings: copy } = COPY;
const MODES = [
  { value: 'none', label: copy.noTax },
  { value: 'included', label: copy.withTax },
] as const;
const BASES = TAX_BASES.map((value) => ({ value, label: copy.bases[value] }));

/** The taxes that prices include, or the reason for none. */
export function TaxFields({ form }: { form: SettingsForm }) {
  const { draft, problems, pending, change } = form;
  const { taxMode, taxes } = draft;
  const setTaxes = (next: SettingsDraft['taxes']) =>
    change(
      { taxes: next },
      Object.keys(problems).filter((name) => name.startsWith('taxes')),
    );
  const choose = (mode: SettingsDraft['taxMode']) => {
    setTaxes(mode === 'included' && taxes.length === 0 ? [newTax([])] : taxes);
    change({ taxMode: mode });
  };
  return (
    <div className="grid justify-items-start gap-4">
      <Segmented legend={copy.taxMode} value={taxMode} onChange={choose} options={MODES} />
      {taxMode === 'none' ? (
        <TextField
          label={copy.noTaxReason}
          name="noTaxReason"
          value={draft.noTaxReason}
          onChange={(noTaxReason) => change({ noTaxReason })}
          hint={copy.noTaxReasonHint}
          error={problems.noTaxReason}
          readOnly={pending}
          optional
          className="w-full"
        />
      ) : (
        <>
          {taxes.map((tax, index) => (
            <TaxRow
              key={tax.key}
              form={form}
              index={index}
              onRemove={() => setTaxes(taxes.filter(({ key }) => key !== tax.key))}
            />
          ))}
          {problems.taxes && <FieldError id="taxes-error">{problems.taxes}</FieldError>}
          {taxes.length < MAX_TAX_LINES && (
            <Button
              variant="secondary"
              size="sm"
              disabled={pending}
              onClick={() => setTaxes([...taxes, newTax(taxes)])}
            >
              <Icon of={Plus} className="size-4" />
              {copy.addTax}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface TaxRowProps {
  form: SettingsForm;
  index: number;
  onRemove: () => void;
}

function TaxRow({ form: { draft, problems, pending, change }, index, onRemove }: TaxRowProps) {
  const tax = draft.taxes[index];
  if (!tax) return null;
  const nameOf = (field: 'name' | 'rate' | 'appliesTo') => `taxes.${index}.${field}`;
  const set = (part: Partial<typeof tax>) =>
    change(
      { taxes: draft.taxes.map((one) => (one.key === tax.key ? { ...one, ...part } : one)) },
      (['name', 'rate', 'appliesTo'] as const).filter((field) => field in part).map(nameOf),
    );
  return (
    <fieldset className="grid w-full grid-cols-2 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_6.5rem_12rem_auto]">
      <legend className="sr-only">{copy.taxOf(index + 1)}</legend>
      <TextField
        label={copy.taxName}
        name={nameOf('name')}
        value={tax.name}
        onChange={(name) => set({ name })}
        error={problems[nameOf('name')]}
        readOnly={pending}
        required
      />
      <TextField
        label={copy.taxRate}
        name={nameOf('rate')}
        value={tax.rate}
        onChange={(rate) => set({ rate })}
        inputMode="decimal"
        error={problems[nameOf('rate')]}
        readOnly={pending}
        required
      />
      <Select
        label={copy.taxBase}
        name={nameOf('appliesTo')}
        value={tax.appliesTo}
        options={BASES}
        onChange={(appliesTo) => set({ appliesTo })}
        error={problems[nameOf('appliesTo')]}
        disabled={pending}
        className="col-span-2 sm:col-span-1"
      />
      <Button
        variant="ghost"
        className="self-start justify-self-start sm:mt-6.5"
        disabled={pending}
        onClick={onRemove}
      >
        <Icon of={X} className="size-4" />
        {copy.removeTax}
        <span className="sr-only">{copy.taxOf(index + 1)}</span>
      </Button>
    </fieldset>
  );
}
