import { countryName, withArticle } from '@lading/contract/countries.ts';
import { US_STATES } from '@lading/contract/regions.ts';

/** For a sentence: “the United Kingdom”, “Guam” */
export const placeName = (area: string): string =>
  withArticle(countryName(area) ?? US_STATES.find(({ code }) => code === area)?.name ?? area);
