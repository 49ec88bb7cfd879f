import * as z from 'zod/mini';
import { CHANNELS } from './rule-conditions.ts';

/** What a list of rules would have done to the labels of the last 30 or 90 days. Amounts are in dollars. */

export type PreviewDays = 30 | 90;
/** How many clients and labels the preview names. The CSV file has all labels. */
export const PREVIEW_TOP = 10;

const choice = {
  days: z._default(
    z.pipe(
      z.enum(['30', '90']),
      z.transform((days): PreviewDays => (days === '90' ? 90 : 30)),
    ),
    30,
  ),
  /** A version instead of the draft. */
  version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'Please use a whole number.'))),
};
export const PricePreviewQuerySchema = z.object(choice);
export const PricePreviewDownloadQuerySchema = z.object({
  format: z._default(z.literal('csv'), 'csv'),
  ...choice,
});
export type PricePreviewQuery = z.output<typeof PricePreviewQuerySchema>;

const FiguresSchema = z.object({ revenue: z.number(), margin: z.number(), belowCost: z.number() });
export type PreviewFigures = z.infer<typeof FiguresSchema>;

const ClientChangeSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  labels: z.number(),
  now: z.number(),
  after: z.number(),
});
export type ClientChange = z.infer<typeof ClientChangeSchema>;

/** Null for the client's own or the global commission. */
const position = z.nullable(z.number());

const LabelChangeSchema = z.object({
  shipmentId: z.string(),
  clientName: z.string(),
  carrier: z.string(),
  serviceName: z.string(),
  country: z.string(),
  weight: z.number(),
  channel: z.enum(CHANNELS),
  cost: z.number(),
  now: z.number(),
  after: z.number(),
  rule: position,
});
export type LabelChange = z.infer<typeof LabelChangeSchema>;

export const PricePreviewSchema = z.object({
  days: z.number(),
  labels: z.number(),
  cost: z.number(),
  /** What clients paid then. */
  charged: FiguresSchema,
  /** The same labels at the prices in force. */
  now: FiguresSchema,
  /** The same labels at the prices of the list. */
  after: FiguresSchema,
  paysMore: z.object({ labels: z.number(), clients: z.array(ClientChangeSchema), clientCount: z.number() }),
  paysLess: z.object({ labels: z.number(), clients: z.array(ClientChangeSchema), clientCount: z.number() }),
  /** The largest changes of a price, up or down. */
  biggest: z.array(LabelChangeSchema),
  /** Every rule in order, and then the commissions. A rule without labels never matched. */
  rules: z.array(
    z.object({
      position,
      name: z.string(),
      labels: z.number(),
      revenue: z.number(),
      margin: z.number(),
    }),
  ),
});
export type PricePreview = z.infer<typeof PricePreviewSchema>;
