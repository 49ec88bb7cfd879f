import * as z from 'zod/mini';

/** The response of `/config.json`. An empty base URL means the page's own origin. */
export const RuntimeConfigSchema = z.object({
  productName: z.string(),
  apiBaseUrl: z.string(),
  adminBaseUrl: z.string(),
  verifyBaseUrl: z.string(),
  supportEmail: z.nullable(z.string()),
  demo: z.boolean(),
  /** Whether labels can be sent by email. Older servers do not send it. */
  emailsLabels: z._default(z.boolean(), false),
  /** The operator's time zone, which defines 'today'. */
  timeZone: z.string(),
  payment: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('test') }),
    /** The card form is loaded only from `scriptUrl`. */
    z.object({ provider: z.literal('stripe'), publishableKey: z.string(), scriptUrl: z.string() }),
  ]),
});
export type RuntimeConfig = z.infer<typeof RuntimeConfigSchema>;
