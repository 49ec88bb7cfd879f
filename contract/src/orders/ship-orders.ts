import * as z from 'zod/mini';
import { CalendarDateSchema } from '../calendar-date.ts';
import { openEnum } from '../open-enum.ts';
import { LabelPaperSchema } from '../shipments.ts';
import { uuid } from '../uuid.ts';
import { ORDER_STATUSES } from './orders.ts';

/** As many as a batch has rows. */
export const MAX_ORDERS_TO_SHIP = 10_000;

export const ShipOrdersBodySchema = z.object({
  orderIds: z.array(uuid()).check(z.minLength(1, 'Please select orders.'), z.maxLength(MAX_ORDERS_TO_SHIP)),
  shippingDate: z.optional(CalendarDateSchema),
});
export type ShipOrdersBody = z.output<typeof ShipOrdersBodySchema>;

/** `leftOut` are orders that are no longer ready, for example because they are in another batch. */
export const ShipOrdersAnswerSchema = z.object({
  batchId: z.nullable(z.string()),
  shipped: z.number(),
  leftOut: z.array(
    z.object({ id: z.string(), number: z.string(), reason: openEnum([...ORDER_STATUSES, 'missing']) }),
  ),
});
export type ShipOrdersAnswer = z.infer<typeof ShipOrdersAnswerSchema>;

/** Packing slips alone, each label followed by its slip, or what to fetch from the shelves. */
export const ORDER_PAPERS = ['slips', 'labels_and_slips', 'pick_list'] as const;
export type OrderPapers = (typeof ORDER_PAPERS)[number];

export const MAX_ORDERS_TO_PRINT = 1_000;

export const PrintOrdersBodySchema = z.object({
  orderIds: z.array(uuid()).check(z.minLength(1, 'Please select orders.'), z.maxLength(MAX_ORDERS_TO_PRINT)),
  content: z.enum(ORDER_PAPERS),
  /** A pick list is always Letter. */
  paper: LabelPaperSchema,
});
export type PrintOrdersBody = z.output<typeof PrintOrdersBodySchema>;
