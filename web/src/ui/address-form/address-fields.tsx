import { hasTenDigitPhones } from '@lading/contract/phone.ts';
import type { SavedAddress } from '@lading/contract/profile.ts';
import { useMemo, useState } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { SuggestionField } from '../suggestion-field.tsx';
import { TextField } from '../text-field.tsx';
import {
  type AddressField,
  type AddressProblems,
  type AddressValues,
  formatPhone,
  repairedPhone,
} from './address-values.ts';
import { COPY } from './copy.ts';
import { savedSuggestions } from './saved-suggestions.ts';

export interface AddressFieldsProps {
  /** Keeps the browser from autofilling sender and recipient with the same address. */
  section: 'from' | 'to';
  values: AddressValues;
  onChange: (values: AddressValues) => void;
  problems: AddressProblems;
  readOnly: boolean;
  /** Fields to highlight, because they were just filled in. */
  flashing: ReadonlySet<AddressField>;
}

const OPTIONAL: readonly AddressField[] = ['company', 'address2'];
const FLASH = 'motion-safe:[&_input]:bg-primary-soft motion-safe:[&_select]:bg-primary-soft';

const SPANS: Record<AddressField, string> = {
  fullName: 'sm:col-span-6',
  company: 'sm:col-span-6',
  email: 'sm:col-span-3',
  phone: 'sm:col-span-3',
  address: 'sm:col-span-4',
  address2: 'sm:col-span-2',
  city: 'sm:col-span-2',
  state: 'sm:col-span-2',
  zipCode: 'sm:col-span-2',
  country: 'sm:col-span-3',
};

export const fieldClass = (field: AddressField, flashing: ReadonlySet<AddressField>) =>
  cx('min-w-0', SPANS[field], flashing.has(field) && FLASH);

export const textFields =
  (props: AddressFieldsProps) => (field: AddressField, label: string, token: string) => ({
    label,
    name: field,
    value: props.values[field],
    onChange: (value: string) => props.onChange({ ...props.values, [field]: value }),
    error: props.problems[field],
    autoComplete: `section-${props.section} shipping ${token}`,
    required: !OPTIONAL.includes(field),
    readOnly: props.readOnly,
    className: fieldClass(field, props.flashing),
  });

interface PersonFieldsProps extends AddressFieldsProps {
  saved: readonly SavedAddress[];
  onPickSaved: (address: SavedAddress, name: string) => void;
}

/**
 * The specified form has no company, but saved addresses and earlier shipments do. Stays after it was cleared, so that
 * another one can be typed.
 */
function CompanyField(props: AddressFieldsProps) {
  const hasCompany = props.values.company !== '';
  const [shown, setShown] = useState(hasCompany);
  if (hasCompany && !shown) setShown(true);
  return shown && <TextField {...textFields(props)('company', 'Company', 'organization')} optional />;
}

export function PersonFields({ saved, onPickSaved, ...props }: PersonFieldsProps) {
  const { values, onChange, problems } = props;
  const suggestions = useMemo(() => savedSuggestions(saved, values.fullName), [saved, values.fullName]);
  const text = textFields(props);
  const tenDigits = hasTenDigitPhones(values.country);
  const repair = repairedPhone(values);
  return (
    <>
      <SuggestionField
        {...text('fullName', 'Name', 'name')}
        suggestions={suggestions}
        onPick={({ address, text: name }) => onPickSaved(address, name)}
      />
      <CompanyField {...props} />
      <TextField {...text('email', 'Email', 'email')} type="email" inputMode="email" spellCheck={false} />
      <TextField
        {...text('phone', 'Phone number', tenDigits ? 'tel-national' : 'tel')}
        type="tel"
        inputMode="tel"
        onBlur={() => onChange({ ...values, phone: formatPhone(values.phone, values.country) })}
        hint={
          problems.phone && repair ? (
            <Button variant="secondary" size="sm" onClick={() => onChange({ ...values, phone: repair })}>
              Use {repair}
            </Button>
          ) : (
            COPY.phoneHint(tenDigits)
          )
        }
      />
    </>
  );
}
