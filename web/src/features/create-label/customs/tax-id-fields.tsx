import { customsArea } from '@lading/contract/customs/needs-customs.ts';
import { OTHER_TAX_ID, taxIdNeed } from '@lading/contract/customs/tax-ids.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Wizard } from '../wizard-state.ts';
import { COPY } from './copy.ts';
import type { CustomsValues } from './customs-values.ts';
import { placeName } from './place-name.ts';
import { chosenOption, recipientOptions, senderOptions } from './tax-id-options.ts';

interface TaxIdFieldsProps {
  field: 'recipientTaxId' | 'senderTaxId';
  /** “Recipient’s” or “Your” */
  owner: string;
  options: ReturnType<typeof recipientOptions>;
  customs: CustomsValues;
  problems: Problems;
  required?: boolean;
  hint: string;
  onChange: (part: Partial<CustomsValues>) => void;
}

function TaxIdFields(props: TaxIdFieldsProps) {
  const { field, owner, options, customs, problems, required = false, hint, onChange } = props;
  const { kind, number } = customs[field];
  const chosen = chosenOption(options, kind);
  const set = (part: Partial<CustomsValues['senderTaxId']>) =>
    onChange({ [field]: { kind: chosen?.id ?? OTHER_TAX_ID, number, ...part } });
  const isOnly = options.length === 1;
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      {!isOnly && (
        <Select
          label={`${owner} tax ID type`}
          name={`customs.${field}.kind`}
          value={chosen?.id ?? ''}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => set({ kind: next })}
        />
      )}
      <TextField
        label={`${owner} ${isOnly ? chosen?.name : 'tax ID number'}`}
        name={`customs.${field}.number`}
        required={required}
        optional={!required}
        spellCheck={false}
        autoComplete="off"
        hint={hint}
        value={number}
        error={problems[`customs.${field}.number`]}
        onChange={(next) => set({ number: next })}
      />
    </div>
  );
}

interface PartProps extends Pick<TaxIdFieldsProps, 'problems' | 'onChange'> {
  wizard: Pick<Wizard, 'sender' | 'recipient' | 'customs'>;
}

export function RecipientTaxId({ wizard, ...props }: PartProps) {
  const area = customsArea(wizard.recipient);
  const need = taxIdNeed(area);
  const { recipientTaxRequired, recipientTaxSuggested } = COPY;
  return (
    <TaxIdFields
      {...props}
      field="recipientTaxId"
      owner="Recipient’s"
      options={recipientOptions(wizard.recipient)}
      customs={wizard.customs}
      required={need === 'required'}
      hint={
        need === 'optional'
          ? ''
          : (need === 'required' ? recipientTaxRequired : recipientTaxSuggested)(placeName(area))
      }
    />
  );
}

export const SenderTaxId = ({ wizard, ...props }: PartProps) => (
  <TaxIdFields
    {...props}
    field="senderTaxId"
    owner="Your"
    options={senderOptions(wizard.sender, wizard.recipient)}
    customs={wizard.customs}
    hint={COPY.senderTaxHint}
  />
);
