import * as z from 'zod/mini';
import { REASON_MAX_LENGTH } from './constants.ts';
import { keepable } from './keepable-text.ts';

/** Incidents of money: what does not add up, what nobody knows yet, what could not be given back. */

/** More than anyone reads at once; the total says how many there are. */
export const MAX_LISTED_BREAKS = 100;

const BreakSchema = z.object({
  kind: z.string(),
  /** What is wrong, as a sentence for people. */
  title: z.string(),
  /** What the server does about it by itself, and what is left to a person. */
  doing: z.string(),
  /** A person may say that it is settled; what the books show by themselves clears itself. */
  canBeSettled: z.boolean(),
  objectId: z.string(),
  /** The shipment that it is about, where there is one. */
  shipmentId: z.nullable(z.string()),
  detail: z.string(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
export type Break = z.infer<typeof BreakSchema>;

export const BreaksAnswerSchema = z.object({
  data: z.object({ breaks: z.array(BreakSchema), total: z.number() }),
});
export type BreaksAnswer = z.infer<typeof BreaksAnswerSchema>;

export const BreakParamsSchema = z.object({
  kind: z.string().check(z.maxLength(100), keepable),
  objectId: z.string().check(z.maxLength(200), keepable),
});

export const SettleBreakBodySchema = z.object({
  /** What was done about it; it goes into the audit record. */
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please describe how it was resolved.', abort: true }),
      z.maxLength(REASON_MAX_LENGTH, `Please use at most ${REASON_MAX_LENGTH} characters.`),
      keepable,
    ),
});
export const SettleBreakAnswerSchema = z.object({ settled: z.literal(true) });
