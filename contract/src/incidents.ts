import * as z from 'zod/mini';
import { REASON_MAX_LENGTH } from './constants.ts';
import { keepable } from './keepable-text.ts';

/** Incidents of money: what does not add up, what nobody knows yet, what could not be given back. */

/** More than anyone reads at once; the total says how many there are. */
export const MAX_LISTED_INCIDENTS = 100;

export const IncidentSchema = z.object({
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
export type Incident = z.infer<typeof IncidentSchema>;

export const IncidentsAnswerSchema = z.object({
  data: z.object({ incidents: z.array(IncidentSchema), total: z.number() }),
});
export type IncidentsAnswer = z.infer<typeof IncidentsAnswerSchema>;

export const IncidentParamsSchema = z.object({
  kind: z.string().check(z.maxLength(100), keepable),
  objectId: z.string().check(z.maxLength(200), keepable),
});

export const SettleIncidentBodySchema = z.object({
  /** What was done about it; it goes into the audit record. */
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please say how it was settled.', abort: true }),
      z.maxLength(REASON_MAX_LENGTH, `Please use at most ${REASON_MAX_LENGTH} characters.`),
      keepable,
    ),
});
export const SettleIncidentAnswerSchema = z.object({ settled: z.literal(true) });
