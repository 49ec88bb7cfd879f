import {
  AutomaticTopUpAnswerSchema,
  type AutomaticTopUpBody,
  BalanceAnswerSchema,
  BalanceEntriesAnswerSchema,
  PayoutAnswerSchema,
  type StartTopUpBody,
  StoredCardsAnswerSchema,
  type TopUpAnswer,
  TopUpAnswerSchema,
} from '@lading/contract/balance.ts';
import { type RefundChoice, RefundChoiceAnswerSchema } from '@lading/contract/balance-terms.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

const BALANCE = 'balance';

/** Everything on the page starts with this key, so that one call reloads it. */
export const useBalance = () =>
  useQuery({ queryKey: [BALANCE], queryFn: () => apiRequest(BalanceAnswerSchema, API.balance) });

export const useEntries = (page: number) =>
  useQuery({
    queryKey: [BALANCE, 'entries', page],
    queryFn: ({ signal }) =>
      apiRequest(BalanceEntriesAnswerSchema, API.balanceEntries, {
        query: { page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const useCards = () =>
  useQuery({
    queryKey: [BALANCE, 'cards'],
    queryFn: () => apiRequest(StoredCardsAnswerSchema, API.storedCards),
  });

export const useAutomaticTopUp = () =>
  useQuery({
    queryKey: [BALANCE, 'automatic'],
    queryFn: () => apiRequest(AutomaticTopUpAnswerSchema, API.automaticTopUp),
  });

export const useRefundChoice = () =>
  useQuery({
    queryKey: [BALANCE, 'refunds'],
    queryFn: () => apiRequest(RefundChoiceAnswerSchema, API.balanceRefunds),
  });

export function useReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [BALANCE] });
}

export const startTopUp = (key: string, body: StartTopUpBody) =>
  apiRequest(TopUpAnswerSchema, API.topUps, { method: 'POST', body, idempotencyKey: key });

/** Starts a top-up of the same amount with a new card. */
export const startAgain =
  ({ amount }: TopUpAnswer) =>
  (key: string) =>
    startTopUp(key, { amount, saveCard: false });

/** Charges a saved card. Reloads the balance after an error, because the card may have been charged. */
export function useCharge(): typeof startTopUp {
  const reload = useReload();
  return (key, body) =>
    startTopUp(key, body).catch((error: unknown) => {
      void reload();
      throw error;
    });
}

export const readTopUp = (id: string) => apiRequest(TopUpAnswerSchema, path(API.topUp, { id }));

export const payOut = (key: string, amount: number) =>
  apiRequest(PayoutAnswerSchema, API.balancePayout, {
    method: 'POST',
    body: { amount },
    idempotencyKey: key,
  });

export const saveAutomaticTopUp = (body: AutomaticTopUpBody) =>
  apiRequest(AutomaticTopUpAnswerSchema, API.automaticTopUp, { method: 'PUT', body });

export const makeDefault = (id: string) =>
  apiRequest(StoredCardsAnswerSchema, path(API.defaultCard, { id }), { method: 'PUT' });

export const removeCard = (id: string) =>
  apiRequest(StoredCardsAnswerSchema, path(API.storedCard, { id }), { method: 'DELETE' });

export const chooseRefunds = (body: RefundChoice) =>
  apiRequest(RefundChoiceAnswerSchema, API.balanceRefunds, { method: 'PUT', body });
