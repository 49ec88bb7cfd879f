import { dateIn } from '@lading/contract/calendar-date.ts';
import { dashboardFileName } from '@lading/contract/constants.ts';
import type { DashboardData, DashboardQuery, RevenueAnswer } from '@lading/contract/dashboard.ts';
import type { Actor } from '../../platform/actor.ts';
import { csvLine } from '../../platform/csv.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { chosenRange } from './chosen-range.ts';
import { dashboardOf } from './show-dashboard.ts';
import { revenueOf } from './show-revenue.ts';

/** The dashboard's tables one below the other, plus revenue per day. */
export async function exportDashboard(
  deps: AnalyticsDeps,
  actor: Actor,
  query: DashboardQuery,
): Promise<SentFile> {
  const today = dateIn(deps.timeZone, deps.clock.now());
  const range = chosenRange(query, today);
  const { period, startDate, endDate } = range;
  const [dashboard, { days }] = await Promise.all([dashboardOf(deps, range), revenueOf(deps, range)]);
  await recordEvent(deps.db, deps.clock, actor, {
    type: 'EXPORT_DASHBOARD',
    status: 'success',
    ...byActor(actor),
    details: { dateRange: { startDate, endDate } },
  });
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: dashboardFileName(period, today),
    content: sections(dashboard, days).map(csvSection).join(csvLine([])),
  };
}

type Line = readonly (string | number | null)[];
interface Section {
  title: string;
  columns: readonly string[];
  lines: readonly Line[];
}

const csvSection = ({ title, columns, lines }: Section) =>
  [[title], columns, ...lines].map((line) => csvLine(line)).join('');

const money = (dollars: number) => dollars.toFixed(2);

function summarySection({ summary, failures, metadata }: DashboardData): Section {
  const { totalRevenue, change, net, netMargin } = summary;
  return {
    title: 'Summary',
    columns: ['Figure', 'Value', 'Change in percent'],
    lines: [
      ['From', metadata.startDate, null],
      ['To', metadata.endDate, null],
      ['Currency', metadata.currency, null],
      ['Gross revenue', money(totalRevenue.gross), change.gross],
      ['Commission', money(totalRevenue.commission), change.commission],
      ['Shipments', summary.totalShipments, change.shipments],
      ['Active clients', summary.activeClients, change.activeClients],
      ['Refunded', money(net.refunded), null],
      ['Carrier credits', money(net.carrierCredits), null],
      ['Net revenue', money(net.netRevenue), null],
      ['Net commission', money(net.netCommission), null],
      ['Net margin', netMargin === null ? null : money(netMargin), null],
      ['Failed shipments', failures.failed, null],
      ['Voided labels', failures.voided, null],
      ['Declined payments', failures.declined, null],
    ],
  };
}

function sections(dashboard: DashboardData, days: RevenueAnswer['data']['days']): Section[] {
  const { monthlyTrends, topPerformingClients, carrierStats, failures } = dashboard;
  return [
    summarySection(dashboard),
    {
      title: 'Monthly trends',
      columns: ['Month', 'Shipments', 'Clients', 'Gross revenue', 'Commission'],
      lines: monthlyTrends.map((month) => [
        month.month,
        month.shipments,
        month.uniqueClients,
        money(month.grossRevenue),
        money(month.commissionRevenue),
      ]),
    },
    {
      title: 'Top clients',
      columns: ['Client', 'Shipments', 'Trend', 'Growth in percent', 'Gross revenue'],
      lines: topPerformingClients.map((client) => [
        client.name,
        client.shipmentCount,
        client.isNew ? 'new' : client.growthTrend,
        client.isNew ? null : client.growthPercentage,
        money(client.grossRevenue),
      ]),
    },
    {
      title: 'Carriers',
      columns: ['Carrier', 'Shipments', 'Share in percent', 'Gross revenue'],
      lines: carrierStats.map((carrier) => [
        carrier.carrier,
        carrier.shipmentCount,
        carrier.marketShare,
        money(carrier.totalRevenue),
      ]),
    },
    {
      title: 'Days',
      columns: [
        'Date',
        'Shipments',
        'Gross revenue',
        'Commission',
        'Refunded',
        'Carrier credits',
        'Net revenue',
        'Net commission',
      ],
      lines: days.map((day) => [
        day.date,
        day.shipments,
        money(day.gross),
        money(day.commission),
        money(day.refunded),
        money(day.carrierCredits),
        money(day.netRevenue),
        money(day.netCommission),
      ]),
    },
    {
      title: 'Failures by reason',
      columns: ['Reason', 'Shipments'],
      lines: failures.byReason.map(({ reason, count }) => [reason, count]),
    },
    {
      title: 'Declined payments by reason',
      columns: ['Reason', 'Payments'],
      lines: failures.declinedByReason.map(({ reason, count }) => [reason, count]),
    },
  ];
}
