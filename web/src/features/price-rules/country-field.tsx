import { countryName } from '@lading/contract/countries.ts';
import { COUNTRY_SETS, nameSets } from '@lading/contract/pricing/country-sets.ts';
import { Chips } from '../../ui/choice-list.tsx';
import { COUNTRY_OPTIONS } from '../../ui/country-options.ts';
import { Select } from '../../ui/select.tsx';
import { COPY } from './copy.ts';

/** Marks the value of a set, which could otherwise look like a country code. */
const SET = 'set:';
const OPTIONS = [
  { value: '', label: COPY.chooseCountry },
  ...COUNTRY_SETS.map(({ name }) => ({ value: `${SET}${name}`, label: name, group: 'Sets' })),
  ...COUNTRY_OPTIONS.filter(({ value }) => value !== 'US').map((option) => ({
    ...option,
    group: 'Countries',
  })),
];

interface CountryFieldProps {
  chosen: readonly string[];
  disabled: boolean;
  onChange: (chosen: string[]) => void;
}

const countriesOf = (value: string): readonly string[] =>
  value.startsWith(SET)
    ? (COUNTRY_SETS.find(({ name }) => `${SET}${name}` === value)?.countries ?? [])
    : [value];

/** Countries, and sets whose countries are all chosen. */
export function CountryField({ chosen, disabled, onChange }: CountryFieldProps) {
  const { sets, rest } = nameSets(chosen);
  const chips = [
    ...sets.map((name) => ({ id: `${SET}${name}`, name })),
    ...rest.map((code) => ({ id: code, name: countryName(code) ?? code })),
  ];
  return (
    <div>
      <Select
        label={COPY.country}
        name="country"
        value=""
        options={OPTIONS}
        disabled={disabled}
        optional
        onChange={(value) => {
          if (value) onChange([...new Set([...chosen, ...countriesOf(value)])].sort());
        }}
      />
      <Chips
        label={COPY.zones}
        chips={chips}
        disabled={disabled}
        onRemove={(id) => {
          const removed = new Set(countriesOf(id));
          onChange(chosen.filter((code) => !removed.has(code)));
        }}
      />
    </div>
  );
}
