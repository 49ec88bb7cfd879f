import { counted } from '../../lib/format-count.ts';

/** Text of the address form. Text from the specification is in the contract's `ADDRESS_FORM`. */
export const COPY = {
  phoneHint: '10 digits, no country code',
  stateHint: 'State, region or province',
  provinceHint: 'Province or territory',
  postalCodeHint: 'Postal code, such as M5V 2T6',
  pasteLabel: 'Full address',
  pasteHint: 'Name, street, city, state and ZIP code, in any format.',
  filledFromPaste: (fields: number) => `Filled in ${counted(fields, 'field')} from the pasted text`,
  filledFrom: (name: string) => `Filled from ${name}`,
  filledFromZip: (city: string, state: string) => `${city}, ${state} filled from ZIP`,
  noAddressFound: 'No address found in the text',
  undone: 'Changes undone',
} as const;
