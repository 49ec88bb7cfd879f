import {
  type OwnPackage,
  type PackageBody,
  PackageBodySchema,
  type PackageKind,
} from '@lading/contract/orders/packages.ts';
import { ENVELOPE_IN } from '@lading/contract/parcel.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { knownKind } from '../../lib/packages.ts';
import { typedNumber } from '../../lib/plain-number.ts';

/** What the dialog edits: numbers are text until they are checked. */
export interface PackageDraft {
  name: string;
  kind: PackageKind;
  lengthIn: string;
  widthIn: string;
  heightIn: string;
  emptyWeightOz: string;
  isDefault: boolean;
}

export const EMPTY_PACKAGE: PackageDraft = {
  name: '',
  kind: 'box',
  lengthIn: '',
  widthIn: '',
  heightIn: '',
  emptyWeightOz: '',
  isDefault: false,
};

export const draftOf = (own: OwnPackage): PackageDraft => ({
  name: own.name,
  kind: knownKind(own.kind),
  lengthIn: String(own.lengthIn),
  widthIn: String(own.widthIn),
  heightIn: String(own.heightIn),
  emptyWeightOz: own.emptyWeightOz === 0 ? '' : String(own.emptyWeightOz),
  isDefault: own.isDefault,
});

export function checkPackage({ lengthIn, widthIn, heightIn, ...draft }: PackageDraft): Checked<PackageBody> {
  const size =
    draft.kind === 'envelope'
      ? { lengthIn: ENVELOPE_IN.length, widthIn: ENVELOPE_IN.width, heightIn: ENVELOPE_IN.height }
      : { lengthIn: typedNumber(lengthIn), widthIn: typedNumber(widthIn), heightIn: typedNumber(heightIn) };
  return checkBody(PackageBodySchema, {
    ...draft,
    ...size,
    emptyWeightOz: draft.emptyWeightOz.trim() === '' ? 0 : typedNumber(draft.emptyWeightOz),
  });
}
