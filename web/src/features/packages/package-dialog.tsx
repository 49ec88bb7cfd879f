import { type OwnPackage, PACKAGE_KINDS, type PackageBody } from '@lading/contract/orders/packages.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY, KIND_NAMES } from './copy.ts';
import { checkPackage, draftOf, EMPTY_PACKAGE, type PackageDraft } from './package-draft.ts';

const KIND_OPTIONS = PACKAGE_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

interface PackageDialogProps {
  /** Null for a new one. */
  own: OwnPackage | null;
  save: (body: PackageBody) => Promise<void>;
  onClose: () => void;
}

export function PackageDialog({ own, save, onClose }: PackageDialogProps) {
  const [draft, setDraft] = useState<PackageDraft>(() => (own ? draftOf(own) : EMPTY_PACKAGE));
  const change = (part: Partial<PackageDraft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={own ? COPY.editTitle : COPY.addTitle}
      submitLabel="Save"
      onClose={onClose}
      check={() => checkPackage(draft)}
      send={save}
      explain={reasonOf}
    >
      {({ errors }) => {
        const text = (name: Exclude<keyof PackageDraft, 'kind' | 'isDefault'>, label: string) => ({
          label,
          name,
          value: draft[name],
          error: errors[name],
          autoComplete: 'off',
          onChange: (value: string) => change({ [name]: value }),
        });
        return (
          <>
            <TextField {...text('name', 'Name')} required maxLength={80} />
            <Select
              label="Type"
              name="kind"
              value={draft.kind}
              options={KIND_OPTIONS}
              hint={draft.kind === 'envelope' ? COPY.envelopeHint : undefined}
              onChange={(kind) => change({ kind })}
            />
            {draft.kind !== 'envelope' && (
              <div>
                <div className="grid items-start gap-4 sm:grid-cols-3">
                  <TextField {...text('lengthIn', 'Length (in)')} required inputMode="decimal" />
                  <TextField {...text('widthIn', 'Width (in)')} required inputMode="decimal" />
                  <TextField {...text('heightIn', 'Height (in)')} required inputMode="decimal" />
                </div>
                <p className="mt-1.5 text-small text-text-2">{COPY.sizeHint}</p>
              </div>
            )}
            <TextField
              {...text('emptyWeightOz', 'Empty weight (oz)')}
              optional
              inputMode="decimal"
              hint={COPY.weightHint}
            />
            <Checkbox
              label={COPY.isDefault}
              name="isDefault"
              checked={draft.isDefault}
              onChange={(isDefault) => change({ isDefault })}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
