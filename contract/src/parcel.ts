/** Parcels, in inches and pounds. */

export const PACKAGE_TYPES = ['envelope', 'package', 'tube', 'pallet'] as const;
export type PackageType = (typeof PACKAGE_TYPES)[number];

/** The fixed size of an envelope. */
export const ENVELOPE_IN = { length: 12, width: 9, height: 0.25 } as const;

export const CARRIERS = ['USPS', 'FedEx', 'UPS', 'DHL'] as const;
export type Carrier = (typeof CARRIERS)[number];

export interface Parcel {
  type: PackageType;
  lengthIn: number;
  widthIn: number;
  heightIn: number;
  weightLb: number;
}
