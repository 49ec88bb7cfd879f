import type { ShipmentStatsAnswer } from '@lading/contract/admin-shipments.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { TOP_CLIENTS_COUNT } from '@lading/contract/constants.ts';
import type { DateRange, DateRangeQuery } from '@lading/contract/date-range.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { noteView } from '../audit/note-view.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { figuresByCarrierAndStatus, topClients } from './analytics.store.ts';
import type { StoredStatus } from './analytics.tables.ts';
import { countExceptions } from './failures.store.ts';
import { type Figures, netOf, type Returns, sumByCarrier, sumOf } from './figures.ts';
import { netMarginOf } from './margin.store.ts';
import { toMonthEnd } from './months.ts';
import { returnsOf } from './returns.store.ts';

const ALL_TIME: DateRange = { startDate: '1970-01-01', endDate: '9999-12-31' };

/** Over all time when no date is given. */
export async function showShipmentStats(
  deps: AnalyticsDeps,
  actor: Actor,
  { startDate, endDate }: DateRangeQuery,
): Promise<ShipmentStatsAnswer> {
  const { db } = deps;
  const range =
    startDate || endDate
      ? { startDate: startDate ?? ALL_TIME.startDate, endDate: endDate ?? ALL_TIME.endDate }
      : null;
  const today = dateIn(deps.timeZone, deps.clock.now());
  const dateRange = { startDate: startDate ?? 'the beginning', endDate: endDate ?? today };
  const [rows, clients, exceptions, returned, margin] = await Promise.all([
    figuresByCarrierAndStatus(db, range),
    topClients(db, range && toMonthEnd(range, today), TOP_CLIENTS_COUNT),
    countExceptions(db, range),
    returnsOf(db, range, deps.timeZone),
    netMarginOf(db, range),
    noteView(deps, actor, 'VIEW_SHIPMENTS_STATS', { dateRange }),
  ]);
  return {
    overview: {
      ...overviewOf(rows, exceptions, returned),
      net_margin: margin === null ? null : dollarsOf(margin),
    },
    byCarrier: sumByCarrier(rows).map(({ carrier, shipments, gross_cents }) => ({
      carrier,
      count: shipments,
      revenue: dollarsOf(gross_cents),
    })),
    topClients: clients.map((client) => ({
      clientId: client.user_id,
      name: client.full_name,
      count: client.shipments,
      revenue: dollarsOf(client.gross_cents),
    })),
  };
}

function overviewOf(
  rows: readonly (Figures & { status: StoredStatus })[],
  { unmade, voided }: { unmade: number; voided: number },
  returned: Returns,
): Omit<ShipmentStatsAnswer['overview'], 'net_margin'> {
  const count = (status: StoredStatus) => sumOf(rows.filter((row) => row.status === status)).shipments;
  const total = sumOf(rows);
  const { shipments, gross_cents, commission_cents } = total;
  const labels = Math.max(0, shipments - unmade);
  const net = netOf(total, returned);
  return {
    total_revenue: dollarsOf(gross_cents),
    total_shipments: shipments,
    delivered_shipments: count('delivered'),
    shipped_shipments: count('shipped'),
    pending_shipments: count('pending'),
    failed_shipments: count('failed'),
    average_cost: labels === 0 ? 0 : dollarsOf(Math.round(gross_cents / labels)),
    commission: dollarsOf(commission_cents),
    labels,
    voided_shipments: voided,
    refunded: net.refunded,
    carrier_credits: net.carrierCredits,
    net_revenue: net.netRevenue,
    net_commission: net.netCommission,
  };
}
