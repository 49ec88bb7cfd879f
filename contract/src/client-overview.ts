import * as z from 'zod/mini';
import { storable } from './storable-text.ts';

/** The page of one client, as admins see it. Amounts are in dollars. */

const figures = {
  shipments: z.number(),
  gross: z.number(),
  commission: z.number(),
  refunded: z.number(),
  carrierCredits: z.number(),
  netRevenue: z.number(),
  netCommission: z.number(),
};
const reasons = z.array(z.object({ reason: z.string(), count: z.number() }));

export const OVERVIEW_WEEKS = 26;

export const ClientOverviewSchema = z.object({
  allTime: z.object(figures),
  /** The last 30 days, and the 30 days before. */
  recent: z.object(figures),
  before: z.object(figures),
  /** Percent change in gross revenue; null when there was none before. */
  change: z.nullable(z.number()),
  /** Oldest first. A week starts on Monday. */
  weeks: z.array(z.object({ startDate: z.string(), shipments: z.number(), gross: z.number() })),
  /** Of all time. */
  failures: z.object({
    failed: z.number(),
    byReason: reasons,
    declined: z.number(),
    declinedByReason: reasons,
  }),
});
export type ClientOverview = z.infer<typeof ClientOverviewSchema>;

export const NOTE_MAX_LENGTH = 2000;

export const ClientNoteBodySchema = z.object({
  text: z
    .string('Please enter a note.')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please enter a note.', abort: true }),
      z.maxLength(NOTE_MAX_LENGTH, `Please use at most ${NOTE_MAX_LENGTH} characters.`),
      storable,
    ),
});

export const ClientNotesAnswerSchema = z.object({
  /** The newest 100, newest first. */
  notes: z.array(z.object({ id: z.string(), text: z.string(), author: z.string(), createdAt: z.string() })),
  /** How many notes the client has. */
  total: z.optional(z.number()),
});
export type ClientNotesAnswer = z.infer<typeof ClientNotesAnswerSchema>;
