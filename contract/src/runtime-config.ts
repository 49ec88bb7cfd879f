import * as z from 'zod/mini';

/** What the server tells the browser at `/config.json`. Empty base addresses mean the page's own origin. */
export const RuntimeConfigSchema = z.object({
  productName: z.string(),
  apiBaseUrl: z.string(),
  adminBaseUrl: z.string(),
  verifyBaseUrl: z.string(),
  supportEmail: z.nullable(z.string()),
  demo: z.boolean(),
  /** Whether labels can be sent by email; an older server does not tell. */
  emailsLabels: z._default(z.boolean(), false),
  /** The operator's, for what 'today' is. */
  timeZone: z.string(),
  payment: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('test') }),
    /** The card form comes from the address of the script, and from nowhere else. */
    z.object({ provider: z.literal('stripe'), publishableKey: z.string(), scriptUrl: z.string() }),
  ]),
});
export type RuntimeConfig = z.infer<typeof RuntimeConfigSchema>;
