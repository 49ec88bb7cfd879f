import type { AdjustmentReason } from '@lading/contract/adjustment-reasons.ts';

/** The words of carriers, most specific first. */
const WORDS: readonly [RegExp, AdjustmentReason][] = [
  [/address corr/i, 'address_correction'],
  [/\bzone (adj|corr)/i, 'zone'],
  [/return to sender|undeliverable|\breturns?\b/i, 'return'],
  [/duplicate|multiple use|label reuse/i, 'duplicate_use'],
  [
    /\bdut(y|ies)\b|customs|brokerage|\bvat\b|\btax(es)?\b|disbursement|clearance|import|entry fee/i,
    'duties_taxes',
  ],
  [/over ?max|oversize|large package|unauthorized|non-?machinable/i, 'oversize'],
  [/additional handling|handling|non-?standard/i, 'handling'],
  [/residential/i, 'residential'],
  [/delivery area|extended area|remote|out of (delivery )?area|\bdas\b/i, 'delivery_area'],
  [/origin zip|ship(ped)? from zip/i, 'origin_zip'],
  [/packaging/i, 'packaging'],
  [/dim(ension|weight| weight)|cubic|\bsize\b/i, 'size'],
  [/weight/i, 'weight'],
  [/service (change|upgrade|corr)|mail class/i, 'service'],
  [/fuel/i, 'fuel'],
];

/** What a charge is for, by the carrier's description. */
export const reasonOfCharge = (description: string): AdjustmentReason =>
  WORDS.find(([words]) => words.test(description))?.[1] ?? 'unknown';
