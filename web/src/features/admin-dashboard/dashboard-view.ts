import {
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  DEFAULT_DASHBOARD_PERIOD,
} from '@lading/contract/date-range.ts';

export interface DashboardView {
  period: DashboardPeriod;
  /** The unit of one trend point. */
  by: 'month' | 'day';
}

/** Reads the view from the URL and ignores invalid values. */
export const readView = (search: URLSearchParams): DashboardView => ({
  period: DASHBOARD_PERIODS.find((period) => period === search.get('period')) ?? DEFAULT_DASHBOARD_PERIOD,
  by: search.get('by') === 'day' ? 'day' : 'month',
});

/** Writes the view to the URL without default values. */
export function writeView({ period, by }: DashboardView): URLSearchParams {
  const search = new URLSearchParams();
  if (period !== DEFAULT_DASHBOARD_PERIOD) search.set('period', period);
  if (by === 'day') search.set('by', by);
  return search;
}
