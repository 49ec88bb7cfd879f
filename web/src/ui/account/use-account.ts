import {
  AccountAnswerSchema,
  ChangeEmailAnswerSchema,
  type ChangeEmailBody,
  ChangePasswordAnswerSchema,
  type ChangePasswordBody,
  EmailChangeCanceledAnswerSchema,
  EmailLinksSentAnswerSchema,
  SessionsAnswerSchema,
  SessionsEndedAnswerSchema,
} from '@lading/contract/account.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiRequest } from '../../lib/api-client.ts';
import { checkSession } from '../../lib/session-check.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { useReloading } from '../../lib/use-reloading.ts';

const ACCOUNT_KEY = ['account'];
const SESSIONS_KEY = ['account-sessions'];

export const useAccount = () =>
  useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: ({ signal }) => apiRequest(AccountAnswerSchema, API.account, { signal }),
    // Links in emails open in another tab.
    refetchOnWindowFocus: 'always',
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
  /** The profile and the header show the address too. */
  const showAddressElsewhere = async () => {
    await client.invalidateQueries({ queryKey: ['profile'] });
    void checkSession();
  };
  return {
    changeEmail: async (body: ChangeEmailBody) => {
      const { state } = await reloadingAccount(
        apiRequest(ChangeEmailAnswerSchema, API.accountEmail, { method: 'PUT', body }),
      );
      if (state !== 'waiting') await showAddressElsewhere();
      return state;
    },
    /** False: another tab has completed or canceled the change. */
    cancelEmailChange: async () => {
      const options = { method: 'DELETE' } as const;
      const canceling = apiRequest(EmailChangeCanceledAnswerSchema, API.accountEmail, options);
      const { canceled } = await reloadingAccount(canceling);
      if (!canceled) await showAddressElsewhere();
      return canceled;
    },
    /** False: no link is open. */
    resendLinks: async () => {
      const options = { method: 'POST' } as const;
      const sending = apiRequest(EmailLinksSentAnswerSchema, API.accountEmailLinks, options);
      const { sent } = await reloadingAccount(sending);
      if (!sent) await showAddressElsewhere();
      return sent;
    },
    changePassword: (body: ChangePasswordBody) => {
      // The session waits for the new token, so a refusal must not wait for the session.
      const options = { method: 'PUT', body, on401: 'plain' } as const;
      const changing = apiRequest(ChangePasswordAnswerSchema, API.accountPassword, options);
      const renewing = sessionStore.renew(changing.then(({ token, expiresAt }) => ({ token, expiresAt })));
      return reloadingSessions(renewing.then(() => changing));
    },
    endSession: (id: string) =>
      reloadingSessions(apiRequest(z.unknown(), path(API.accountSession, { id }), { method: 'DELETE' })),
    endOtherSessions: async () => {
      const options = { method: 'DELETE' } as const;
      const ending = apiRequest(SessionsEndedAnswerSchema, API.accountSessions, options);
      return (await reloadingSessions(ending)).ended;
    },
  };
}
