import * as z from 'zod/mini';

/** More than anyone reads at once; the total says how many there are. */
export const MAX_LISTED_BREAKS = 100;

export const BreakSchema = z.object({
  kind: z.string(),
  /** What is wrong, as a sentence for people. */
  title: z.string(),
  objectId: z.string(),
  detail: z.string(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
export type Break = z.infer<typeof BreakSchema>;

export const BreaksAnswerSchema = z.object({
  data: z.object({ breaks: z.array(BreakSchema), total: z.number() }),
});
export type BreaksAnswer = z.infer<typeof BreaksAnswerSchema>;
