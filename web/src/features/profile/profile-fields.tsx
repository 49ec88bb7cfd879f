import type { Problems } from '../../lib/form-problems.ts';
import { type LookUp, usePlaces } from '../../lib/places.ts';
import { Select } from '../../ui/select.tsx';
import { SuggestionField } from '../../ui/suggestion-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  formatPhone,
  type ProfileCountry,
  type ProfileDraft,
  regionsOf,
  withCountry,
  withPlace,
} from './profile-draft.ts';

export interface ProfileFieldsProps {
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
        hint="Contact support to change your email"
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
        onBlur={() => onChange({ phone: formatPhone(draft.phone) })}
      />
    </div>
  );
}

const COUNTRY_OPTIONS: readonly { value: ProfileCountry; label: string }[] = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
];

const LOOK_UP_NOTES: Record<LookUp, string> = {
  none: '',
  running: 'Looking up the whole address…',
  failed: 'The rest could not be looked up. Please check city, state and ZIP code.',
};

/** `savedAddress`: places are asked for once the person changes the street, not because the page was opened. */
export function AddressFields(props: ProfileFieldsProps & { savedAddress: string }) {
  const { draft, errors, readOnly, onChange, savedAddress } = props;
  const places = usePlaces(draft.address, draft.country, draft.address !== savedAddress, (place) =>
    onChange(withPlace(draft, place)),
  );
  const note = LOOK_UP_NOTES[places.lookUp];
  const states = regionsOf(draft.country).map(({ code, name }) => ({ value: code, label: name }));
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
        options={[
          { value: '', label: draft.country === 'CA' ? 'Choose a province' : 'Choose a state' },
          ...states,
        ]}
        onChange={(state) => onChange({ state })}
        className="col-span-2 sm:col-span-3"
      />
      <TextField
        label="ZIP Code"
        name="zipCode"
        autoComplete="postal-code"
        required
        hint={draft.country === 'CA' ? 'The postal code, such as M5J 2R8' : undefined}
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
    </div>
  );
}
