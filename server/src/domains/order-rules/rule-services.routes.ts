import { RuleServicesAnswerSchema } from '@lading/contract/orders/rule-services.ts';
import { API } from '@lading/contract/routes.ts';
import { routesOf } from '../../platform/http/route.ts';
import { listServices, type ServiceDeps } from './list-services.ts';

const route = routesOf<ServiceDeps>('Order rules');

export const RULE_SERVICE_ROUTES = [
  route({
    method: 'GET',
    path: API.orderRuleServices,
    access: 'user',
    apiKey: 'orders',
    operationId: 'listOrderRuleServices',
    summary: 'Lists the services that a rule or an order can name.',
    answer: RuleServicesAnswerSchema,
    handle: async (deps) => ({ services: listServices(deps) }),
  }),
];
