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

/** Every change to the account's factors. Each one refreshes the list afterward. */
export function useFactorCalls() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: SECOND_FACTORS_KEY });
  const show = (answer: SecondFactorsAnswer) =>
    void client.setQueriesData({ queryKey: SECOND_FACTORS_KEY }, answer);
  const post = { method: 'POST' } as const;
  return {
    refresh,
    startTotp: () => apiRequest(TotpSetUpAnswerSchema, API.totp, post),
    confirmTotp: (code: string) =>
      apiRequest(FactorAddedAnswerSchema, API.totpConfirm, { ...post, body: { code } }),
    removeTotp: async () => show(await apiRequest(SecondFactorsAnswerSchema, API.totp, { method: 'DELETE' })),
    addPasskey: async (name: string): Promise<FactorAddedAnswer> => {
      const creation = await apiRequest(PasskeyCreationSchema, API.passkeyCreation, post);
      const passkey = await createPasskey(creation);
      return apiRequest(FactorAddedAnswerSchema, API.passkeys, { ...post, body: { name, passkey } });
    },
    renamePasskey: async (id: string, name: string) => {
      const options = { method: 'PATCH', body: { name } } as const;
      show(await apiRequest(SecondFactorsAnswerSchema, path(API.passkey, { id }), options));
    },
    removePasskey: async (id: string) =>
      show(await apiRequest(SecondFactorsAnswerSchema, path(API.passkey, { id }), { method: 'DELETE' })),
    createCodes: async () => {
      const { recoveryCodes } = await apiRequest(RecoveryCodesAnswerSchema, API.recoveryCodes, post);
      await refresh();
      return recoveryCodes;
    },
  };
}
