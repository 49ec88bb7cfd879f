import type { Problems } from '../../lib/form-problems.ts';
import { usePlaces } from '../../lib/places.ts';
import { formatPhone } from '../../ui/address-form/address-values.ts';
import { Select } from '../../ui/select.tsx';
import { SuggestionField } from '../../ui/suggestion-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import {
  type ProfileCountry,
  type ProfileDraft,
  regionsOf,
  withCountry,
  withPlace,
} from './profile-draft.ts';

interface ProfileFieldsProps {
  draft: ProfileDraft;
  errors: Problems;
  readOnly: boolean;
  onChange: (part: Partial<ProfileDraft>) => void;
}

export function PersonalFields({
  draft,
  errors,
  readOnly,
  onChange,
  email,
}: ProfileFieldsProps & { email: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        value={draft.fullName}
        error={errors.fullName}
        readOnly={readOnly}
        onChange={(fullName) => onChange({ fullName })}
        className="sm:col-span-2"
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        readOnly
        hint={COPY.emailHint}
        onChange={() => {}}
      />
      <TextField
        label="Phone Number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        required
        value={draft.phone}
        error={errors.phone}
        readOnly={readOnly}
        onChange={(phone) => onChange({ phone })}
        onBlur={() => {
          const formatted = formatPhone(draft.phone);
          // A change removes the field's error and counts as an edit.
          if (formatted !== draft.phone) onChange({ phone: formatted });
        }}
      />
    </div>
  );
}

const COUNTRY_OPTIONS: readonly { value: ProfileCountry; label: string }[] = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
];

/** Suggestions load only if the street differs from `savedAddress`. */
export function AddressFields(props: ProfileFieldsProps & { savedAddress: string }) {
  const { draft, errors, readOnly, onChange, savedAddress } = props;
  const places = usePlaces(draft.address, draft.country, draft.address !== savedAddress, (place) =>
    onChange(withPlace(draft, place)),
  );
  const note = COPY.lookUp[places.lookUp];
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-6">
      <p role="status" className="sr-only">
        {note}
      </p>
      <SuggestionField
        label="Street Address"
        name="address"
        autoComplete="address-line1"
        required
        value={draft.address}
        error={errors.address}
        readOnly={readOnly}
        hint={note}
        suggestions={places.lines}
        onPick={(line) => void places.choose(line)}
        onChange={(address) => onChange({ address })}
        className="col-span-2 sm:col-span-4"
      />
      <TextField
        label="Suite"
        name="suite"
        autoComplete="address-line2"
        optional
        value={draft.suite}
        error={errors.suite}
        readOnly={readOnly}
        onChange={(suite) => onChange({ suite })}
        className="col-span-2"
      />
      <RegionFields {...props} />
    </div>
  );
}

function RegionFields({ draft, errors, readOnly, onChange }: ProfileFieldsProps) {
  const canada = draft.country === 'CA';
  const states = regionsOf(draft.country).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <TextField
        label="City"
        name="city"
        autoComplete="address-level2"
        required
        value={draft.city}
        error={errors.city}
        readOnly={readOnly}
        onChange={(city) => onChange({ city })}
        className="col-span-2 sm:col-span-3"
      />
      <Select
        label="State"
        name="state"
        required
        value={draft.state}
        error={errors.state}
        disabled={readOnly}
        options={[{ value: '', label: canada ? 'Choose a province' : 'Choose a state' }, ...states]}
        onChange={(state) => onChange({ state })}
        className="col-span-2 sm:col-span-3"
      />
      <TextField
        label="ZIP Code"
        name="zipCode"
        autoComplete="postal-code"
        required
        hint={canada ? COPY.postalCodeHint : undefined}
        value={draft.zipCode}
        error={errors.zipCode}
        readOnly={readOnly}
        onChange={(zipCode) => onChange({ zipCode })}
        className="sm:col-span-3"
      />
      <Select
        label="Country"
        name="country"
        value={draft.country}
        disabled={readOnly}
        options={COUNTRY_OPTIONS}
        onChange={(country) => onChange(withCountry(draft, country))}
        className="sm:col-span-3"
      />
    </>
  );
}
