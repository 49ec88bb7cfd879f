import { type ChosenPeriod, periodParameters, periodQuery, readPeriod } from '../../lib/chosen-period.ts';

export interface DashboardView {
  period: ChosenPeriod;
  /** The unit of one trend point. */
  by: 'month' | 'day';
}

/** Reads the view from the URL and ignores invalid values. */
export const readView = (search: URLSearchParams): DashboardView => ({
  period: readPeriod(search),
  by: search.get('by') === 'day' ? 'day' : 'month',
});

/** Writes the view to the URL without default values. */
export const writeView = ({ period, by }: DashboardView): URLSearchParams =>
  new URLSearchParams({ ...periodParameters(period), ...(by === 'day' && { by }) });

/** The query of every call for figures. */
export const queryOf = ({ period }: DashboardView): Record<string, string> => periodQuery(period);
