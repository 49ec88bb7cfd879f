import * as z from 'zod/mini';
import { MARKUP_TYPES, type MarkupType } from './commission.ts';
import { COMMISSION_TOO_LARGE, isWithinBound, markupAmountSchema } from './markup-amount.ts';
import { CLIENTS } from './messages.ts';

const GlobalPricingSchema = z.object({
  markupType: z.enum(MARKUP_TYPES),
  markupAmount: z.number(),
  updatedAt: z.string(),
});
export type GlobalPricing = z.infer<typeof GlobalPricingSchema>;
export const GlobalPricingAnswerSchema = z.object({ globalPricing: GlobalPricingSchema });
export type GlobalPricingAnswer = z.infer<typeof GlobalPricingAnswerSchema>;

const amount = markupAmountSchema(CLIENTS.commissionInvalid);

const withinBound = z.refine<{ markupType: MarkupType; markupAmount: number }>(
  ({ markupType, markupAmount }) => isWithinBound(markupType, markupAmount),
  { error: COMMISSION_TOO_LARGE, path: ['markupAmount'] },
);

export const GlobalPricingBodySchema = z
  .object({ markupType: z.enum(MARKUP_TYPES), markupAmount: amount })
  .check(withinBound);
export type GlobalPricingBody = z.output<typeof GlobalPricingBodySchema>;

/** What a change would do. The amount is text here, as queries are. */
export const PricingImpactQuerySchema = z
  .object({
    markupType: z.enum(MARKUP_TYPES),
    markupAmount: z.pipe(
      z.string().check(z.regex(/^\d{1,7}(?:\.\d{1,2})?$/, CLIENTS.commissionInvalid)),
      z.pipe(z.transform(Number), amount),
    ),
  })
  .check(withinBound);
export type PricingImpactQuery = z.output<typeof PricingImpactQuerySchema>;

/** What is looked at: the 30 days up to this moment. */
export const IMPACT_DAYS = 30;

/**
 * The labels made in the last 30 days, of clients who are on the global rate now, at the rate in force and at the new one. Each
 * label's commission is rounded as it would have been when it was priced. Clients who are gone count nowhere.
 */
export const PricingImpactSchema = z.object({
  clientsOnGlobal: z.number(),
  clientsOnCustom: z.number(),
  shipments: z.number(),
  /** Dollars of commission. */
  now: z.number(),
  after: z.number(),
  /** `after` less `now`; negative when commission would be lost. */
  monthlyImpact: z.number(),
});
export type PricingImpact = z.infer<typeof PricingImpactSchema>;
