import { CONTENTS_TYPES } from '@lading/contract/customs/vocabulary.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { CONTENTS_NAMES } from '../../../ui/declaration/names.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import type { CustomsValues } from './customs-values.ts';

const OPTIONS = CONTENTS_TYPES.map((value) => ({ value, label: CONTENTS_NAMES[value] }));
const EXPLANATION_MAX = 25;

interface ContentsFieldsProps {
  customs: CustomsValues;
  problems: Problems;
  onChange: (part: Partial<CustomsValues>) => void;
}

export function ContentsFields({ customs, problems, onChange }: ContentsFieldsProps) {
  const { contentsType } = customs;
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      <Select
        label="Contents"
        name="customs.contentsType"
        required
        value={contentsType}
        options={OPTIONS}
        error={problems['customs.contentsType']}
        hint={contentsType === 'gift' ? COPY.gift : undefined}
        onChange={(next) => onChange({ contentsType: next })}
      />
      {contentsType === 'other' && (
        <TextField
          label="Explanation"
          name="customs.contentsExplanation"
          required
          maxLength={EXPLANATION_MAX}
          hint={COPY.explanationHint}
          value={customs.contentsExplanation}
          error={problems['customs.contentsExplanation']}
          onChange={(contentsExplanation) => onChange({ contentsExplanation })}
        />
      )}
    </div>
  );
}
