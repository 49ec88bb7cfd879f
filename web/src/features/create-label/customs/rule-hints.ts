import { EUROPEAN_UNION } from '@lading/contract/european-union.ts';

/** A changed import rule of a destination. For information only: no price or delivery date depends on it. */
interface RuleHint {
  /** ISO alpha-2 codes. */
  places: readonly string[];
  text: string;
  /** When we last compared the rule with its sources. */
  checked: string;
}

const HINTS: readonly RuleHint[] = [
  // supplychaindive.com 823923, Federal Register 2026-12668
  {
    places: ['US'],
    text: 'On August 29, 2025, the US ended duty-free entry for low-value goods. Gifts of up to $100 between individuals are still duty-free.',
    checked: '2026-11-15',
  },
  // merchants.glopal.com on the Commission’s guidance of June 2, 2026; vatupdate.com 2026-02-06
  {
    places: [...EUROPEAN_UNION],
    text: 'As of July 1, 2026, the EU charges a duty of EUR 3 for each HS code in a package worth up to EUR 150.',
    checked: '2026-11-15',
  },
  // taxscape.deloitte.com, gov.uk consultation
  {
    places: ['GB'],
    text: 'As of January 1, 2021, sellers collect UK VAT on orders of up to GBP 135. Above that, customs charges duty and VAT.',
    checked: '2026-11-15',
  },
  // Shippo’s guide to international shipping
  {
    places: ['AU'],
    text: 'As of July 1, 2018, registered sellers collect 10% GST on orders of up to AUD 1,000.',
    checked: '2026-11-15',
  },
];

export const ruleHint = (place: string): RuleHint | null =>
  HINTS.find(({ places }) => places.includes(place)) ?? null;
