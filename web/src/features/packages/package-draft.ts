import {
  type OwnPackage,
  type PackageBody,
  PackageBodySchema,
  type PackageKind,
} from '@lading/contract/orders/packages.ts';
import { ENVELOPE_IN } from '@lading/contract/parcel.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { knownKind } from '../../lib/packages.ts';
import { plainNumber } from '../../lib/plain-number.ts';

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

/** Text that is not a number becomes NaN, which the schema reports. */
const numberOf = (text: string): number => Number(plainNumber(text) || 'NaN');

export function checkPackage({ lengthIn, widthIn, heightIn, ...draft }: PackageDraft): Checked<PackageBody> {
  const size =
    draft.kind === 'envelope'
      ? { lengthIn: ENVELOPE_IN.length, widthIn: ENVELOPE_IN.width, heightIn: ENVELOPE_IN.height }
      : { lengthIn: numberOf(lengthIn), widthIn: numberOf(widthIn), heightIn: numberOf(heightIn) };
  return checkBody(PackageBodySchema, {
    ...draft,
    ...size,
    emptyWeightOz: draft.emptyWeightOz.trim() === '' ? 0 : numberOf(draft.emptyWeightOz),
  });
}
