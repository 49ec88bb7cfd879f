import { API, path } from '@lading/contract/routes.ts';
import {
  type FactorAddedAnswer,
  FactorAddedAnswerSchema,
  PasskeyCreationSchema,
  RecoveryCodesAnswerSchema,
  type SecondFactorsAnswer,
  SecondFactorsAnswerSchema,
  TotpSetUpAnswerSchema,
} from '@lading/contract/second-factor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { createPasskey } from '../../lib/passkeys.ts';
import { SECOND_FACTORS_KEY } from '../../lib/second-factors.ts';
import { useReloading } from '../../lib/use-reloading.ts';

/**
 * Every change to the account's factors. Each one reloads the list after an error, because its answer may be lost or
 * another tab may have made the change. The callers of `confirmTotp` and `addPasskey` refresh it once they show the codes.
 */
export function useFactorCalls() {
  const client = useQueryClient();
  const reloading = useReloading(SECOND_FACTORS_KEY);
  const refresh = () => client.invalidateQueries({ queryKey: SECOND_FACTORS_KEY });
  const watched = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } catch (error) {
      await refresh();
      throw error;
    }
  };
  const show = (answer: SecondFactorsAnswer) =>
    void client.setQueriesData({ queryKey: SECOND_FACTORS_KEY }, answer);
  const post = { method: 'POST' } as const;
  return {
    refresh,
    startTotp: () => apiRequest(TotpSetUpAnswerSchema, API.totp, post),
    confirmTotp: (code: string) =>
      watched(apiRequest(FactorAddedAnswerSchema, API.totpConfirm, { ...post, body: { code } })),
    removeTotp: async () =>
      show(await watched(apiRequest(SecondFactorsAnswerSchema, API.totp, { method: 'DELETE' }))),
    addPasskey: (name: string): Promise<FactorAddedAnswer> => watched(createAndSend(name)),
    renamePasskey: async (id: string, name: string) => {
      const options = { method: 'PATCH', body: { name } } as const;
      show(await watched(apiRequest(SecondFactorsAnswerSchema, path(API.passkey, { id }), options)));
    },
    removePasskey: async (id: string) => {
      const options = { method: 'DELETE' } as const;
      show(await watched(apiRequest(SecondFactorsAnswerSchema, path(API.passkey, { id }), options)));
    },
    createCodes: async () =>
      (await reloading(apiRequest(RecoveryCodesAnswerSchema, API.recoveryCodes, post))).recoveryCodes,
  };
}

async function createAndSend(name: string): Promise<FactorAddedAnswer> {
  const creation = await apiRequest(PasskeyCreationSchema, API.passkeyCreation, { method: 'POST' });
  const passkey = await createPasskey(creation);
  return apiRequest(FactorAddedAnswerSchema, API.passkeys, { method: 'POST', body: { name, passkey } });
}
