/** What a customs form calls the contents of a parcel. */
export const CONTENTS_TYPES = [
  'merchandise',
  'gift',
  'sample',
  'documents',
  'return',
  'humanitarian',
  'other',
] as const;
export type ContentsType = (typeof CONTENTS_TYPES)[number];

/** What the carrier does with a parcel that it cannot deliver. */
export const NON_DELIVERY_OPTIONS = ['return', 'abandon'] as const;
export type NonDeliveryOption = (typeof NON_DELIVERY_OPTIONS)[number];

/** The recipient pays duties and taxes. We offer no other term, see decision 0030. */
export const INCOTERM = 'DDU';

export const SIGNATURES = ['none', 'standard', 'adult'] as const;
export type Signature = (typeof SIGNATURES)[number];

export const SIGNATURE_NAMES: Readonly<Record<Signature, string>> = {
  none: 'No signature',
  standard: 'Signature required',
  adult: 'Adult signature required',
};

/** Where lithium batteries are, if the parcel contains any. */
export const LITHIUM_BATTERIES = ['none', 'in_device', 'with_device', 'alone'] as const;
export type LithiumBatteries = (typeof LITHIUM_BATTERIES)[number];

/** Contents that are sold or part of a sale. Posts require an HS code for each item of these. */
const COMMERCIAL: ReadonlySet<ContentsType> = new Set(['merchandise', 'sample', 'return']);

export const isCommercial = (contents: ContentsType): boolean => COMMERCIAL.has(contents);
export const isGoods = (contents: ContentsType): boolean => contents !== 'documents';
