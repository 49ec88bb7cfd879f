import { customsArea } from '@lading/contract/customs/needs-customs.ts';
import { taxIdNeed } from '@lading/contract/customs/tax-ids.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { COPY } from '../copy.ts';
import type { Wizard } from '../wizard-state.ts';
import type { CustomsValues } from './customs-values.ts';
import { placeName } from './place-name.ts';
import { chosenKind, recipientKinds, SENDER_KINDS } from './tax-id-kinds.ts';

interface TaxIdFieldsProps {
  field: 'recipientTaxId' | 'senderTaxId';
  /** “Recipient’s” or “Your” */
  owner: string;
  kinds: readonly { kind: string; name: string }[];
  customs: CustomsValues;
  problems: Problems;
  required?: boolean;
  hint: string;
  onChange: (part: Partial<CustomsValues>) => void;
}

function TaxIdFields({ field, owner, kinds, customs, problems, required, hint, onChange }: TaxIdFieldsProps) {
  const { kind, number } = customs[field];
  const chosen = chosenKind(kinds, kind);
  const set = (part: Partial<CustomsValues['senderTaxId']>) =>
    onChange({ [field]: { kind: chosen?.kind ?? 'other', number, ...part } });
  const isOnly = kinds.length === 1;
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      {!isOnly && (
        <Select
          label={`${owner} tax ID type`}
          name={`customs.${field}.kind`}
          value={chosen?.kind ?? ''}
          options={kinds.map((one) => ({ value: one.kind, label: one.name }))}
          onChange={(next) => set({ kind: next })}
        />
      )}
      <TextField
        label={
          isOnly
            ? `${owner} ${chosen?.name === 'Tax ID' ? 'tax ID' : chosen?.name}`
            : `${owner} tax ID number`
        }
        name={`customs.${field}.number`}
        required={required ?? false}
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
  wizard: Pick<Wizard, 'recipient' | 'customs'>;
}

export function RecipientTaxId({ wizard, ...props }: PartProps) {
  const area = customsArea(wizard.recipient);
  const need = taxIdNeed(area);
  const { recipientTaxRequired, recipientTaxSuggested } = COPY.customs;
  return (
    <TaxIdFields
      {...props}
      field="recipientTaxId"
      owner="Recipient’s"
      kinds={recipientKinds(area)}
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
    kinds={SENDER_KINDS}
    customs={wizard.customs}
    hint={COPY.customs.senderTaxHint}
  />
);
