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

/** The amount is a string, because it is a query parameter. */
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

export const IMPACT_DAYS = 30;

/**
 * Commission at the current and at the new rate, on the labels that clients on the global rate bought in the
 * last 30 days. Rounded per label, as at purchase. Does not count deleted clients.
 */
export const PricingImpactSchema = z.object({
  clientsOnGlobal: z.number(),
  clientsOnCustom: z.number(),
  shipments: z.number(),
  /** Dollars of commission. */
  now: z.number(),
  after: z.number(),
  /** `after` minus `now`; negative if commission drops. */
  monthlyImpact: z.number(),
});
export type PricingImpact = z.infer<typeof PricingImpactSchema>;
