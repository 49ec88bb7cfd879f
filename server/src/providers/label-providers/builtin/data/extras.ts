/**
 * Prices and limits of extras, in cents and basis points. `estimated` marks a figure from a single or secondary
 * source, or one that we took over from another carrier.
 */
import type { Signature } from '@lading/contract/customs/vocabulary.ts';
import type { Carrier } from '@lading/contract/parcel.ts';

interface ExtraPrice {
  cents: number;
  estimated: boolean;
}

type Signatures = Readonly<Partial<Record<Exclude<Signature, 'none'>, ExtraPrice>>>;

/** UPS and FedEx, direct and adult signature: goshipmint.com, 2026, the only source. */
const EXPRESS_SIGNATURES: Signatures = {
  standard: { cents: 715, estimated: true },
  adult: { cents: 865, estimated: true },
};

export const SIGNATURES: Readonly<Record<Carrier, Signatures>> = {
  /** Signature Confirmation, electronic, and Adult Signature Required (8.40 to 9.35): theletterpilot.com, 2025-01. */
  USPS: { standard: { cents: 395, estimated: true }, adult: { cents: 840, estimated: true } },
  UPS: EXPRESS_SIGNATURES,
  FedEx: EXPRESS_SIGNATURES,
  /** DHL Express collects a signature by default (general knowledge). We know no price for an adult's. */
  DHL: { standard: { cents: 0, estimated: true } },
};

/**
 * Saturday delivery by service. FedEx: Service Guide 2025. UPS: the amount of FedEx, because we have no UPS figure. A
 * service that delivers on Saturdays anyway is not listed, and neither is one that never does.
 */
export const SATURDAY: Readonly<Record<string, ExtraPrice>> = {
  fedex_2day: { cents: 1600, estimated: false },
  fedex_priority_overnight: { cents: 1600, estimated: false },
  ups_2nd_day_air: { cents: 1600, estimated: true },
  ups_next_day_air_saver: { cents: 1600, estimated: true },
  ups_next_day_air: { cents: 1600, estimated: true },
};

/** XCover through Shippo, without a minimum: support.goshippo.com, 2023 to 2024. */
export const INSURANCE_BP = { domestic: 125, abroad: 150 };

interface InsuranceTerms {
  /** Insured without a charge. */
  includedCents: number;
  maxCents: number;
  /** Of these terms, not of the price. */
  estimated: boolean;
}

const MAX_CENTS = 1_000_000;

/**
 * Included: 100 dollars at USPS within the United States, UPS and FedEx (the carriers' guides, 2025). The limit of
 * USPS is general knowledge, the others are above what we insure.
 */
export const INSURANCE: Readonly<Record<Carrier, InsuranceTerms>> = {
  USPS: { includedCents: 10_000, maxCents: 500_000, estimated: false },
  UPS: { includedCents: 10_000, maxCents: MAX_CENTS, estimated: false },
  FedEx: { includedCents: 10_000, maxCents: MAX_CENTS, estimated: false },
  DHL: { includedCents: 0, maxCents: MAX_CENTS, estimated: false },
};

/** General knowledge, 2026-11: USPS abroad. First-Class Package International has no insurance. */
export const INSURANCE_OF_SERVICE: Readonly<Record<string, InsuranceTerms | null>> = {
  usps_first_class_package_international: null,
  usps_priority_international: { includedCents: 20_000, maxCents: 500_000, estimated: true },
  usps_priority_express_international: { includedCents: 20_000, maxCents: 500_000, estimated: true },
};
