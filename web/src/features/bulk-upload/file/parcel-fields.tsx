import type { SavedParcel } from '@lading/contract/profile.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  type FillChoices,
  type FillPart,
  type MeasureField,
  type MeasureProblems,
  OWN_PARCEL,
  openMeasures,
  parcelChoice,
} from './fill-in-choices.ts';

interface ParcelFieldsProps {
  gaps: ReadonlySet<FillPart>;
  choices: FillChoices;
  onChange: (part: Partial<FillChoices>) => void;
  parcels: readonly SavedParcel[];
  problems: MeasureProblems;
}

const LABELS: Record<MeasureField, string> = {
  weight: 'Weight (lb)',
  length: 'Length (in)',
  width: 'Width (in)',
  height: 'Height (in)',
};

const describe = ({ nickname, length, width, height, weight }: SavedParcel) =>
  `${nickname} · ${length} × ${width} × ${height} in${weight === null ? '' : ` · ${weight} lb`}`;

export function ParcelFields({ gaps, choices, onChange, parcels, problems }: ParcelFieldsProps) {
  const options = [
    ...parcels.map((parcel) => ({ value: parcel.id, label: describe(parcel) })),
    { value: OWN_PARCEL, label: 'Custom size' },
  ];
  return (
    <div className="mt-2 grid gap-4 md:pl-7.5">
      {gaps.has('size') && parcels.length > 0 && (
        <Select
          label="Package"
          name="parcel"
          value={parcelChoice(choices, parcels)}
          options={options}
          onChange={(parcelId) => onChange({ parcelId })}
          className="max-w-form"
        />
      )}
      <div className="grid grid-cols-2 gap-4 empty:hidden sm:grid-cols-4">
        {openMeasures(gaps, choices, parcels).map((field) => (
          <TextField
            key={field}
            label={LABELS[field]}
            name={field}
            inputMode="decimal"
            required
            value={choices[field]}
            error={problems[field]}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
      </div>
    </div>
  );
}
