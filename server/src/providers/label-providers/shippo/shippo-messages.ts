import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import type { Carrier } from '@lading/contract/parcel.ts';

type Sentence = (carrier: Carrier) => string;

/**
 * Our sentences for what carriers say through Shippo; the first match wins. Shippo publishes no list: these are
 * texts from its documentation and from public reports, gathered 2026-11-15.
 */
const SENTENCES: readonly (readonly [pattern: RegExp, sentence: Sentence])[] = [
  [/hs_?tariff|tariff.?number|\bhs.?code|harmonized/i, () => CUSTOMS.hsRequired],
  [
    /customs (?:declaration|info(?:rmation)?|form|items?)\b.*\b(?:required|missing|needed)|(?:requires?|missing|needs?)\b.*\bcustoms/i,
    () => CUSTOMS.declarationRequired,
  ],
  [/\b(?:itn|aes|eel|eei)\b/i, () => CUSTOMS.itnRequired],
  [
    /from_?phone|\bphone\b/i,
    (carrier) => `${carrier} needs valid phone numbers for the sender and the recipient.`,
  ],
  [/p\.?o\.? box/i, (carrier) => `${carrier} does not deliver to PO boxes; USPS does.`],
  [/rate\b.*\bexpired/i, () => 'This rate has expired. Please get new rates.'],
  [
    /exceeds?\b.*\bmax|maximum (?:weight|size|dimension|length)|too (?:heavy|large|long)|overweight|oversize/i,
    (carrier) => `The package is too large or too heavy for ${carrier}.`,
  ],
  [
    /no rates? (?:are )?available|\blane\b|not (?:served|serviced|supported)\b.*\b(?:country|destination)|(?:country|destination)\b.*\bnot (?:served|serviced|supported)/i,
    (carrier) => `${carrier} has no service to this destination.`,
  ],
  [/insur\w+\b.*\b(?:exceed|limit|max)/i, (carrier) => `${carrier} does not insure packages for this value.`],
  [/saturday/i, (carrier) => `${carrier} cannot deliver this package on Saturday.`],
  [/signature/i, (carrier) => `${carrier} does not offer this signature option for the package.`],
];

/** Our sentence for a carrier's message; null to show the message itself. */
export const sentenceFor = (carrier: Carrier, original: string): string | null =>
  SENTENCES.find(([pattern]) => pattern.test(original))?.[1](carrier) ?? null;
