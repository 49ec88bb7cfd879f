import * as z from 'zod/mini';
import { REASON_MAX_LENGTH } from './constants.ts';
import { storable, visibleText } from './storable-text.ts';

/** Incidents: problems with money, labels, documents or orders that need attention. */

export const MAX_LISTED_INCIDENTS = 100;

const IncidentSchema = z.object({
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
export type Incident = z.infer<typeof IncidentSchema>;

export const IncidentsAnswerSchema = z.object({
  data: z.object({ incidents: z.array(IncidentSchema), total: z.number() }),
});
export type IncidentsAnswer = z.infer<typeof IncidentsAnswerSchema>;

export const IncidentParamsSchema = z.object({
  kind: z.string().check(z.maxLength(100), storable),
  objectId: z.string().check(z.maxLength(200), storable),
});

export const SettleIncidentBodySchema = z.object({
  /** How it was resolved. Recorded in the audit log. */
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please describe how it was resolved.', abort: true }),
      z.maxLength(REASON_MAX_LENGTH, `Please use at most ${REASON_MAX_LENGTH} characters.`),
      visibleText,
    ),
});
export const SettleIncidentAnswerSchema = z.object({ settled: z.literal(true) });
