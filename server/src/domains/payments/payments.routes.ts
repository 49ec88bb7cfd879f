import { CreateIntentAnswerSchema, CreateIntentBodySchema } from '@lading/contract/payments.ts';
import { API } from '@lading/contract/routes.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { LIMITS } from '../../platform/http/rate-limits.ts';
import { routesOf } from '../../platform/http/route.ts';
import { createIntent } from './create-intent.ts';
import type { PaymentDeps } from './payments.deps.ts';

/** Fits the ten thousand rates of a large batch. */
const BODY_LIMIT = 512 * 1024;

const route = routesOf<PaymentDeps>('Payments');

export const PAYMENT_ROUTES = [
  route({
    method: 'POST',
    path: API.createPaymentIntent,
    access: 'user',
    apiKey: 'labels',
    verifiedEmail: true,
    operationId: 'createPaymentIntent',
    summary:
      'Starts a payment by card, from the balance, or both. With `rateIds`, the amount must equal their total.',
    rateLimit: LIMITS.payments,
    bodyLimit: BODY_LIMIT,
    headers: ['idempotency-key'],
    body: CreateIntentBodySchema,
    answer: CreateIntentAnswerSchema,
    handle: (deps, call) => createIntent(deps, call.actor, call.body, idempotencyKeyOf(call)),
  }),
];
