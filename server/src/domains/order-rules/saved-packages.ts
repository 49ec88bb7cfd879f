import { MAX_INCHES, type SavedPackage } from '@lading/contract/orders/packages.ts';
import { ENVELOPE_IN } from '@lading/contract/parcel.ts';
import type { SavedParcelBody } from '@lading/contract/profile.ts';
import type { ChosenPackage } from './rule-facts.ts';

/** A package that the client saved in the profile, for single labels and uploads. */
export interface SavedRow {
  id: string;
  parcel: SavedParcelBody;
}

type Saved = Omit<SavedPackage, 'usedByRules' | 'type'> & Pick<SavedParcelBody, 'type'>;

/** As a package of orders. The saved weight is that of a full parcel, so orders do not use it. */
function toPackage({ id, parcel: { nickname, type, length, width, height } }: SavedRow): Saved {
  const size = type === 'envelope' ? ENVELOPE_IN : { length, width, height };
  return { id, name: nickname, type, lengthIn: size.length, widthIn: size.width, heightIn: size.height };
}

const fits = ({ lengthIn, widthIn, heightIn }: Saved): boolean =>
  Math.max(lengthIn, widthIn, heightIn) <= MAX_INCHES;

/** Without those that are too large for an order. */
export const savedPackages = (rows: readonly SavedRow[]): Saved[] => rows.map(toPackage).filter(fits);

/** By ID. */
export const savedAsChosen = (rows: readonly SavedRow[]): [string, ChosenPackage][] =>
  savedPackages(rows).map(({ id, name, type, ...size }) => [
    id,
    { id, name, parcel: { type, ...size }, emptyWeightOz: 0 },
  ]);
