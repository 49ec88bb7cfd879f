import * as z from 'zod/mini';
import { ListedCountrySchema } from '../country-schema.ts';
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
  country: ListedCountrySchema,
});
