import { EUROPEAN_UNION } from '../european-union.ts';
import { TAX_ID_KINDS, type TaxIdKind, type TaxIdSide } from './tax-id-kinds.ts';

/** Destinations whose customs refuse a parcel without the recipient's tax ID. */
const REQUIRED: ReadonlySet<string> = new Set(['BR', 'CL', 'EC', 'KR']);
/** Destinations where some carriers ask for it. */
const SUGGESTED: ReadonlySet<string> = new Set(['AR', 'CN', 'ID', 'IT', 'MX', 'MY', 'TR', 'TW']);

type TaxIdNeed = 'required' | 'suggested' | 'optional';

export function taxIdNeed(country: string): TaxIdNeed {
  if (REQUIRED.has(country)) return 'required';
  return SUGGESTED.has(country) ? 'suggested' : 'optional';
}

/**
 * The tax IDs that a sender or a recipient can state for a country. A sender has numbers of its own country
 * and may be registered in the destination, so ask for both.
 */
export const taxIdKindsFor = (country: string, side: TaxIdSide): TaxIdKind[] =>
  TAX_ID_KINDS.filter(
    (kind) =>
      (kind.country === country || (kind.country === 'EU' && EUROPEAN_UNION.has(country))) &&
      (kind.side === side || kind.side === 'both'),
  );

const KINDS = new Map(TAX_ID_KINDS.map((kind) => [kind.id, kind]));

/** The kind of a tax ID that the table does not have. */
export const OTHER_TAX_ID = 'other';
/** USPS prints at most 28 characters. */
const ANY_ID = /^[\p{L}\d&][\p{L}\d&\s./-]{2,26}[\p{L}\d]$/u;
const MAX_LENGTH = 40;

/** True if the number has the shape of its kind and the right check digits. A kind must be in the table. */
export function checkTaxId(kindId: string, number: string): boolean {
  if (number.length > MAX_LENGTH) return false;
  if (kindId === OTHER_TAX_ID) return ANY_ID.test(number);
  const kind = KINDS.get(kindId);
  if (!kind) return false;
  const plain = plainNumber(kind, number);
  return kind.pattern.test(plain) && (kind.check?.(plain) ?? true);
}

function plainNumber({ strip, prefix }: TaxIdKind, number: string): string {
  const plain = [...number.toUpperCase()].filter((character) => !strip.includes(character)).join('');
  const country = prefix.find((code) => plain.startsWith(code));
  return country === undefined ? plain : plain.slice(country.length);
}

/** A carrier's message may repeat a tax ID, with or without its punctuation. */
export function hideTaxIds(text: string, taxIds: readonly ({ number: string } | null | undefined)[]): string {
  let hidden = text;
  for (const taxId of taxIds) {
    if (!taxId) continue;
    const compact = taxId.number.replaceAll(/[^\p{L}\p{N}]/gu, '');
    for (const number of [taxId.number, compact])
      if (number.length > 3) hidden = hidden.replaceAll(number, maskTaxId(number));
  }
  return hidden;
}

/** Shows at most the last two characters, and fewer of a short number. */
export function maskTaxId(number: string): string {
  const shown = Math.min(2, Math.floor(number.length / 3));
  return '•'.repeat(number.length - shown) + number.slice(number.length - shown);
}
