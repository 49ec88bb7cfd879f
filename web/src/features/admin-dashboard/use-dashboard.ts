import { DashboardAnswerSchema, RevenueAnswerSchema } from '@lading/contract/dashboard.ts';
import type { DashboardPeriod } from '@lading/contract/date-range.ts';
import { DASHBOARD } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { createFailureTeller } from '../../ui/charts/failure-teller.ts';

export const tellLoadFailed = createFailureTeller(DASHBOARD.loadFailed);

export function useFigures(period: DashboardPeriod) {
  const figures = useQuery({
    queryKey: ['dashboard', period],
    queryFn: async ({ signal }) => {
      const query = { period };
      return (await apiRequest(DashboardAnswerSchema, API.adminDashboard, { area: 'admin', query, signal }))
        .data;
    },
    placeholderData: keepPreviousData,
  });
  useLoadFailure(figures, tellLoadFailed);
  return figures;
}

/** Daily figures for sparklines and trends. */
export function useRevenue(period: DashboardPeriod) {
  const revenue = useQuery({
    queryKey: ['revenue', period],
    queryFn: async ({ signal }) => {
      const query = { period };
      return (await apiRequest(RevenueAnswerSchema, API.adminRevenue, { area: 'admin', query, signal })).data;
    },
    placeholderData: keepPreviousData,
  });
  useLoadFailure(revenue, tellLoadFailed);
  return revenue;
}
