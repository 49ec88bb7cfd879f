import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { ENVELOPE_IN } from '@lading/contract/parcel.ts';
import { readMeasure } from '@lading/contract/parcel-form.ts';
import type { SavedParcel } from '@lading/contract/profile.ts';
import { COPY } from './copy.ts';
import type { ParcelValues, Wizard } from './wizard-state.ts';

export const SIZES = ['length', 'width', 'height'] as const;
/** In screen order. */
export const PACKAGE_FIELDS = ['weight', ...SIZES, 'shippingDate'] as const;
type PackageField = (typeof PACKAGE_FIELDS)[number];
type PackageProblems = Partial<Record<PackageField, string>>;

const measuresOf = (parcel: ParcelValues) =>
  parcel.type === 'envelope' ? (['weight'] as const) : (['weight', ...SIZES] as const);

export function packageProblems(
  { parcel, shippingDate }: Pick<Wizard, 'parcel' | 'shippingDate'>,
  today: string,
): PackageProblems {
  const problems: PackageProblems = {};
  for (const field of measuresOf(parcel)) {
    const answer = readMeasure(field, parcel[field]);
    if ('problem' in answer) problems[field] = answer.problem;
  }
  if (!isCalendarDate(shippingDate)) problems.shippingDate = COPY.package.dateRequired;
  else if (shippingDate < today) problems.shippingDate = COPY.package.datePast;
  return problems;
}

/** In inches, or null until all three are numbers. */
export function dimensionsOf(parcel: ParcelValues): [number, number, number] | null {
  if (parcel.type === 'envelope') return [ENVELOPE_IN.length, ENVELOPE_IN.width, ENVELOPE_IN.height];
  const [length, width, height] = SIZES.map((field) => {
    const answer = readMeasure(field, parcel[field]);
    return 'value' in answer ? answer.value : null;
  });
  return length && width && height ? [length, width, height] : null;
}

export function weightOf(parcel: ParcelValues): number | null {
  const answer = readMeasure('weight', parcel.weight);
  return 'value' in answer ? answer.value : null;
}

/** Without trailing zeros. Six decimals of a pound keep hundredths of an ounce. */
const plain = (value: number) => String(Number(value.toFixed(6)));

export function poundsFromOunces(ounces: string): string {
  const value = Number(ounces);
  return ounces.trim() === '' || !Number.isFinite(value) ? '' : plain(value / 16);
}

export function ouncesFromPounds(pounds: string): string {
  const value = Number(pounds);
  return pounds.trim() === '' || !Number.isFinite(value) ? '' : plain(value * 16);
}

/** Keeps the typed weight if the saved parcel has none. */
export const withSavedParcel = (parcel: ParcelValues, saved: SavedParcel): ParcelValues => ({
  type: saved.type,
  length: plain(saved.length),
  width: plain(saved.width),
  height: plain(saved.height),
  weight: saved.weight === null ? parcel.weight : plain(saved.weight),
});
