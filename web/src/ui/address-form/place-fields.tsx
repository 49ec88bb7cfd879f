import { addressFormat, type PlaceField } from '@lading/contract/address-formats.ts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { COUNTRY_OPTIONS } from '../country-options.ts';
import { Icon } from '../icon.tsx';
import { Select } from '../select.tsx';
import { TextField } from '../text-field.tsx';
import { type AddressFieldsProps, fieldClass, textFields } from './address-fields.tsx';
import { type AddressValues, addressWarnings, withCountry } from './address-values.ts';
import { COPY } from './copy.ts';
import { findRegion, useRegions } from './use-regions.ts';

interface PlaceFieldsProps extends AddressFieldsProps {
  onZip: (values: AddressValues) => void;
  zipMessage: string;
}

/** City, region and postal code use the country's names and order. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { values, onChange, problems, readOnly, flashing } = props;
  const text = textFields(props);
  const { order, cityName } = addressFormat(values.country);
  const fields: Record<PlaceField, React.ReactNode> = {
    city: <TextField key="city" {...text('city', cityName, 'address-level2')} />,
    state: <StateField key="state" {...props} />,
    zipCode: <ZipField key="zipCode" {...props} />,
  };
  return (
    <>
      <TextField {...text('address', 'Street address', 'address-line1')} />
      <TextField {...text('address2', 'Address 2', 'address-line2')} optional />
      {order.map((field) => fields[field])}
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

function ZipField(props: PlaceFieldsProps) {
  const { values, problems, onZip, zipMessage } = props;
  const { country, zipCode } = values;
  const { zipName, zipExample, requiresZip } = addressFormat(country);
  // No warning while the code is being typed.
  const [finished, setFinished] = useState(zipCode);
  const warning = finished === zipCode && addressWarnings(values).zipCode;
  // The error message already includes the example.
  const hasHint = country === 'CA' || (country !== 'US' && zipExample !== '' && !problems.zipCode);
  const hint = hasHint && COPY.postalCodeHint(country, zipExample);
  return (
    <TextField
      {...textFields(props)('zipCode', zipName, 'postal-code')}
      required={requiresZip}
      optional={!requiresZip}
      inputMode={country === 'US' ? 'numeric' : 'text'}
      onChange={(next) => onZip({ ...values, zipCode: next })}
      onBlur={() => setFinished(zipCode)}
      hint={zipMessage || (warning ? <Warning text={warning} /> : hint)}
    />
  );
}

function Warning({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5 text-warn-fg">
      <Icon of={TriangleAlert} className="mt-px size-4 shrink-0" />
      <span>{text}</span>
    </span>
  );
}

function StateField(props: AddressFieldsProps) {
  const { values, onChange, problems, readOnly, flashing } = props;
  const { country, state } = values;
  const { stateName, printsState, requiresState } = addressFormat(country);
  const regions = useRegions(country);
  const field = { required: requiresState, optional: !requiresState };
  if (!regions)
    return (
      <TextField
        {...textFields(props)('state', stateName, 'address-level1')}
        {...field}
        hint={!printsState && COPY.notPrinted}
      />
    );
  const canada = country === 'CA';
  const known = findRegion(regions, state);
  return (
    <Select
      label={stateName}
      name="state"
      value={known?.code ?? state}
      onChange={(chosen) => onChange({ ...values, state: chosen })}
      options={[
        { value: '', label: COPY.chooseRegion(canada ? 'Province' : stateName) },
        ...(known || state === '' ? [] : [{ value: state, label: state }]),
        ...regions.map(({ code, name }) => ({
          value: code,
          label: code === name ? name : `${code} · ${name}`,
        })),
      ]}
      error={problems.state}
      {...field}
      disabled={readOnly}
      className={fieldClass('state', flashing)}
      {...(canada && { hint: COPY.provinceHint })}
    />
  );
}
