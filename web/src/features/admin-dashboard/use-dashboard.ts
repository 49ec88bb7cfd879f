import { UnspentMoneyAnswerSchema } from '@lading/contract/admin-refunds.ts';
import { DashboardAnswerSchema, RevenueAnswerSchema } from '@lading/contract/dashboard.ts';
import { DASHBOARD } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { createFailureReporter } from '../../ui/charts/report-failures.ts';

export const reportLoadFailed = createFailureReporter(DASHBOARD.loadFailed);

type Query = Record<string, string>;

export function useFigures(query: Query) {
  const figures = useQuery({
    queryKey: ['dashboard', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(DashboardAnswerSchema, API.adminDashboard, { area: 'admin', query, signal })).data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(figures, reportLoadFailed);
  return figures;
}

/** Daily figures for sparklines and trends. */
export function useRevenue(query: Query) {
  const revenue = useQuery({
    queryKey: ['revenue', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(RevenueAnswerSchema, API.adminRevenue, { area: 'admin', query, signal })).data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(revenue, reportLoadFailed);
  return revenue;
}

/** Totals only. Hidden if the call fails, so it reports nothing. */
export const useUnspentTotals = () =>
  useQuery({
    queryKey: ['unspent-totals'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: 1 };
      const options = { area: 'admin', query, signal } as const;
      return (await apiRequest(UnspentMoneyAnswerSchema, API.adminUnspentMoney, options)).data.totals;
    },
  }).data;
