import { type RuleService, RuleServicesAnswerSchema } from '@lading/contract/orders/rule-services.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from './api-client.ts';

const NO_SERVICES: readonly RuleService[] = [];

/** The services that a rule can name. They change only with the server. */
export function useRuleServices(): readonly RuleService[] {
  const { data } = useQuery({
    queryKey: ['rule-services'],
    queryFn: async ({ signal }) =>
      (await apiRequest(RuleServicesAnswerSchema, API.orderRuleServices, { signal })).services,
    staleTime: 'static',
  });
  return data ?? NO_SERVICES;
}

/** The name of a service by its code, or the code. */
export const serviceNames = (services: readonly RuleService[]) => {
  const names = new Map(services.map(({ code, name }) => [code, name]));
  return (code: string): string => names.get(code) ?? code;
};
