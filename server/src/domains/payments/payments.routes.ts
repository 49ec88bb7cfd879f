import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { CreateIntentAnswerSchema, CreateIntentBodySchema } from '@lading/contract/payments.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { createIntent, type Payer } from './create-intent.ts';
import type { PaymentDeps } from './payments.deps.ts';

/** Ten thousand rates of a batch. */
const BODY_LIMIT = 512 * 1024;

interface Deps extends PaymentDeps {
  requireUser: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Payer;
}

export function paymentRoutes(app: HttpServer, deps: Deps): void {
  app.post(
    API.createPaymentIntent,
    {
      bodyLimit: BODY_LIMIT,
      preValidation: deps.requireUser,
      schema: {
        tags: ['Payments'],
        security: [{ token: [] }],
        summary: 'Begins a card payment; with rateIds the amount must be their price.',
        body: CreateIntentBodySchema,
        response: { 200: CreateIntentAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => createIntent(deps, deps.actorOf(request), request.body, idempotencyKeyOf(request)),
  );
}
