import { type BulkCells, type BulkColumn, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { readMeasure } from '@lading/contract/parcel-form.ts';
import type { ProfileAnswer, SavedParcel } from '@lading/contract/profile.ts';
import * as z from 'zod/mini';
import type { ColumnMap } from './match-columns.ts';
import type { FillIn } from './prepare-rows.ts';

export type Profile = ProfileAnswer['data'];

/** Parts of a shipment that a file may leave out. */
const FILL_PARTS = ['sender', 'weight', 'size', 'date', 'contact'] as const;
export type FillPart = (typeof FILL_PARTS)[number];

export const OWN_PARCEL = 'own';

/** How to fill the gaps of a file; remembered for the next one. */
export const FillChoicesSchema = z.object({
  sender: z.boolean(),
  parcel: z.boolean(),
  date: z.boolean(),
  contact: z.boolean(),
  /** The ID of a saved parcel, or `own` for the measurements below. */
  parcelId: z.string(),
  weight: z.string(),
  length: z.string(),
  width: z.string(),
  height: z.string(),
});
export type FillChoices = z.infer<typeof FillChoicesSchema>;

export const FIRST_CHOICES: FillChoices = {
  sender: true,
  parcel: true,
  date: true,
  contact: true,
  parcelId: '',
  weight: '',
  length: '',
  width: '',
  height: '',
};

const SENDER_COLUMNS = TEMPLATE_COLUMNS.filter((column) => column.startsWith('sender_'));
export const SIZE_COLUMNS = ['package_length', 'package_width', 'package_height'] as const;

const GAP_COLUMNS: Record<FillPart, readonly (readonly BulkColumn[])[]> = {
  sender: [SENDER_COLUMNS],
  weight: [['package_weight']],
  size: [SIZE_COLUMNS],
  date: [['shipping_date']],
  contact: [['receiver_phone'], ['receiver_email']],
};

/** The parts that may be missing in some rows, based on the empty cells of each column. */
export function gapsOf(columns: ColumnMap, empty: readonly number[]): Set<FillPart> {
  const hasGap = (column: BulkColumn) => (columns[column] ?? []).every((place) => (empty[place] ?? 0) > 0);
  return new Set(FILL_PARTS.filter((part) => GAP_COLUMNS[part].some((group) => group.every(hasGap))));
}

/** The sender from the profile, or null if it has no address. */
function senderCells(profile: Profile): BulkCells | null {
  const { fullName, email, phone, default_address: place } = profile;
  if (!place) return null;
  return {
    sender_fullname: fullName,
    sender_email: email,
    sender_phone: phone ?? '',
    sender_address: place.address,
    sender_address2: place.suite,
    sender_city: place.city,
    sender_state: place.state,
    sender_zipcode: place.zipCode,
    sender_country: place.country,
  };
}

const MEASURES = ['weight', 'length', 'width', 'height'] as const;
export type MeasureField = (typeof MEASURES)[number];

/** If the chosen parcel was deleted, falls back to the first saved one, then to typed measurements. */
export const parcelChoice = ({ parcelId }: FillChoices, parcels: readonly SavedParcel[]): string =>
  parcelId === OWN_PARCEL || parcels.some(({ id }) => id === parcelId)
    ? parcelId
    : (parcels[0]?.id ?? OWN_PARCEL);

/** Saved parcels are offered only if sizes are missing; for a weight alone, the user types it. */
const savedParcel = (
  gaps: ReadonlySet<FillPart>,
  choices: FillChoices,
  parcels: readonly SavedParcel[],
): SavedParcel | undefined =>
  gaps.has('size') ? parcels.find(({ id }) => id === parcelChoice(choices, parcels)) : undefined;

/** The fields that the user must type. A saved parcel has a size but not always a weight. */
export function openMeasures(
  gaps: ReadonlySet<FillPart>,
  choices: FillChoices,
  parcels: readonly SavedParcel[],
): MeasureField[] {
  const saved = savedParcel(gaps, choices, parcels);
  return MEASURES.filter((field) => gaps.has(field === 'weight' ? 'weight' : 'size') && !saved?.[field]);
}

export type MeasureProblems = Partial<Record<MeasureField, string>>;

export function measureProblems(
  gaps: ReadonlySet<FillPart>,
  choices: FillChoices,
  parcels: readonly SavedParcel[],
): MeasureProblems {
  const problems: MeasureProblems = {};
  if (!choices.parcel) return problems;
  for (const field of openMeasures(gaps, choices, parcels)) {
    const answer = readMeasure(field, choices[field]);
    if ('problem' in answer) problems[field] = answer.problem;
  }
  return problems;
}

function parcelFillIns(
  gaps: ReadonlySet<FillPart>,
  choices: FillChoices,
  parcels: readonly SavedParcel[],
): FillIn[] {
  const saved = savedParcel(gaps, choices, parcels);
  const measure = (field: MeasureField) => {
    // Three zeros mean an envelope.
    if (saved?.type === 'envelope' && field !== 'weight') return '0';
    return String(saved?.[field] ?? choices[field].trim());
  };
  const weight: FillIn = {
    when: ['package_weight'],
    cells: { package_weight: measure('weight'), package_mass_unit: 'lb' },
  };
  const size: FillIn = {
    when: SIZE_COLUMNS,
    cells: {
      package_length: measure('length'),
      package_width: measure('width'),
      package_height: measure('height'),
      package_distance_unit: 'in',
    },
  };
  return [...(gaps.has('weight') ? [weight] : []), ...(gaps.has('size') ? [size] : [])];
}

export interface FillSources {
  profile: Profile | null;
  parcels: readonly SavedParcel[];
  /** Today in the operator's time zone. */
  today: string;
}

/** Turns the choices into values for the gaps. */
export function fillInsFor(
  gaps: ReadonlySet<FillPart>,
  choices: FillChoices,
  { profile, parcels, today }: FillSources,
): FillIn[] {
  const fillIns: FillIn[] = [];
  const sender = profile && senderCells(profile);
  if (gaps.has('sender') && choices.sender && sender)
    fillIns.push({ when: SENDER_COLUMNS, cells: sender, completes: true });
  if (choices.parcel) fillIns.push(...parcelFillIns(gaps, choices, parcels));
  if (gaps.has('date') && choices.date)
    fillIns.push({ when: ['shipping_date'], cells: { shipping_date: today } });
  if (gaps.has('contact') && choices.contact && profile)
    fillIns.push(
      { when: ['receiver_phone'], cells: { receiver_phone: profile.phone ?? '' } },
      { when: ['receiver_email'], cells: { receiver_email: profile.email } },
    );
  return fillIns;
}
