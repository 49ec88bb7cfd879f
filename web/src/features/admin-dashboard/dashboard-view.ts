import {
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  DEFAULT_DASHBOARD_PERIOD,
} from '@lading/contract/date-range.ts';

export interface DashboardView {
  period: DashboardPeriod;
  /** What one point of the trends stands for. */
  by: 'month' | 'day';
}

/** What the address says; anything that cannot be meant is left out, as if it had not been written. */
export const readView = (search: URLSearchParams): DashboardView => ({
  period: DASHBOARD_PERIODS.find((period) => period === search.get('period')) ?? DEFAULT_DASHBOARD_PERIOD,
  by: search.get('by') === 'day' ? 'day' : 'month',
});

/** The shortest address for this view: what is as usual is not written. */
export function writeView({ period, by }: DashboardView): URLSearchParams {
  const search = new URLSearchParams();
  if (period !== DEFAULT_DASHBOARD_PERIOD) search.set('period', period);
  if (by === 'day') search.set('by', by);
  return search;
}
