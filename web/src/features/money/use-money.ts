import { MoneyAnswerSchema, MoneyLinesAnswerSchema } from '@lading/contract/admin-money.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

type Query = Record<string, string>;

export function useMoney(query: Query) {
  const money = useQuery({
    queryKey: ['money', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(MoneyAnswerSchema, API.adminMoney, { area: 'admin', query, signal })).data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(money, () => toast.error(COPY.loadFailed));
  return money;
}

export function useMoneyLines(filter: Query, page: number) {
  const query = { ...filter, page, limit: PAGE_SIZE };
  const lines = useQuery({
    queryKey: ['money-lines', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(MoneyLinesAnswerSchema, API.adminMoneyLines, { area: 'admin', query, signal })).data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(lines, () => toast.error(COPY.rowsFailed));
  return lines;
}
