import { RuleServicesAnswerSchema } from '@lading/contract/orders/rule-services.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { API } from '@lading/contract/routes.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { LabelProvider } from '../../providers/label-providers/port.ts';

const route = routesOf<{ labelProvider: Pick<LabelProvider, 'services'> }>('Order rules');

export const RULE_SERVICE_ROUTES = [
  route({
    method: 'GET',
    path: API.orderRuleServices,
    access: 'user',
    operationId: 'listOrderRuleServices',
    summary: 'Lists the services that a rule can name.',
    answer: RuleServicesAnswerSchema,
    handle: async ({ labelProvider }) => ({
      services: labelProvider.services().flatMap(({ code, carrier: name, name: service }) => {
        const carrier = CARRIERS.find((known) => known === name);
        return carrier ? [{ code, carrier, name: service }] : [];
      }),
    }),
  }),
];
