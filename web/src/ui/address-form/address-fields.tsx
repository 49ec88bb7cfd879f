import { addressFormat } from '@lading/contract/address-formats.ts';
import { COUNTRIES } from '@lading/contract/countries.ts';
import { hasTenDigitPhones } from '@lading/contract/phone.ts';
import type { SavedAddress } from '@lading/contract/profile.ts';
import { useMemo } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Select } from '../select.tsx';
import { SuggestionField } from '../suggestion-field.tsx';
import { TextField } from '../text-field.tsx';
import {
  type AddressField,
  type AddressProblems,
  type AddressValues,
  formatPhone,
  regionsOf,
  repairedPhone,
  withCountry,
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

const COUNTRY_OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
const FLASH = 'motion-safe:[&_input]:bg-primary-soft motion-safe:[&_select]:bg-primary-soft';

const SPANS: Record<AddressField, string> = {
  fullName: 'sm:col-span-6',
  email: 'sm:col-span-3',
  phone: 'sm:col-span-3',
  address: 'sm:col-span-4',
  address2: 'sm:col-span-2',
  city: 'sm:col-span-2',
  state: 'sm:col-span-2',
  zipCode: 'sm:col-span-2',
  country: 'sm:col-span-3',
};

const fieldClass = (field: AddressField, flashing: ReadonlySet<AddressField>) =>
  cx('min-w-0', SPANS[field], flashing.has(field) && FLASH);

const textFields = (props: AddressFieldsProps) => (field: AddressField, label: string, token: string) => ({
  label,
  name: field,
  value: props.values[field],
  onChange: (value: string) => props.onChange({ ...props.values, [field]: value }),
  error: props.problems[field],
  autoComplete: `section-${props.section} shipping ${token}`,
  required: field !== 'address2',
  readOnly: props.readOnly,
  className: fieldClass(field, props.flashing),
});

interface PersonFieldsProps extends AddressFieldsProps {
  saved: readonly SavedAddress[];
  onPickSaved: (address: SavedAddress, name: string) => void;
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

interface PlaceFieldsProps extends AddressFieldsProps {
  onZip: (values: AddressValues) => void;
  zipMessage: string;
}

export function PlaceFields({ onZip, zipMessage, ...props }: PlaceFieldsProps) {
  const { values, onChange, problems, readOnly, flashing } = props;
  const text = textFields(props);
  return (
    <>
      <TextField {...text('address', 'Street address', 'address-line1')} />
      <TextField {...text('address2', 'Address 2', 'address-line2')} optional />
      <TextField {...text('city', 'City', 'address-level2')} />
      <StateField {...props} />
      <TextField
        {...text('zipCode', 'ZIP code', 'postal-code')}
        inputMode={values.country === 'US' ? 'numeric' : 'text'}
        onChange={(zipCode) => onZip({ ...values, zipCode })}
        hint={zipMessage || (values.country === 'CA' && COPY.postalCodeHint)}
      />
      <Select
        label="Country"
        name="country"
        value={values.country}
        onChange={(country) => onChange(withCountry(values, country))}
        options={COUNTRY_OPTIONS}
        error={problems.country}
        disabled={readOnly}
        className={fieldClass('country', flashing)}
      />
    </>
  );
}

function StateField(props: AddressFieldsProps) {
  const { values, onChange, problems, readOnly, flashing } = props;
  const regions = regionsOf(values.country);
  if (!regions)
    return (
      <TextField
        {...textFields(props)('state', 'State', 'address-level1')}
        hint={COPY.stateHint(addressFormat(values.country).printsState)}
      />
    );
  const canada = values.country === 'CA';
  return (
    <Select
      label="State"
      name="state"
      value={values.state}
      onChange={(state) => onChange({ ...values, state })}
      options={[
        { value: '', label: canada ? 'Choose a province' : 'Choose a state' },
        ...regions.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
      ]}
      error={problems.state}
      required
      disabled={readOnly}
      className={fieldClass('state', flashing)}
      {...(canada && { hint: COPY.provinceHint })}
    />
  );
}
