import * as z from 'zod/mini';
import { SuggestedAddressSchema } from './addresses.ts';

const LONGEST_COUNTRY = 60;

/** Two letters or a name; empty means the United States. */
const country = z._default(
  z.string().check(z.maxLength(LONGEST_COUNTRY, `Please use at most ${LONGEST_COUNTRY} characters.`)),
  '',
);

/** A name for all that is typed until a line is chosen, so that a service that is paid counts it as one. */
const session = z.optional(
  z.string().check(z.regex(/^[\w-]{1,36}$/, 'Please use at most 36 letters and digits.')),
);

export const PlacesQuerySchema = z.object({
  /** What was typed so far; nothing asks for the client's latest addresses. */
  query: z._default(z.string().check(z.maxLength(100, 'Please use at most 100 characters.')), ''),
  country,
  session,
});
export type PlacesQuery = z.infer<typeof PlacesQuerySchema>;

const PLACE_KINDS = ['own', 'city', 'zip', 'address'] as const;

/** One line to choose and the fields it fills; empty ones are left as they are. */
const PlaceSuggestionSchema = z.extend(SuggestedAddressSchema, {
  kind: z.enum(PLACE_KINDS),
  text: z.string(),
  /** Whom one of the client's own addresses belongs to. */
  name: z.optional(z.string()),
  /** There is more to know of this place, and it is asked for when the line is chosen; the fields are a first guess. */
  placeId: z.optional(z.string()),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestionSchema>;

export const PlacesAnswerSchema = z.object({ suggestions: z.array(PlaceSuggestionSchema) });
export type PlacesAnswer = z.infer<typeof PlacesAnswerSchema>;

export const PlaceQuerySchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,500}$/, 'This is no place.')),
  session,
});
export type PlaceQuery = z.infer<typeof PlaceQuerySchema>;

/** The address of a chosen place; empty parts are not known. */
export const PlaceAnswerSchema = SuggestedAddressSchema;
export type PlaceAnswer = z.infer<typeof PlaceAnswerSchema>;

export const ZipParamsSchema = z.object({
  zip: z.string().check(z.maxLength(20, 'Please use at most 20 characters.')),
});
export const ZipQuerySchema = z.object({ country });

export const ZipAnswerSchema = z.object({ city: z.string(), state: z.string(), country: z.string() });
export type ZipAnswer = z.infer<typeof ZipAnswerSchema>;
