import { API } from '@lading/contract/routes.ts';
import { type SecondFactorsAnswer, SecondFactorsAnswerSchema } from '@lading/contract/second-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from './api-client.ts';
import { useSession } from './use-session.ts';

export const SECOND_FACTORS_KEY = ['second-factors'];

export const hasFactor = ({ totp, passkeys }: SecondFactorsAnswer) => totp !== null || passkeys.length > 0;

/** The second factors of the signed-in account. */
export function useSecondFactors(enabled = true) {
  const session = useSession();
  const userId = session.status === 'confirmed' ? session.user.id : null;
  return useQuery({
    queryKey: [...SECOND_FACTORS_KEY, userId],
    queryFn: ({ signal }) => apiRequest(SecondFactorsAnswerSchema, API.secondFactors, { signal }),
    enabled: enabled && userId !== null,
  });
}
