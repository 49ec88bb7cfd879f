import { countryName } from '@lading/contract/countries.ts';

/** The name of a country or US territory. */
export const placeName = (area: string): string => countryName(area) ?? area;
