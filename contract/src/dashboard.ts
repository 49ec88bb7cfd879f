import * as z from 'zod/mini';
import {
  DASHBOARD_DAYS,
  DASHBOARD_PERIODS,
  DEFAULT_DASHBOARD_PERIOD,
  inOrder,
  rangeFields,
} from './date-range.ts';

/** Dashboard figures. Amounts are in dollars; gross is the price of every label created. */

const fields = {
  period: z._default(z.enum([...DASHBOARD_PERIODS, ...DASHBOARD_DAYS]), DEFAULT_DASHBOARD_PERIOD),
  /**
   * Overrides `period`. With only a start, the range ends today; with only an end, it starts thirty days
   * earlier.
   */
  ...rangeFields,
};
export const DashboardQuerySchema = z.object(fields).check(inOrder);
export type DashboardQuery = z.output<typeof DashboardQuerySchema>;
export const DashboardExportQuerySchema = z
  .object({ format: z._default(z.literal('csv'), 'csv'), ...fields })
  .check(inOrder);

/** Percent change from the preceding period of equal length; null if that was zero. */
const change = z.nullable(z.number());

const metadata = {
  startDate: z.string(),
  endDate: z.string(),
  currency: z.literal('USD'),
  generatedAt: z.string(),
};

/**
 * What is left after refunds. Net revenue is gross minus the refunds that admins made. Net commission is
 * commission minus those refunds plus what carriers credited for voided labels. Refunds and credits count on
 * the day they were made, not on the day of their label.
 */
const net = {
  refunded: z.number(),
  carrierCredits: z.number(),
  netRevenue: z.number(),
  netCommission: z.number(),
};

const reasons = z.array(z.object({ reason: z.string(), count: z.number() }));

export const DashboardAnswerSchema = z.object({
  data: z.object({
    summary: z.object({
      totalRevenue: z.object({ gross: z.number(), commission: z.number() }),
      totalShipments: z.number(),
      /** Clients that shipped in the period. */
      activeClients: z.number(),
      /** Not in the specification. */
      change: z.object({ gross: change, commission: change, shipments: change, activeClients: change }),
      net: z.object(net),
      /** What is left after all costs, from the ledger. Null while earlier bookings are being added. */
      netMargin: z.nullable(z.number()),
    }),
    topPerformingClients: z.array(
      z.object({
        clientId: z.string(),
        name: z.string(),
        shipmentCount: z.number(),
        growthTrend: z.enum(['up', 'down']),
        /** Absolute percent change in revenue from the preceding period; 100 if there was none. */
        growthPercentage: z.number(),
        grossRevenue: z.number(),
        /** Not in the specification: the client had no revenue in the preceding period. */
        isNew: z.boolean(),
      }),
    ),
    /** Every month in the range, including empty ones; counts only days within the range. */
    monthlyTrends: z.array(
      z.object({
        /** YYYY-MM. */
        month: z.string(),
        shipments: z.number(),
        uniqueClients: z.number(),
        grossRevenue: z.number(),
        commissionRevenue: z.number(),
      }),
    ),
    carrierStats: z.array(
      z.object({
        carrier: z.string(),
        shipmentCount: z.number(),
        /** Percent, one decimal. All shares add up to 100. */
        marketShare: z.number(),
        totalRevenue: z.number(),
      }),
    ),
    /** Not in the specification. */
    failures: z.object({
      /** Shipments that failed, without voided labels. */
      failed: z.number(),
      voided: z.number(),
      byReason: reasons,
      /** Payments whose card was declined and that were never paid. They have no shipment. */
      declined: z.number(),
      declinedByReason: reasons,
    }),
    metadata: z.object({ period: z.string(), ...metadata }),
  }),
});
export type DashboardAnswer = z.infer<typeof DashboardAnswerSchema>;
export type DashboardData = DashboardAnswer['data'];

const revenue = { shipments: z.number(), gross: z.number(), commission: z.number(), ...net };

/** Revenue for every day, including empty ones. `refunded` is what admins refunded that day. */
export const RevenueAnswerSchema = z.object({
  data: z.object({
    days: z.array(z.object({ date: z.string(), ...revenue })),
    totals: z.object(revenue),
    metadata: z.object(metadata),
  }),
});
export type RevenueAnswer = z.infer<typeof RevenueAnswerSchema>;
