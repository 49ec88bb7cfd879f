import * as z from 'zod/mini';
import { SuggestedAddressSchema } from './addresses.ts';

const MAX_COUNTRY_LENGTH = 60;

/** A two-letter code or a name. Empty means the United States. */
const country = z._default(
  z.string().check(z.maxLength(MAX_COUNTRY_LENGTH, `Please use at most ${MAX_COUNTRY_LENGTH} characters.`)),
  '',
);

/** Groups the requests of one search, so that a paid service bills them as one. */
const session = z.optional(
  z.string().check(z.regex(/^[\w-]{1,36}$/, 'Please use at most 36 letters and digits.')),
);

export const PlacesQuerySchema = z.object({
  /** The text typed so far. Empty returns the client's latest addresses. */
  query: z._default(z.string().check(z.maxLength(100, 'Please use at most 100 characters.')), ''),
  country,
  session,
});
export type PlacesQuery = z.infer<typeof PlacesQuerySchema>;

const PLACE_KINDS = ['own', 'city', 'zip', 'address'] as const;

/** A suggestion and the fields it fills. Empty fields stay unchanged. */
const PlaceSuggestionSchema = z.extend(SuggestedAddressSchema, {
  kind: z.enum(PLACE_KINDS),
  text: z.string(),
  /** The name on the client's saved address. */
  name: z.optional(z.string()),
  /** Set if the full address must be looked up on selection; the fields are preliminary. */
  placeId: z.optional(z.string()),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestionSchema>;

export const PlacesAnswerSchema = z.object({ suggestions: z.array(PlaceSuggestionSchema) });
export type PlacesAnswer = z.infer<typeof PlacesAnswerSchema>;

export const PlaceQuerySchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,500}$/, 'This is not a valid place id.')),
  session,
});
export type PlaceQuery = z.infer<typeof PlaceQuerySchema>;

/** The address of a selected place. Unknown parts are empty. */
export const PlaceAnswerSchema = SuggestedAddressSchema;
export type PlaceAnswer = z.infer<typeof PlaceAnswerSchema>;

export const ZipParamsSchema = z.object({
  zip: z.string().check(z.maxLength(20, 'Please use at most 20 characters.')),
});
export const ZipQuerySchema = z.object({ country });

export const ZipAnswerSchema = z.object({ city: z.string(), state: z.string(), country: z.string() });
export type ZipAnswer = z.infer<typeof ZipAnswerSchema>;
