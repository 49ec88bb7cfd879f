import { EUROPEAN_UNION } from '../european-union.ts';

/**
 * Groups of countries that can be added to a rule in one step. A rule keeps the countries, so that a later change of a set does
 * not change its price.
 */
export const COUNTRY_SETS: readonly { name: string; countries: readonly string[] }[] = [
  { name: 'European Union', countries: [...EUROPEAN_UNION] },
  { name: 'EFTA', countries: ['CH', 'IS', 'LI', 'NO'] },
  { name: 'United Kingdom and Crown Dependencies', countries: ['GB', 'GG', 'IM', 'JE'] },
  { name: 'Canada and Mexico', countries: ['CA', 'MX'] },
  { name: 'Australia and New Zealand', countries: ['AU', 'NZ'] },
  { name: 'East Asia', countries: ['CN', 'HK', 'JP', 'KR', 'MO', 'TW'] },
  { name: 'Gulf states', countries: ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'] },
];

/** Names sets whose countries are all in the list, and returns the countries that are left. */
export function nameSets(countries: readonly string[]): { sets: string[]; rest: string[] } {
  const listed = new Set(countries);
  const whole = COUNTRY_SETS.filter((set) => set.countries.every((code) => listed.has(code)));
  const named = new Set(whole.flatMap((set) => set.countries));
  return { sets: whole.map(({ name }) => name), rest: countries.filter((code) => !named.has(code)) };
}
