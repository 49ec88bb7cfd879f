import { COUNTRIES } from '@lading/contract/countries.ts';
import { pasteAddress } from '@lading/contract/paste-address.ts';
import type { SavedAddress } from '@lading/contract/profile.ts';
import { ClipboardPaste } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useMemo, useState } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { Select } from '../select.tsx';
import { SuggestionField } from '../suggestion-field.tsx';
import { TextField } from '../text-field.tsx';
import {
  type AddressField,
  type AddressProblems,
  type AddressValues,
  formatPhone,
  isWholeAddress,
  regionsOf,
  repairedPhone,
  withCountry,
} from './address-values.ts';
import { COPY } from './copy.ts';
import { FillNotice } from './fill-notice.tsx';
import { PasteBox } from './paste-box.tsx';
import { savedSuggestions, withSaved } from './saved-suggestions.ts';
import { useFill } from './use-fill.ts';
import { useZipFill } from './use-zip-fill.ts';

export interface AddressFormProps {
  /** Keeps the browser from autofilling sender and recipient with the same address. */
  section: 'from' | 'to';
  values: AddressValues;
  onChange: (values: AddressValues) => void;
  problems: AddressProblems;
  saved: readonly SavedAddress[];
  readOnly?: boolean;
  /** More actions beside "Paste an address". `fill` fills the form and offers an undo. */
  helpers?: (fill: (values: AddressValues, text: string) => void) => ReactNode;
}

const COUNTRY_OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
const FLASH = 'motion-safe:[&_input]:bg-primary-soft motion-safe:[&_select]:bg-primary-soft';

export function AddressForm(props: AddressFormProps) {
  const { section, values, onChange, problems, saved, readOnly = false, helpers } = props;
  const [pasting, setPasting] = useState(false);
  const { notice, flashing, fill, paste } = useFill(values, onChange);
  const zip = useZipFill(values, onChange);
  const regions = regionsOf(values.country);
  const suggestions = useMemo(() => savedSuggestions(saved, values.fullName), [saved, values.fullName]);
  const canada = values.country === 'CA';

  const handlePaste = (event: ClipboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !['fullName', 'address'].includes(target.name)) return;
    const text = event.clipboardData.getData('text/plain');
    if (readOnly || !isWholeAddress(pasteAddress(text).fields)) return;
    event.preventDefault();
    paste(text);
  };

  const text = (field: AddressField, label: string, token: string) => ({
    label,
    name: field,
    value: values[field],
    onChange: (value: string) => onChange({ ...values, [field]: value }),
    error: problems[field],
    autoComplete: `section-${section} shipping ${token}`,
    required: field !== 'address2',
    readOnly,
    className: cx('min-w-0', SPANS[field], flashing.has(field) && FLASH),
  });
  const repair = repairedPhone(values.phone);

  return (
    <div className="grid gap-4" onPaste={handlePaste}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={pasting}
          disabled={readOnly}
          onClick={() => setPasting(!pasting)}
        >
          <Icon of={ClipboardPaste} className="size-4" />
          Paste an address
        </Button>
        {helpers?.(fill)}
        <FillNotice notice={notice} />
      </div>
      {pasting && (
        <PasteBox
          onClose={() => setPasting(false)}
          onText={(pasted) => {
            setPasting(false);
            paste(pasted);
          }}
        />
      )}
      <p role="status" className="sr-only">
        {zip.message}
      </p>
      <div className="grid gap-4 sm:grid-cols-6">
        <SuggestionField
          {...text('fullName', 'Name', 'name')}
          suggestions={suggestions}
          onPick={({ address, text: name }) => fill(withSaved(values, address), COPY.filledFrom(name))}
        />
        <TextField {...text('email', 'Email', 'email')} type="email" inputMode="email" spellCheck={false} />
        <TextField
          {...text('phone', 'Phone number', 'tel-national')}
          type="tel"
          inputMode="tel"
          onBlur={() => onChange({ ...values, phone: formatPhone(values.phone) })}
          hint={
            problems.phone && repair ? (
              <Button variant="secondary" size="sm" onClick={() => onChange({ ...values, phone: repair })}>
                Use {repair}
              </Button>
            ) : (
              COPY.phoneHint
            )
          }
        />
        <TextField {...text('address', 'Street address', 'address-line1')} />
        <TextField {...text('address2', 'Address 2', 'address-line2')} optional />
        <TextField {...text('city', 'City', 'address-level2')} />
        {regions ? (
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
            className={cx(SPANS.state, flashing.has('state') && FLASH)}
            {...(canada && { hint: COPY.provinceHint })}
          />
        ) : (
          <TextField {...text('state', 'State', 'address-level1')} hint={COPY.stateHint} />
        )}
        <TextField
          {...text('zipCode', 'ZIP code', 'postal-code')}
          inputMode={values.country === 'US' ? 'numeric' : 'text'}
          onChange={(zipCode) => {
            const next = { ...values, zipCode };
            onChange(next);
            void zip.zipTyped(next);
          }}
          hint={zip.message || (canada && COPY.postalCodeHint)}
        />
        <Select
          label="Country"
          name="country"
          value={values.country}
          onChange={(country) => onChange(withCountry(values, country))}
          options={COUNTRY_OPTIONS}
          error={problems.country}
          disabled={readOnly}
          className={cx(SPANS.country, flashing.has('country') && FLASH)}
        />
      </div>
    </div>
  );
}

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
