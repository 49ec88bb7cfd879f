import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import type { SavedParcel, SavedParcelBody } from '@lading/contract/profile.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { checkParcel, draftOfParcel, EMPTY_PARCEL, type ParcelDraft } from './parcel-draft.ts';

const TYPE_OPTIONS = PACKAGE_TYPES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

interface SavedParcelDialogProps {
  /** Omitted for a new one. */
  parcel?: SavedParcel;
  onClose: () => void;
  save: (body: SavedParcelBody) => Promise<void>;
}

export function SavedParcelDialog({ parcel, onClose, save }: SavedParcelDialogProps) {
  const [draft, setDraft] = useState<ParcelDraft>(parcel ? draftOfParcel(parcel) : EMPTY_PARCEL);
  const change = (part: Partial<ParcelDraft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={parcel ? 'Edit package' : 'Add package'}
      onClose={onClose}
      check={() => checkParcel(draft)}
      submitLabel="Save"
      send={save}
      explain={reasonOf}
    >
      {({ errors }) => {
        const measure = (
          name: 'length' | 'width' | 'height' | 'weight',
          label: string,
          required: boolean,
        ) => (
          <TextField
            label={label}
            name={name}
            inputMode="decimal"
            required={required}
            optional={!required}
            value={draft[name]}
            error={errors[name]}
            onChange={(value) => change({ [name]: value })}
          />
        );
        return (
          <>
            <TextField
              label="Nickname"
              name="nickname"
              required
              hint="For example, Small box"
              value={draft.nickname}
              error={errors.nickname}
              onChange={(nickname) => change({ nickname })}
            />
            <Select
              label="Type"
              name="type"
              value={draft.type}
              options={TYPE_OPTIONS}
              hint={draft.type === 'envelope' ? 'Envelope: 12 × 9 × 0.25 in' : undefined}
              onChange={(type) => change({ type })}
            />
            {draft.type !== 'envelope' && (
              <div className="grid gap-4 sm:grid-cols-3">
                {measure('length', 'Length (in)', true)}
                {measure('width', 'Width (in)', true)}
                {measure('height', 'Height (in)', true)}
              </div>
            )}
            {measure('weight', 'Weight (lb)', false)}
          </>
        );
      }}
    </FormDialog>
  );
}
