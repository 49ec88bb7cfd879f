import {
  AccountAnswerSchema,
  ChangeEmailAnswerSchema,
  type ChangeEmailBody,
  type ChangePasswordBody,
  SessionsAnswerSchema,
  SessionsEndedAnswerSchema,
} from '@lading/contract/account.ts';
import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiRequest } from '../../lib/api-client.ts';
import { checkSession } from '../../lib/session-check.ts';
import { useReloading } from '../../lib/use-reloading.ts';

const ACCOUNT_KEY = ['account'];
const SESSIONS_KEY = ['account-sessions'];

export const useAccount = () =>
  useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: ({ signal }) => apiRequest(AccountAnswerSchema, API.account, { signal }),
  });

export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) =>
      (await apiRequest(SessionsAnswerSchema, API.accountSessions, { signal })).sessions,
  });

/** Calls that change the account. They reload what the screens show, even after an error. */
export function useAccountCalls() {
  const client = useQueryClient();
  const reloadingAccount = useReloading(ACCOUNT_KEY);
  const reloadingSessions = useReloading(SESSIONS_KEY);
  return {
    changeEmail: async (body: ChangeEmailBody) => {
      const { state } = await reloadingAccount(
        apiRequest(ChangeEmailAnswerSchema, API.accountEmail, { method: 'PUT', body }),
      );
      // The profile and the header show the address too.
      await client.invalidateQueries({ queryKey: ['profile'] });
      if (state === 'changed') void checkSession();
      return state;
    },
    cancelEmailChange: () =>
      reloadingAccount(apiRequest(z.unknown(), API.accountEmail, { method: 'DELETE' })),
    resendLinks: () => apiRequest(z.unknown(), API.accountEmailLinks, { method: 'POST' }),
    changePassword: (body: ChangePasswordBody) =>
      reloadingSessions(apiRequest(MessageAnswerSchema, API.accountPassword, { method: 'PUT', body })),
    endSession: (id: string) =>
      reloadingSessions(apiRequest(z.unknown(), path(API.accountSession, { id }), { method: 'DELETE' })),
    endOtherSessions: async () => {
      const options = { method: 'DELETE' } as const;
      const ending = apiRequest(SessionsEndedAnswerSchema, API.accountSessions, options);
      return (await reloadingSessions(ending)).ended;
    },
  };
}
