import * as z from 'zod/mini';
import { parseCountry } from './countries.ts';
import { visibleLine } from './storable-text.ts';

/** Accepts names and two- or three-letter codes, but not an empty string. */
export const ListedCountrySchema = z.pipe(
  z.string().check(z.trim(), z.maxLength(100, 'Please use at most 100 characters.'), visibleLine),
  z.transform((text, context) => {
    const code = parseCountry(text);
    if (code !== null) return code;
    context.issues.push({ code: 'custom', message: 'Please choose a country from the list.', input: text });
    return z.NEVER;
  }),
);
