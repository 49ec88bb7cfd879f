import { COUNTRIES } from '@lading/contract/countries.ts';
import { US_STATES } from '@lading/contract/regions.ts';

/** The name of a country or US territory. */
export const placeName = (area: string): string =>
  (COUNTRIES.find(({ code }) => code === area) ?? US_STATES.find(({ code }) => code === area))?.name ?? area;
