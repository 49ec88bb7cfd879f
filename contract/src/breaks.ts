import * as z from 'zod/mini';
import { REASON_MAX_LENGTH } from './constants.ts';
import { storable } from './storable-text.ts';

/** Money incidents: ledger mismatches, unconfirmed purchases and failed refunds. */

export const MAX_LISTED_BREAKS = 100;

const BreakSchema = z.object({
  kind: z.string(),
  /** What is wrong, for admins to read. */
  title: z.string(),
  /** What the server does automatically, and what the admin has to do. */
  doing: z.string(),
  /** True if an admin can close it. Incidents detected from the ledger close automatically. */
  canBeSettled: z.boolean(),
  objectId: z.string(),
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
  kind: z.string().check(z.maxLength(100), storable),
  objectId: z.string().check(z.maxLength(200), storable),
});

export const SettleBreakBodySchema = z.object({
  /** How it was resolved. Recorded in the audit log. */
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please describe how it was resolved.', abort: true }),
      z.maxLength(REASON_MAX_LENGTH, `Please use at most ${REASON_MAX_LENGTH} characters.`),
      storable,
    ),
});
export const SettleBreakAnswerSchema = z.object({ settled: z.literal(true) });
