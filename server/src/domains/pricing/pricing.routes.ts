import { ErrorBodySchema } from '@lading/contract/errors.ts';
import {
  GlobalPricingAnswerSchema,
  GlobalPricingBodySchema,
  PricingImpactQuerySchema,
  PricingImpactSchema,
} from '@lading/contract/global-pricing.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import type { Actor } from '../audit/note-view.ts';
import {
  changeGlobalPricing,
  type PricingDeps,
  showGlobalPricing,
  showPricingImpact,
} from './global-pricing.ts';

interface Deps extends PricingDeps {
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Actor;
}

const BODY_LIMIT = 16 * 1024;

export function pricingRoutes(app: HttpServer, deps: Deps): void {
  const { requireAdmin: preValidation, actorOf } = deps;
  const route = (summary: string) => ({ tags: ['Commission'], security: [{ token: [] }], summary });
  const refusals = { '4xx': ErrorBodySchema };

  app.get(
    API.adminGlobalPricing,
    {
      preValidation,
      schema: {
        ...route('The commission of all clients who have none of their own.'),
        response: { 200: GlobalPricingAnswerSchema, ...refusals },
      },
    },
    () => showGlobalPricing(deps),
  );
  app.put(
    API.adminGlobalPricing,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        ...route('Changes it for prices from now on.'),
        body: GlobalPricingBodySchema,
        response: { 200: GlobalPricingAnswerSchema, ...refusals },
      },
    },
    (request) => changeGlobalPricing(deps, actorOf(request), request.body),
  );
  app.get(
    API.adminPricingImpact,
    {
      preValidation,
      schema: {
        ...route('What another commission would have made of the last 30 days.'),
        querystring: PricingImpactQuerySchema,
        response: { 200: PricingImpactSchema, ...refusals },
      },
    },
    (request) => showPricingImpact(deps, request.query),
  );
}
