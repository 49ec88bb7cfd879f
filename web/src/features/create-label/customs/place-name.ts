import { countryName, withArticle } from '@lading/contract/countries.ts';

/** For a sentence: “the United Kingdom”, “Guam” */
export const placeName = (area: string): string => withArticle(countryName(area) ?? area);
