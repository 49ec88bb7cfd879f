import { COUNTRIES } from '@lading/contract/countries.ts';

export const COUNTRY_OPTIONS: readonly { value: string; label: string }[] = COUNTRIES.map(
  ({ code, name }) => ({ value: code, label: name }),
);
