import * as z from 'zod/mini';
import { visibleLine } from '../storable-text.ts';
import { OrderIdsQuerySchema } from './orders.ts';

/** Saved views of the inbox: a tab with its search and filters, under a name. */

export const MAX_ORDER_VIEWS = 20;
export const MAX_VIEW_NAME = 40;

export const ORDER_VIEW_TEXTS = {
  name: 'Please enter a name.',
  nameTaken: 'You already have a view with this name.',
  limitReached: `You can save up to ${MAX_ORDER_VIEWS} views. Please delete one first.`,
} as const;

export const OrderViewBodySchema = z.object({
  name: z
    .string(ORDER_VIEW_TEXTS.name)
    .check(
      z.trim(),
      z.minLength(1, ORDER_VIEW_TEXTS.name),
      z.maxLength(MAX_VIEW_NAME, `Please use at most ${MAX_VIEW_NAME} characters.`),
      visibleLine,
    ),
  /** As in the query of the list. */
  filters: OrderIdsQuerySchema,
});
export type OrderViewBody = z.output<typeof OrderViewBodySchema>;

const SavedViewSchema = z.object({ id: z.string(), name: z.string(), filters: OrderIdsQuerySchema });
export type SavedView = z.infer<typeof SavedViewSchema>;

/** By name. */
export const OrderViewsAnswerSchema = z.object({ views: z.array(SavedViewSchema) });
export type OrderViewsAnswer = z.infer<typeof OrderViewsAnswerSchema>;
