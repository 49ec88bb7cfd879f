import { type CustomsPlace, customsArea, isForeign } from '@lading/contract/customs/needs-customs.ts';
import { OTHER_TAX_ID, taxIdKindsFor, taxIdNeed } from '@lading/contract/customs/tax-ids.ts';
import { COPY } from './copy.ts';
import { placeName } from './place-name.ts';

interface TaxIdOption {
  /** A kind from the tax ID table, or `other`. */
  id: string;
  name: string;
}

const otherOption = (isOnly: boolean): TaxIdOption => ({
  id: OTHER_TAX_ID,
  name: isOnly ? 'tax ID' : 'Other tax ID',
});

export function recipientOptions(recipient: CustomsPlace): readonly TaxIdOption[] {
  const area = customsArea(recipient);
  const kinds = taxIdKindsFor(area, 'recipient');
  const usual = COPY.usualTaxIds[area];
  if (usual !== undefined) return [{ id: OTHER_TAX_ID, name: usual }, ...kinds];
  // Where customs requires a tax ID, it accepts only the kinds of its country.
  if (kinds.length > 0 && taxIdNeed(area) === 'required') return kinds;
  return [...kinds, otherOption(kinds.length === 0)];
}

/** Sellers in US territories have US numbers. */
const sellerCountry = (place: CustomsPlace) => (isForeign(place) ? place.country : 'US');

/** A seller has numbers of its own country and may be registered in the destination. */
export function senderOptions(sender: CustomsPlace, recipient: CustomsPlace): readonly TaxIdOption[] {
  const countries = [sellerCountry(sender), sellerCountry(recipient)];
  const kinds = [...new Set(countries.flatMap((country) => taxIdKindsFor(country, 'sender')))];
  const options = kinds.map(({ id, name, country }) => {
    const isAmbiguous = kinds.some((kind) => kind.id !== id && kind.name === name);
    return { id, name: isAmbiguous ? `${name}, ${placeName(country)}` : name };
  });
  return [...options, otherOption(kinds.length === 0)];
}

/** The chosen option, or the first one if the choice was made for another country. */
export const chosenOption = (options: readonly TaxIdOption[], id: string): TaxIdOption | undefined =>
  options.find((option) => option.id === id) ?? options[0];
