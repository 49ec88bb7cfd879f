import * as z from 'zod/mini';
import { DASHBOARD_PERIODS, DEFAULT_DASHBOARD_PERIOD, inOrder, rangeFields } from './date-range.ts';

/** Figures of the operator's dashboard. Money in dollars; gross is the price of every label that was made. */

const fields = {
  period: z._default(z.enum(DASHBOARD_PERIODS), DEFAULT_DASHBOARD_PERIOD),
  /** Instead of a period; one alone reaches to today, or thirty days back. */
  ...rangeFields,
};
export const DashboardQuerySchema = z.object(fields).check(inOrder);
export type DashboardQuery = z.output<typeof DashboardQuerySchema>;
export const DashboardExportQuerySchema = z
  .object({ format: z._default(z.literal('csv'), 'csv'), ...fields })
  .check(inOrder);

/** In percent, against as many days right before; null where there was nothing to compare with. */
const change = z.nullable(z.number());

const metadata = {
  startDate: z.string(),
  endDate: z.string(),
  currency: z.literal('USD'),
  generatedAt: z.string(),
};

export const DashboardAnswerSchema = z.object({
  data: z.object({
    summary: z.object({
      totalRevenue: z.object({ gross: z.number(), commission: z.number() }),
      totalShipments: z.number(),
      /** Clients who shipped. */
      activeClients: z.number(),
      /** Ours. */
      change: z.object({ gross: change, commission: change, shipments: change, activeClients: change }),
    }),
    topPerformingClients: z.array(
      z.object({
        clientId: z.string(),
        name: z.string(),
        shipmentCount: z.number(),
        growthTrend: z.enum(['up', 'down']),
        /** In percent, of shipments against the days before, never negative; 100 for one who is new. */
        growthPercentage: z.number(),
        grossRevenue: z.number(),
      }),
    ),
    /** Months that the range touches, only their days within it; none is left out. */
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
        /** In percent, with one decimal. */
        marketShare: z.number(),
        totalRevenue: z.number(),
      }),
    ),
    metadata: z.object({ period: z.string(), ...metadata }),
  }),
});
export type DashboardAnswer = z.infer<typeof DashboardAnswerSchema>;
export type DashboardData = DashboardAnswer['data'];

const revenue = { shipments: z.number(), gross: z.number(), commission: z.number(), refunded: z.number() };

/** Revenue day by day, none left out. `refunded` is what an operator gave back on that day. */
export const RevenueAnswerSchema = z.object({
  data: z.object({
    days: z.array(z.object({ date: z.string(), ...revenue })),
    totals: z.object(revenue),
    metadata: z.object(metadata),
  }),
});
export type RevenueAnswer = z.infer<typeof RevenueAnswerSchema>;
