import * as z from 'zod/mini';

const line = z.string().check(z.maxLength(300, 'Please use at most 300 characters.'));
const optionalLine = z._default(line, '');

export const ValidateAddressBodySchema = z.object({
  street1: line,
  street2: optionalLine,
  city: line,
  state: line,
  zip: line,
  /** A two-letter code or a name. Empty means the United States. */
  country: optionalLine,
});
export type ValidateAddressBody = z.infer<typeof ValidateAddressBodySchema>;

export const SuggestedAddressSchema = z.object({
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});
export type SuggestedAddress = z.infer<typeof SuggestedAddressSchema>;

export const ValidateAddressAnswerSchema = z.object({
  isValid: z.boolean(),
  /** The standardized address; absent when the address is not valid. */
  suggestedAddress: z.optional(SuggestedAddressSchema),
  /** Some verifiers give no reason. */
  validationResults: z.optional(z.object({ messages: z.array(z.object({ text: z.string() })) })),
});
export type ValidateAddressAnswer = z.infer<typeof ValidateAddressAnswerSchema>;
