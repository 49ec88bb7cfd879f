import * as z from 'zod/mini';
import { parseCountry } from '../countries.ts';
import { visibleLine } from '../storable-text.ts';

const line = z.string().check(z.trim(), z.maxLength(100, 'Please use at most 100 characters.'), visibleLine);

/** May be incomplete: what a carrier needs is checked afterward, and listed with the order. */
export const RecipientBodySchema = z.object({
  fullName: line,
  company: line,
  email: line,
  phone: line,
  address: line,
  address2: line,
  city: line,
  state: line,
  zipCode: line,
  country: z.pipe(
    line,
    z.transform((text, context) => {
      const code = parseCountry(text);
      if (code !== null) return code;
      context.issues.push({ code: 'custom', message: 'Please choose a country from the list.', input: text });
      return z.NEVER;
    }),
  ),
});
