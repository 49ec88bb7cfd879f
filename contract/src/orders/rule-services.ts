import * as z from 'zod/mini';
import { CARRIERS } from '../parcel.ts';

/** The services of the label provider, for rules that name one. */
export const RuleServicesAnswerSchema = z.object({
  services: z.array(z.object({ code: z.string(), carrier: z.enum(CARRIERS), name: z.string() })),
});
export type RuleServicesAnswer = z.infer<typeof RuleServicesAnswerSchema>;
export type RuleService = RuleServicesAnswer['services'][number];
