import * as z from 'zod/mini';

/**
 * What accounts must prove. `strict` refuses common passwords, requires verified email addresses and a second
 * factor for staff, and asks for proof again before sensitive changes.
 */
const SecurityLevelSchema = z.enum(['standard', 'strict']);
export type SecurityLevel = z.infer<typeof SecurityLevelSchema>;

/** Which accounts must have a second factor. All others may have one. */
const SecondFactorForSchema = z.enum(['none', 'staff', 'everyone']);
export type SecondFactorFor = z.infer<typeof SecondFactorForSchema>;

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
  /** Older servers do not send it. */
  security: z._default(SecurityLevelSchema, 'standard'),
  /** Older servers do not send it. */
  secondFactorFor: z._default(SecondFactorForSchema, 'none'),
  /** The only address where passkeys work. Null without a domain name or https; older servers do not send it. */
  passkeyOrigin: z._default(z.nullable(z.string()), null),
  /** The operator's time zone, which defines 'today'. */
  timeZone: z.string(),
  payment: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('test') }),
    /** The card form is loaded only from `scriptUrl`. */
    z.object({ provider: z.literal('stripe'), publishableKey: z.string(), scriptUrl: z.string() }),
  ]),
});
export type RuntimeConfig = z.infer<typeof RuntimeConfigSchema>;
