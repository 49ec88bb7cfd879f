import { counted } from '@lading/contract/format-count.ts';

/** Text of the address form. Text from the specification is in the contract's `ADDRESS_FORM`. */
export const COPY = {
  phoneHint: (tenDigits: boolean) =>
    tenDigits ? '10 digits, no country code' : 'With country code, such as +44 20 7946 0958',
  notPrinted: 'Not printed on the label.',
  chooseRegion: (name: string) => `Choose ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`,
  provinceHint: 'Province or territory',
  postalCodeHint: (country: string, example: string) =>
    country === 'CA' ? `Postal code, such as ${example}` : `Such as ${example}`,
  pasteLabel: 'Full address',
  pasteHint: 'Name, street, city, state and ZIP code, in any format.',
  filledFromPaste: (fields: number) => `Filled in ${counted(fields, 'field')} from the pasted text`,
  filledFrom: (name: string) => `Filled from ${name}`,
  filledFromZip: (city: string, state: string) => `${city}, ${state} filled from ZIP`,
  noAddressFound: 'No address found in the text',
  undone: 'Changes undone',
} as const;
