import { ENVELOPE_IN, type PackageType } from '@lading/contract/parcel.ts';
import { readMeasure } from '@lading/contract/parcel-form.ts';
import { type SavedParcel, type SavedParcelBody, SavedParcelBodySchema } from '@lading/contract/profile.ts';
import { type Checked, checkBody, type Problems } from '../../lib/form-problems.ts';

/** As typed; measurements become numbers when saved. */
export interface ParcelDraft {
  nickname: string;
  type: PackageType;
  length: string;
  width: string;
  height: string;
  weight: string;
}

export const EMPTY_PARCEL: ParcelDraft = {
  nickname: '',
  type: 'package',
  length: '',
  width: '',
  height: '',
  weight: '',
};

export const draftOfParcel = ({
  nickname,
  type,
  length,
  width,
  height,
  weight,
}: SavedParcel): ParcelDraft => ({
  nickname,
  type,
  length: String(length),
  width: String(width),
  height: String(height),
  weight: weight === null ? '' : String(weight),
});

/** An envelope has a fixed size. The weight is optional, because it depends on the contents. */
export function checkParcel(draft: ParcelDraft): Checked<SavedParcelBody> {
  const errors: Problems = {};
  const read = (field: 'length' | 'width' | 'height' | 'weight') => {
    const measure = readMeasure(field, draft[field]);
    if ('value' in measure) return measure.value;
    errors[field] = measure.problem;
    return 0;
  };
  const size =
    draft.type === 'envelope'
      ? ENVELOPE_IN
      : { length: read('length'), width: read('width'), height: read('height') };
  const weight = draft.weight.trim() === '' ? null : read('weight');
  const checked = checkBody(SavedParcelBodySchema, {
    nickname: draft.nickname,
    type: draft.type,
    ...size,
    weight,
  });
  return 'errors' in checked ? { errors: { ...checked.errors, ...errors } } : checked;
}
