import * as z from 'zod/mini';
import { MAX_PAGE_SIZE } from './constants.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { uuid } from './uuid.ts';

/** Who changed which commission, and when. */

export const PRICE_CHANGES_PAGE_SIZE = 10;

export const PriceChangesQuerySchema = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PRICE_CHANGES_PAGE_SIZE, MAX_PAGE_SIZE),
  /** Only changes of this client's own commission. */
  clientId: z.optional(z.union([uuid(), z.literal('')])),
});
export type PriceChangesQuery = z.output<typeof PriceChangesQuerySchema>;

export const PriceChangesAnswerSchema = z.object({
  data: z.object({
    /** Newest first. */
    changes: z.array(
      z.object({
        changeId: z.string(),
        at: z.string(),
        /** Null when the account is unknown. */
        by: z.nullable(z.string()),
        /** Both null for the global commission. */
        clientId: z.nullable(z.string()),
        clientName: z.nullable(z.string()),
        /** '12.5%', '$0.50' or 'Global Rate'. */
        before: z.string(),
        after: z.string(),
      }),
    ),
    pagination: PaginationSchema,
  }),
});
export type PriceChangesAnswer = z.infer<typeof PriceChangesAnswerSchema>;
export type PriceChange = PriceChangesAnswer['data']['changes'][number];
