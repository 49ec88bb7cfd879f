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

/** Calls that change the account. They refresh what the screens show. */
export function useAccountCalls() {
  const client = useQueryClient();
  const refresh = (key: string[]) => client.invalidateQueries({ queryKey: key });
  return {
    changeEmail: async (body: ChangeEmailBody) => {
      const { state } = await apiRequest(ChangeEmailAnswerSchema, API.accountEmail, { method: 'PUT', body });
      await refresh(ACCOUNT_KEY);
      // The profile and the header show the address too.
      await refresh(['profile']);
      if (state === 'changed') void checkSession();
      return state;
    },
    cancelEmailChange: async () => {
      await apiRequest(z.unknown(), API.accountEmail, { method: 'DELETE' });
      await refresh(ACCOUNT_KEY);
    },
    resendLinks: () => apiRequest(z.unknown(), API.accountEmailLinks, { method: 'POST' }),
    changePassword: async (body: ChangePasswordBody) => {
      const answer = await apiRequest(MessageAnswerSchema, API.accountPassword, { method: 'PUT', body });
      await refresh(SESSIONS_KEY);
      return answer;
    },
    endSession: async (id: string) => {
      await apiRequest(z.unknown(), path(API.accountSession, { id }), { method: 'DELETE' });
      await refresh(SESSIONS_KEY);
    },
    endOtherSessions: async () => {
      const { ended } = await apiRequest(SessionsEndedAnswerSchema, API.accountSessions, {
        method: 'DELETE',
      });
      await refresh(SESSIONS_KEY);
      return ended;
    },
  };
}
