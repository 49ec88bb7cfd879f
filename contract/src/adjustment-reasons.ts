/** Why a carrier billed a different amount than the label cost, in plain words. */

export const ADJUSTMENT_REASONS = [
  'weight',
  'size',
  'packaging',
  'service',
  'zone',
  'origin_zip',
  'address_correction',
  'residential',
  'delivery_area',
  'handling',
  'oversize',
  'duplicate_use',
  'refunded_label_used',
  'return',
  'duties_taxes',
  'fuel',
  'credit',
  'voided_after_credit',
  'unknown',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** For lists and filters. */
export const ADJUSTMENT_REASON_NAMES: Record<AdjustmentReason, string> = {
  weight: 'Weight',
  size: 'Size',
  packaging: 'Packaging',
  service: 'Service',
  zone: 'Zone',
  origin_zip: 'Origin ZIP code',
  address_correction: 'Address correction',
  residential: 'Residential address',
  delivery_area: 'Delivery area',
  handling: 'Additional handling',
  oversize: 'Oversize',
  duplicate_use: 'Label used twice',
  refunded_label_used: 'Refunded label used',
  return: 'Returned package',
  duties_taxes: 'Duties and taxes',
  fuel: 'Fuel surcharge',
  credit: 'Credit',
  voided_after_credit: 'Credited before the void',
  unknown: 'Other',
};

/** What the label was bought for, or what the carrier measured. */
export interface ParcelFacts {
  weightGrams: number | null;
  /** '12 × 9 × 4 in'. */
  dimensions: string | null;
  zone: string | null;
  service: string | null;
}

interface AdjustmentFacts {
  carrier: string;
  /** One of ADJUSTMENT_REASONS. Others are described like `unknown`. */
  reason: string;
  claimed: ParcelFacts;
  measured: ParcelFacts;
}

const GRAMS_PER_LB = 453.59237;
const GRAMS_PER_OZ = GRAMS_PER_LB / 16;

const rounded = (value: number) => String(Math.round(value * 100) / 100);

/** '5 lb', '3.25 lb', or '6 oz' below a pound. */
export const formatWeight = (grams: number): string =>
  grams < GRAMS_PER_LB - 1 ? `${rounded(grams / GRAMS_PER_OZ)} oz` : `${rounded(grams / GRAMS_PER_LB)} lb`;

/** One sentence for the client, such as "UPS measured 5 lb; the label was bought for 3 lb." */
export function describeAdjustment({ carrier, reason, claimed, measured }: AdjustmentFacts): string {
  switch (reason) {
    case 'weight':
      return compared(
        `${carrier} measured`,
        measured.weightGrams === null ? null : formatWeight(measured.weightGrams),
        claimed.weightGrams === null ? null : formatWeight(claimed.weightGrams),
        `${carrier} measured a different weight.`,
      );
    case 'size':
      return compared(
        `${carrier} measured`,
        measured.dimensions,
        claimed.dimensions,
        `${carrier} measured a different size.`,
      );
    case 'service':
      return compared(
        `${carrier} charged for`,
        measured.service,
        claimed.service,
        `${carrier} charged for a different service.`,
      );
    case 'zone':
      return zoneText(carrier, claimed.zone, measured.zone);
    default:
      return SENTENCES[reason]?.(carrier) ?? `${carrier} billed a different amount than the label cost.`;
  }
}

function compared(start: string, measured: string | null, claimed: string | null, otherwise: string): string {
  if (measured === null || measured === claimed) return otherwise;
  return claimed === null
    ? `${start} ${measured}.`
    : `${start} ${measured}; the label was bought for ${claimed}.`;
}

const zoneText = (carrier: string, claimed: string | null, measured: string | null): string =>
  measured === null || measured === claimed
    ? `${carrier} billed a different zone.`
    : `${carrier} billed zone ${measured}${claimed === null ? '' : ` instead of zone ${claimed}`}.`;

const SENTENCES: Record<string, (carrier: string) => string> = {
  packaging: (carrier) => `${carrier} charged for different packaging than the label was bought for.`,
  origin_zip: () => 'The package was shipped from a different ZIP code than the label says.',
  address_correction: (carrier) => `${carrier} corrected the recipient’s address.`,
  residential: (carrier) => `${carrier} delivered to a residential address.`,
  delivery_area: (carrier) => `${carrier} charged extra for the delivery area.`,
  handling: () => 'The package needed additional handling.',
  oversize: () => 'The package exceeded the carrier’s size limit.',
  duplicate_use: () => 'The label was used more than once.',
  refunded_label_used: () => 'The label was used after it was refunded.',
  return: () => 'The package was returned to the sender.',
  duties_taxes: (carrier) => `${carrier} charged duties or taxes.`,
  fuel: (carrier) => `${carrier} corrected the fuel surcharge.`,
  credit: (carrier) => `${carrier} credited part of an earlier charge.`,
  voided_after_credit: (carrier) =>
    `${carrier} credited the label before it was voided. The void replaces that credit.`,
};
