import {
  GlobalPricingAnswerSchema,
  GlobalPricingBodySchema,
  PricingImpactQuerySchema,
  PricingImpactSchema,
} from '@lading/contract/global-pricing.ts';
import { PriceChangesAnswerSchema, PriceChangesQuerySchema } from '@lading/contract/price-changes.ts';
import { API } from '@lading/contract/routes.ts';
import { routesOf } from '../../platform/http/route.ts';
import {
  changeGlobalPricing,
  type PricingDeps,
  showGlobalPricing,
  showPricingImpact,
} from './global-pricing.ts';
import { listPriceChanges } from './list-price-changes.ts';

const BODY_LIMIT = 16 * 1024;

const route = routesOf<PricingDeps>('Commission');

export const PRICING_ROUTES = [
  route({
    method: 'GET',
    path: API.adminGlobalPricing,
    access: 'admin',
    permission: 'pricing.read',
    operationId: 'getGlobalCommission',
    summary: 'Returns the global commission, which applies to clients without their own.',
    answer: GlobalPricingAnswerSchema,
    handle: (deps) => showGlobalPricing(deps),
  }),
  route({
    method: 'PUT',
    path: API.adminGlobalPricing,
    access: 'admin',
    permission: 'pricing.write',
    proof: 'recent',
    operationId: 'updateGlobalCommission',
    summary: 'Changes the global commission for rates quoted from now on.',
    bodyLimit: BODY_LIMIT,
    body: GlobalPricingBodySchema,
    answer: GlobalPricingAnswerSchema,
    handle: (deps, { actor, body }) => changeGlobalPricing(deps, actor, body),
  }),
  route({
    method: 'GET',
    path: API.adminPricingImpact,
    access: 'admin',
    permission: 'pricing.read',
    operationId: 'estimateCommissionImpact',
    summary: 'Previews a different commission on the labels of the last 30 days.',
    query: PricingImpactQuerySchema,
    answer: PricingImpactSchema,
    handle: (deps, { query }) => showPricingImpact(deps, query),
  }),
  route({
    method: 'GET',
    path: API.adminPriceChanges,
    access: 'admin',
    permission: 'pricing.read',
    operationId: 'listPriceChanges',
    summary: 'Lists changes of the global commission and of clients’ own commissions, newest first.',
    query: PriceChangesQuerySchema,
    answer: PriceChangesAnswerSchema,
    handle: (deps, { actor, query }) => listPriceChanges(deps, actor, query),
  }),
];
