import { AdminPayoutAnswerSchema, AdminPayoutsAnswerSchema } from '@lading/contract/admin-payouts.ts';
import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

export interface PayoutsView {
  page: number;
  startDate: string;
  endDate: string;
  /** The payout that is open; '' for none. */
  payout: string;
}

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): PayoutsView {
  const date = (name: string) => {
    const text = search.get(name) ?? '';
    return isCalendarDate(text) ? text : '';
  };
  const [startDate, endDate] = [date('startDate'), date('endDate')];
  const isReversed = startDate !== '' && endDate !== '' && startDate > endDate;
  const page = search.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    startDate: isReversed ? '' : startDate,
    endDate: isReversed ? '' : endDate,
    payout: search.get('payout') ?? '',
  };
}

export function writeView({ page, ...texts }: PayoutsView): URLSearchParams {
  const search = new URLSearchParams(Object.entries(texts).filter(([, value]) => value !== ''));
  if (page > 1) search.set('page', String(page));
  return search;
}

export const rangeOf = ({ startDate, endDate }: PayoutsView) => ({
  ...(startDate === '' ? {} : { startDate }),
  ...(endDate === '' ? {} : { endDate }),
});

export function usePayouts(view: PayoutsView) {
  const query = { ...rangeOf(view), page: view.page, limit: PAGE_SIZE };
  const payouts = useQuery({
    queryKey: ['payouts', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(AdminPayoutsAnswerSchema, API.adminPayouts, { area: 'admin', query, signal })).data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(payouts, () => toast.error(COPY.loadFailed));
  return payouts;
}

const load = async (id: string, page: number, signal: AbortSignal) =>
  (
    await apiRequest(AdminPayoutAnswerSchema, path(API.adminPayout, { id }), {
      area: 'admin',
      query: { page, limit: PAGE_SIZE },
      signal,
    })
  ).data;

export const usePayout = (id: string) => {
  const [page, setPage] = useState(1);
  const payout = useQuery({
    queryKey: ['payout', id, page],
    queryFn: ({ signal }) => load(id, page, signal),
    enabled: id !== '',
    placeholderData: keepPreviousData,
    select: (data) => ({ ...data, setPage }),
  });
  return payout;
};
